package dev.terrane.core.chunk.merge;

/** How many chunks of a plan are of which kind, and how many conflicts they have together. */
public record PlanTotals(
        int added, int changed, int removed, int untouched, int conflicting, long conflicts) {
    /** No chunk yet. */
    public static final PlanTotals NONE = new PlanTotals(0, 0, 0, 0, 0, 0);

    /** These and one more. */
    public PlanTotals plus(ChunkPlan plan) {
        return switch (plan) {
            case ChunkPlan.Added _ ->
                    new PlanTotals(added + 1, changed, removed, untouched, conflicting, conflicts);
            case ChunkPlan.Changed _ ->
                    new PlanTotals(added, changed + 1, removed, untouched, conflicting, conflicts);
            case ChunkPlan.Removed _ ->
                    new PlanTotals(added, changed, removed + 1, untouched, conflicting, conflicts);
            case ChunkPlan.Untouched _ ->
                    new PlanTotals(added, changed, removed, untouched + 1, conflicting, conflicts);
            case ChunkPlan.Conflicting found ->
                    new PlanTotals(
                            added,
                            changed,
                            removed,
                            untouched,
                            conflicting + 1,
                            conflicts + found.count());
        };
    }
}
