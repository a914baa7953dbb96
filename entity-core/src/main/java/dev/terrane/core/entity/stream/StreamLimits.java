package dev.terrane.core.entity.stream;

/**
 * Bounds of one publisher or replica.
 *
 * @param snapshot bounds of binding and complete state
 * @param patchOperationsMax entity, table and row entries of one delta (default 65,536)
 * @param patchValuesMax field and column values of one delta (default 65,536)
 * @param patchStringBytesMax bytes of schema id and string values of one delta (default 1 MiB)
 * @param lifetimeEntriesMax remembered entity, table and visible row lifetimes (default 132,096)
 */
public record StreamLimits(
        SnapshotLimits snapshot,
        int patchOperationsMax,
        int patchValuesMax,
        int patchStringBytesMax,
        int lifetimeEntriesMax) {
    public StreamLimits {
        if (patchOperationsMax < 0
                || patchValuesMax < 0
                || patchStringBytesMax < 0
                || lifetimeEntriesMax < 0) {
            throw new IllegalArgumentException("stream limits must not be negative");
        }
    }

    /** The documented defaults. */
    public static StreamLimits defaults() {
        return new StreamLimits(SnapshotLimits.defaults(), 65_536, 65_536, 1 << 20, 132_096);
    }
}
