package dev.terrane.sdk;

import dev.terrane.core.entity.canonical.CodecLimits;
import java.time.Duration;

/**
 * Bounds of one stage client.
 *
 * @param entryTimeout from the upgrade to Accepted (default 10 s)
 * @param messageBytesMax bytes of one message that arrives (default 4 MiB + 64 KiB)
 * @param inboundMax messages and fragments that wait to be processed (default 256)
 * @param outboundMax messages that wait to be sent (default 256)
 * @param pendingMax unanswered requests, all kinds together (default 256)
 * @param streamsMax entities held at once (default 65,536)
 * @param ackInterval longest time before applied frames are confirmed, at most 250 ms (default 100
 *     ms)
 * @param silenceMax longest time without a sign of the gateway, at least 20 ms (default 20 s):
 *     after half of it the client pings, and the connection is lost when nothing comes in the other
 *     half
 * @param codec bounds of decoded state
 */
public record StageLimits(
        Duration entryTimeout,
        int messageBytesMax,
        int inboundMax,
        int outboundMax,
        int pendingMax,
        int streamsMax,
        Duration ackInterval,
        Duration silenceMax,
        CodecLimits codec) {
    private static final Duration ACK_INTERVAL_MAX = Duration.ofMillis(250);
    private static final Duration SILENCE_MIN = Duration.ofMillis(20);

    public StageLimits {
        if (messageBytesMax < 1
                || inboundMax < 1
                || outboundMax < 1
                || pendingMax < 1
                || streamsMax < 1) {
            throw new IllegalArgumentException("client limits must be positive");
        }
        if (!entryTimeout.isPositive()
                || !ackInterval.isPositive()
                || ackInterval.compareTo(ACK_INTERVAL_MAX) > 0) {
            throw new IllegalArgumentException(
                    "ackInterval must be 1..250 ms and entryTimeout above 0");
        }
        if (silenceMax.compareTo(SILENCE_MIN) < 0) {
            throw new IllegalArgumentException("silenceMax must be at least 20 ms: " + silenceMax);
        }
    }

    /** The documented defaults. */
    public static StageLimits defaults() {
        return new StageLimits(
                Duration.ofSeconds(10),
                (4 << 20) + (64 << 10),
                256,
                256,
                256,
                65_536,
                Duration.ofMillis(100),
                Duration.ofSeconds(20),
                CodecLimits.defaults());
    }

    /** The same with another bound of silence. */
    public StageLimits withSilenceMax(Duration silence) {
        return new StageLimits(
                entryTimeout,
                messageBytesMax,
                inboundMax,
                outboundMax,
                pendingMax,
                streamsMax,
                ackInterval,
                silence,
                codec);
    }
}
