package dev.terrane.sdk;

import java.time.Duration;

/**
 * Judges whether a connection on which nothing comes is still one. After half of the time without a
 * sign a ping is due; when nothing comes in the other half, the connection is lost. Asked only
 * while nothing waits to be processed, so that a slow listener is not taken for a silent gateway.
 * Owned by the client's owner thread.
 *
 * <pre>
 * HEARD   something came within half of the time; silence leads to PINGED
 * PINGED  a ping is on its way; anything that comes leads to HEARD, silence ends the connection
 * </pre>
 */
final class Silence {
    private final long halfNanos;
    private boolean pinged;
    private long pingedNanos;

    Silence(Duration max) {
        this.halfNanos = max.toNanos() / 2;
    }

    /** What silence asks for. */
    enum Verdict {
        /** Nothing yet. */
        WAIT,
        /** A ping. */
        PING,
        /** To give the connection up. */
        LOST
    }

    /**
     * What is due.
     *
     * @param heardNanos when the last sign came, by the same clock as {@code now}
     */
    Verdict judge(long heardNanos, long now) {
        if (pinged && heardNanos - pingedNanos > 0) {
            pinged = false;
        }
        if (pinged) {
            return now - pingedNanos < halfNanos ? Verdict.WAIT : Verdict.LOST;
        }
        if (now - heardNanos < halfNanos) {
            return Verdict.WAIT;
        }
        pinged = true;
        pingedNanos = now;
        return Verdict.PING;
    }

    /** How long until there may be something to judge. */
    long untilNanos(long heardNanos, long now) {
        long since = pinged ? pingedNanos : heardNanos;
        return Math.max(0, since + halfNanos - now);
    }
}
