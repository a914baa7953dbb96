package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.stream.StreamLimits;

/**
 * Bounds of one connection's frames, beside the bounds of what each publication means.
 *
 * @param stream bounds of state and patch of one stream
 * @param frameBytesMax bytes of one frame, reassembled if it was sliced (default 4 MiB)
 * @param frameWorkMax values, rows and operations one frame decodes to (default 262,144)
 * @param streamsMax streams at once, highest handle and records of one frame (default 4,095)
 * @param layoutsMax layouts of one connection (default 4,096)
 * @param rootsMax roots one connection was ever given a stream of, whose generations a receiver
 *     remembers (default 1,048,576)
 * @param guidWidth range of guids (default 64 bits)
 */
public record CompactLimits(
        StreamLimits stream,
        int frameBytesMax,
        int frameWorkMax,
        int streamsMax,
        int layoutsMax,
        int rootsMax,
        GuidWidth guidWidth) {
    /** More streams would make the header longer than its 8 bytes. */
    public static final int STREAMS_CEILING = 4_095;

    public CompactLimits {
        if (frameBytesMax < 8 || frameWorkMax < 1 || streamsMax < 1) {
            throw new IllegalArgumentException("compact limits must be positive");
        }
        if (layoutsMax < 1 || rootsMax < 1) {
            throw new IllegalArgumentException("compact limits must be positive");
        }
        if (streamsMax > STREAMS_CEILING) {
            throw new IllegalArgumentException("at most 4095 streams, not " + streamsMax);
        }
    }

    /** The documented defaults. */
    public static CompactLimits defaults() {
        return new CompactLimits(
                StreamLimits.defaults(),
                4 << 20,
                262_144,
                STREAMS_CEILING,
                4_096,
                1 << 20,
                GuidWidth.BITS_64);
    }
}
