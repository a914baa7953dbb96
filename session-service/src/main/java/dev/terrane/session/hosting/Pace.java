package dev.terrane.session.hosting;

/**
 * How many steps a clock owes. Time beyond the bounded catch-up is dropped, so a session that was
 * held up goes on at its rate instead of rushing. One owner.
 */
final class Pace {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int hertz;
    private final int catchUpMax;
    private long origin;
    private long given;
    private long dropped;

    Pace(int hertz, int catchUpMax) {
        this.hertz = hertz;
        this.catchUpMax = catchUpMax;
    }

    /** Starts anew: nothing is owed at this time. */
    void restart(long nanos) {
        origin = nanos;
        given = 0;
    }

    /** Steps owed now; what is beyond the catch-up is dropped. */
    int due(long nanos) {
        long elapsed = nanos - origin;
        long total =
                elapsed / NANOS_PER_SECOND * hertz
                        + elapsed % NANOS_PER_SECOND * hertz / NANOS_PER_SECOND;
        long due = total - given;
        if (due > catchUpMax) {
            dropped += due - catchUpMax;
            given += due - catchUpMax;
            due = catchUpMax;
        }
        return (int) Math.max(0, due);
    }

    /** A step was run. */
    void ran() {
        given++;
    }

    /** Steps dropped since the start. */
    long dropped() {
        return dropped;
    }
}
