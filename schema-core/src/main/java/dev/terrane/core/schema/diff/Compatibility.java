package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.List;

/**
 * Judgement of a new version of a schema against earlier ones.
 *
 * @param forbidden changes the mode does not allow; when there is one, the version is not accepted
 * @param confirmations changes that widen who sees what
 * @param warnings changes that are allowed and may lose data
 */
public record Compatibility(
        List<Finding> forbidden, List<Finding> confirmations, List<Finding> warnings) {
    public Compatibility {
        forbidden = List.copyOf(forbidden);
        confirmations = List.copyOf(confirmations);
        warnings = List.copyOf(warnings);
    }

    /**
     * One change that needs attention.
     *
     * @param earlier position of the earlier version in the list given
     * @param change what differs from it
     */
    public record Finding(int earlier, SchemaChange change) {}

    /**
     * Judges a version.
     *
     * @param earlier the published versions, oldest first; none accepts everything
     */
    public static Compatibility judge(
            CompatibilityMode mode,
            List<SchemaDocument> earlier,
            SchemaDocument next,
            SchemaUse use) {
        List<Finding> forbidden = new ArrayList<>();
        List<Finding> confirmations = new ArrayList<>();
        List<Finding> warnings = new ArrayList<>();
        int first = mode.isTransitive() ? 0 : Math.max(0, earlier.size() - 1);
        for (int i = first; i < earlier.size(); i++) {
            for (SchemaChange change : SchemaDiff.of(earlier.get(i), next, use).changes()) {
                // A member that is retired and still there is new against what came before it: only
                // the newest version tells whether its index is used again.
                if (change.rule() == ChangeRule.RETIRED_INDEX_REUSED && i < earlier.size() - 1) {
                    continue;
                }
                if (mode.forbids(change)) {
                    forbidden.add(new Finding(i, change));
                } else if (mode.asks(change)) {
                    confirmations.add(new Finding(i, change));
                } else if (change.impact().data() == Verdict.WARN) {
                    warnings.add(new Finding(i, change));
                }
            }
        }
        return new Compatibility(forbidden, confirmations, warnings);
    }

    /** Whether the version may be published, the confirmations given. */
    public boolean isAccepted() {
        return forbidden.isEmpty();
    }
}
