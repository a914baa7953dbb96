package dev.terrane.core.entity.compact;

/**
 * Bounds of what the recipients of a stage share.
 *
 * @param classesMax projection classes of one root (default 16)
 * @param historyMax changes one root remembers for recipients with older bases (default 131,072);
 *     over it the oldest go and such a recipient needs a new stream
 * @param historyBytesMax bytes all roots of a stage hold on to for such recipients: 32 for each
 *     change, and about what the texts, rows and children take that were there before (default 256
 *     MiB); over it the older half of the time that is remembered goes. What changed with the last
 *     flush stays
 * @param compact bounds of each stream and frame
 */
public record BodyLimits(
        int classesMax, int historyMax, long historyBytesMax, CompactLimits compact) {
    /** Default for the projection classes of one root. */
    public static final int CLASSES_MAX = 16;

    public BodyLimits {
        if (classesMax < 1 || historyMax < 1 || historyBytesMax < 1) {
            throw new IllegalArgumentException("body limits must be positive");
        }
    }

    /** The documented defaults around the bounds of a connection. */
    public static BodyLimits of(CompactLimits compact) {
        return new BodyLimits(CLASSES_MAX, 131_072, 256L << 20, compact);
    }
}
