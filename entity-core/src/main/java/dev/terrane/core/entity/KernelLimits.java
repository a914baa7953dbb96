package dev.terrane.core.entity;

/**
 * Bounds of one kernel.
 *
 * @param entitiesMax entities alive at once (default 65,536)
 * @param tableRowsMax rows of one table (default 65,536)
 * @param argumentsMax arguments of one creation (default 4,096)
 * @param valueBytesMax bytes of one string value (default 64 KiB)
 * @param guidWidth range of guids (default 64 bits)
 * @param containerDepthMax levels of children below an entity that is in no container (default 64)
 * @param customValuesMax custom values of one entity (default 256)
 * @param mapInstancesMax map instances at once (default 1,024)
 * @param rowChangesMax rows one table, and slots one container, remembers by number until the next
 *     flush (default 4,096)
 * @param retiredGuidsMax guids of ended lifetimes that are remembered exactly (default 65,536); a
 *     guid that comes back later than that skips lifetime numbers
 */
public record KernelLimits(
        int entitiesMax,
        int tableRowsMax,
        int argumentsMax,
        int valueBytesMax,
        GuidWidth guidWidth,
        int containerDepthMax,
        int customValuesMax,
        int mapInstancesMax,
        int rowChangesMax,
        int retiredGuidsMax) {
    public KernelLimits {
        if (entitiesMax < 1 || tableRowsMax < 1 || argumentsMax < 0 || valueBytesMax < 0) {
            throw new IllegalArgumentException("kernel limits must be positive");
        }
        if (containerDepthMax < 0 || containerDepthMax > 1_000) {
            // Subtrees are walked recursively.
            throw new IllegalArgumentException("no container depth: " + containerDepthMax);
        }
        if (customValuesMax < 0 || mapInstancesMax < 1) {
            throw new IllegalArgumentException("kernel limits must be positive");
        }
        if (rowChangesMax < 1 || retiredGuidsMax < 0) {
            throw new IllegalArgumentException("kernel limits must be positive");
        }
    }

    /** Limits with the defaults of row changes and retired guids. */
    public KernelLimits(
            int entitiesMax,
            int tableRowsMax,
            int argumentsMax,
            int valueBytesMax,
            GuidWidth guidWidth,
            int containerDepthMax,
            int customValuesMax,
            int mapInstancesMax) {
        this(
                entitiesMax,
                tableRowsMax,
                argumentsMax,
                valueBytesMax,
                guidWidth,
                containerDepthMax,
                customValuesMax,
                mapInstancesMax,
                4_096,
                65_536);
    }

    /** Limits with the defaults of everything that is not named. */
    public KernelLimits(
            int entitiesMax,
            int tableRowsMax,
            int argumentsMax,
            int valueBytesMax,
            GuidWidth guidWidth) {
        this(entitiesMax, tableRowsMax, argumentsMax, valueBytesMax, guidWidth, 64, 256, 1_024);
    }

    /** The documented defaults. */
    public static KernelLimits defaults() {
        return new KernelLimits(65_536, 65_536, 4_096, 65_536, GuidWidth.BITS_64);
    }
}
