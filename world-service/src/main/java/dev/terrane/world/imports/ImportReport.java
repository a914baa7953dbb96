package dev.terrane.world.imports;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.merge.PlanTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a job has found and done so far.
 *
 * @param totals the plan
 * @param left chunks of a commit in slices that edits had changed meanwhile and that stay as they
 *     are
 * @param objects of the map
 * @param bounds what the map covers; null before it was read
 * @param ownsRoom whether an import of this map made the room, which then grows with the map
 * @param warnings what of the map was dropped, each with its place
 * @param problem why it failed or was suspended, with the members of a problem document
 */
public record ImportReport(
        PlanTotals totals,
        int left,
        int objects,
        @Nullable Box bounds,
        boolean ownsRoom,
        List<String> warnings,
        @Nullable Map<String, Object> problem) {
    /** Warnings that are kept. */
    static final int WARNINGS_MAX = 200;

    static final ImportReport NONE =
            new ImportReport(PlanTotals.NONE, 0, 0, null, false, List.of(), null);

    public ImportReport {
        warnings = List.copyOf(warnings);
        problem = problem == null ? null : Collections.unmodifiableMap(new TreeMap<>(problem));
    }

    /** Members of a problem that quote nothing of the map. */
    private static final Set<String> PLAIN =
            Set.of("type", "title", "status", "code", "fix", "limitName", "limit", "actual");

    /** For who may not read what the map says: without the texts that quote it. */
    public ImportReport withoutTexts() {
        Map<String, Object> plain = problem == null ? null : new TreeMap<>(problem);
        if (plain != null) {
            plain.keySet().retainAll(PLAIN);
        }
        return new ImportReport(totals, left, objects, bounds, ownsRoom, List.of(), plain);
    }

    ImportReport withTotals(PlanTotals totals) {
        return new ImportReport(totals, left, objects, bounds, ownsRoom, warnings, problem);
    }

    ImportReport withLeft(int left) {
        return new ImportReport(totals, left, objects, bounds, ownsRoom, warnings, problem);
    }

    ImportReport withMap(int objects, Box bounds, List<String> warnings) {
        return new ImportReport(totals, left, objects, bounds, ownsRoom, first(warnings), problem);
    }

    /** The first of them; the last one kept then says how many there were more. */
    private static List<String> first(List<String> warnings) {
        if (warnings.size() <= WARNINGS_MAX) {
            return warnings;
        }
        List<String> first = new ArrayList<>(warnings.subList(0, WARNINGS_MAX - 1));
        first.add("and " + (warnings.size() - first.size()) + " more");
        return first;
    }

    ImportReport withOwnsRoom(boolean owns) {
        return new ImportReport(totals, left, objects, bounds, owns, warnings, problem);
    }

    ImportReport withProblem(@Nullable Map<String, Object> problem) {
        return new ImportReport(totals, left, objects, bounds, ownsRoom, warnings, problem);
    }
}
