package dev.terrane.sdk;

/**
 * Two bodies met or parted.
 *
 * @param number number for this peer: 1, 2, …
 * @param kind what happened
 * @param handleA stream of one entity; 0 for a static part of the map
 * @param handleB stream of the other; 0 for a static part of the map
 * @param relativeSpeed speed along the normal, negative when approaching; 0 in END
 */
public record Contact(long number, Kind kind, int handleA, int handleB, double relativeSpeed) {
    /** What a contact tells. */
    public enum Kind {
        BEGIN,
        HIT,
        END
    }
}
