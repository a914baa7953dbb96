package dev.terrane.gateway.live;

import org.jspecify.annotations.Nullable;

/**
 * A contact of two bodies, as the session tells it.
 *
 * @param kind what happened
 * @param a body whose id sorts first
 * @param b the other body
 * @param touch where and how; absent when they part
 */
public record ContactFact(Kind kind, Side a, Side b, @Nullable Touch touch) {
    /** What happened. */
    public enum Kind {
        BEGIN,
        HIT,
        END
    }

    /**
     * One of the two bodies.
     *
     * @param bodyId its id in the session
     * @param isStatic whether it never moves, like the map
     */
    public record Side(String bodyId, boolean isStatic) {}

    /**
     * Where two bodies touch.
     *
     * @param pointX world units
     * @param pointY world units
     * @param normalX unit vector from A to B
     * @param normalY unit vector from A to B
     * @param relativeSpeed along the normal, negative when approaching
     */
    public record Touch(
            double pointX, double pointY, double normalX, double normalY, double relativeSpeed) {}
}
