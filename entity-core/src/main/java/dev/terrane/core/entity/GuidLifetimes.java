package dev.terrane.core.entity;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which lifetime of its guid an entity is: 1 for the first, one more for each after it.
 *
 * <p>Only a guid that a caller names can live again, so what is remembered is how often each
 * retired guid lived, up to a bound. A named guid that may have been forgotten gets a number above
 * every forgotten one: no lifetime number is ever given twice, but it may skip some.
 */
final class GuidLifetimes {
    private final int retiredMax;
    private final Map<Guid, Long> retired = new LinkedHashMap<>();
    private long highestForgotten;

    GuidLifetimes(int retiredMax) {
        this.retiredMax = retiredMax;
    }

    /** Lifetime number of a guid that a caller named. */
    long ofNamed(Guid guid) {
        return retired.getOrDefault(guid, highestForgotten) + 1;
    }

    /** Lifetime number of a guid from the source, which gives none twice. */
    long ofDrawn(Guid guid) {
        return retired.getOrDefault(guid, 0L) + 1;
    }

    /** An entity's lifetime ended. */
    void ended(Guid guid, long lifetime) {
        retired.remove(guid);
        retired.put(guid, lifetime);
        if (retired.size() > retiredMax) {
            var oldest = retired.entrySet().iterator();
            highestForgotten = Math.max(highestForgotten, oldest.next().getValue());
            oldest.remove();
        }
    }
}
