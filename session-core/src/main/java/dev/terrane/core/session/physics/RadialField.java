package dev.terrane.core.session.physics;

import org.jspecify.annotations.Nullable;

/**
 * A well of one step: within its radius R a participating dynamic body at distance d accelerates by
 * strength · (1 − d/R) towards the centre (away from it when negative).
 *
 * @param id unique within the step
 * @param position centre
 * @param strength metres per second squared at the centre
 * @param radius reach in metres; 0 acts on nothing
 */
public record RadialField(BodyId id, Vec2 position, double strength, double radius) {
    /** Why it is not allowed under the limits, or null if it is. */
    @Nullable Defect defect(PhysicsLimits limits) {
        Defect place = Defect.beyond("position", position, limits.coordinateMax());
        if (place != null) {
            return place;
        }
        double most = BodyRules.ACCELERATION_MAX;
        Defect pull = Defect.outside("strength", strength, -most, most);
        return pull != null
                ? pull
                : Defect.outside("radius", radius, 0, 2 * limits.coordinateMax());
    }
}
