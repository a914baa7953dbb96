package dev.terrane.rpc.events;

import java.time.Duration;

/**
 * How much of a stream is kept.
 *
 * @param eventsMax most events; 10,000 by default
 * @param bytesMax most bytes of all events; 64 MiB by default
 * @param ageMax longest an event is kept; 10 min by default
 */
public record EventLogLimits(int eventsMax, long bytesMax, Duration ageMax) {
    public EventLogLimits {
        if (eventsMax < 1 || bytesMax < 1 || !ageMax.isPositive()) {
            throw new IllegalArgumentException("limits of an event log must be above 0");
        }
    }

    /** The defaults. */
    public static EventLogLimits defaults() {
        return new EventLogLimits(10_000, 64L << 20, Duration.ofMinutes(10));
    }

    /** The same with another number of events. */
    public EventLogLimits withEventsMax(int events) {
        return new EventLogLimits(events, bytesMax, ageMax);
    }
}
