package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.stream.StreamLimits;

/**
 * Bounds of one encoded publication, beside the bounds of what it means.
 *
 * @param stream bounds of state and patch
 * @param messageBytesMax bytes of one encoded message (default 4 MiB)
 * @param recordsMax message records and unknown fields inside one message (default 132,096)
 * @param depthMax message levels below the outermost, unknown groups included (default 128)
 * @param guidWidth range of guids (default 64 bits)
 */
public record CodecLimits(
        StreamLimits stream,
        int messageBytesMax,
        int recordsMax,
        int depthMax,
        GuidWidth guidWidth) {
    public CodecLimits {
        if (messageBytesMax < 1 || recordsMax < 1 || depthMax < 1 || depthMax > 1_000) {
            throw new IllegalArgumentException("codec limits must be positive, depth at most 1000");
        }
    }

    /** The documented defaults. */
    public static CodecLimits defaults() {
        return new CodecLimits(StreamLimits.defaults(), 4 << 20, 132_096, 128, GuidWidth.BITS_64);
    }
}
