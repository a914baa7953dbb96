package dev.terrane.session.hosting;

/**
 * Admits so many commands a second on average, and as many at once after a rest. What is not
 * admitted is judged by nobody: it has no receipt and spends no id. Safe for all threads.
 */
final class CommandRate {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int perSecond;
    private double left;
    private long lastNanos;

    /** With 0 per second everything is admitted. */
    CommandRate(int perSecond, long nanos) {
        this.perSecond = perSecond;
        this.left = perSecond;
        this.lastNanos = nanos;
    }

    /** Whether so many commands are admitted now; more than a second's worth come one by one. */
    synchronized boolean admits(int commands, long nanos) {
        if (perSecond == 0) {
            return true;
        }
        double earned = Math.max(0, nanos - lastNanos) / NANOS_PER_SECOND * perSecond;
        left = Math.min(perSecond, left + earned);
        lastNanos = nanos;
        if (left < Math.min(commands, perSecond)) {
            return false;
        }
        left -= commands;
        return true;
    }
}
