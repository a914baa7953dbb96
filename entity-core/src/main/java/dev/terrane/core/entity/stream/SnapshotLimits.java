package dev.terrane.core.entity.stream;

/**
 * Bounds of one projection and, separately, of the state it shows. They bound structure and text,
 * not heap or encoded bytes.
 *
 * @param depthMax levels of children, the root at 0 (default 8)
 * @param entitiesMax entities shown, and separately container slots looked at (default 1,024)
 * @param rowsMax rows over all tables (default 65,536)
 * @param membersMax fields, tables and column values (default 65,536)
 * @param stringBytesMax bytes of schema id, class names and string values (default 1 MiB)
 * @param valueBytesMax bytes of one string value (default 64 KiB)
 */
public record SnapshotLimits(
        int depthMax,
        int entitiesMax,
        int rowsMax,
        int membersMax,
        int stringBytesMax,
        int valueBytesMax) {
    /** Other bounds than the defaults for everything but depth and entities. */
    public SnapshotLimits(int rowsMax, int membersMax, int stringBytesMax, int valueBytesMax) {
        this(8, 1_024, rowsMax, membersMax, stringBytesMax, valueBytesMax);
    }

    public SnapshotLimits {
        if (depthMax < 0
                || entitiesMax < 1
                || rowsMax < 0
                || membersMax < 0
                || stringBytesMax < 0
                || valueBytesMax < 0) {
            throw new IllegalArgumentException("snapshot limits must not be negative");
        }
    }

    /** The documented defaults. */
    public static SnapshotLimits defaults() {
        return new SnapshotLimits(65_536, 65_536, 1 << 20, 65_536);
    }

    /** The documented defaults of scalar captures and streams: 1,024 fields and no rows. */
    public static SnapshotLimits scalarDefaults() {
        return new SnapshotLimits(0, 1_024, 1 << 20, 65_536);
    }
}
