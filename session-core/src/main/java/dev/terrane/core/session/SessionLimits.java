package dev.terrane.core.session;

/**
 * Bounds of a session's bookkeeping; those of its world are part of its definition.
 *
 * @param clientIdsMax client command ids of one generation; further ones are refused
 * @param recentReceiptsMax receipts answered from memory; older ones are known only to be spent
 * @param restingReceiptsMax receipts a session without client commands keeps of them
 * @param recentFactsMax facts kept with those receipts
 * @param pendingRecordsMax journal records not yet taken; beyond it commands are refused
 */
public record SessionLimits(
        int clientIdsMax,
        int recentReceiptsMax,
        int restingReceiptsMax,
        int recentFactsMax,
        int pendingRecordsMax) {
    /**
     * 1,048,576 ids, 1,024 receipts (64 at rest) with at most 65,536 facts, 65,536 pending records.
     */
    public static final SessionLimits DEFAULT =
            new SessionLimits(1_048_576, 1_024, 64, 65_536, 65_536);

    public SessionLimits {
        if (clientIdsMax < 1
                || recentReceiptsMax < 1
                || restingReceiptsMax < 1
                || restingReceiptsMax > recentReceiptsMax
                || recentFactsMax < 0
                || pendingRecordsMax < 1) {
            throw new IllegalArgumentException("a limit is not positive, or more receipts at rest");
        }
    }
}
