package dev.terrane.core.chunk.edit;

/**
 * What a patch may cost.
 *
 * @param operationsMax operations of one patch
 * @param patchBytesMax UTF-8 bytes of the patch document
 * @param depthMax levels of the document at any moment
 * @param nodesMax values inserted, copied and moved by one patch, counted with all they contain; 64
 *     elements that move along in a list count as one
 */
public record PatchLimits(int operationsMax, int patchBytesMax, int depthMax, long nodesMax) {
    /** 4,096 operations, 256 KiB, 512 levels, 1,000,000 values. */
    public static final PatchLimits DEFAULT = new PatchLimits(4_096, 256 << 10, 512, 1_000_000);

    public PatchLimits {
        if (operationsMax < 1 || patchBytesMax < 2 || depthMax < 1 || nodesMax < 1) {
            throw new IllegalArgumentException(
                    "limits %d, %d, %d, %d"
                            .formatted(operationsMax, patchBytesMax, depthMax, nodesMax));
        }
    }

    /** These with fewer levels, if they allow more. */
    PatchLimits withDepth(int depth) {
        return depthMax <= depth
                ? this
                : new PatchLimits(operationsMax, patchBytesMax, depth, nodesMax);
    }
}
