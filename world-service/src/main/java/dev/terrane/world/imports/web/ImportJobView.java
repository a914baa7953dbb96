package dev.terrane.world.imports.web;

import static dev.terrane.world.imports.ImportJob.nameOf;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.merge.PlanTotals;
import dev.terrane.rpc.server.Caller;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob;
import dev.terrane.world.imports.ImportReport;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An import, or what takes one back, on REST. */
record ImportJobView(
        @Schema(example = "0f8fad5b-d9cb-469f-a165-70867728950e") String id,
        @Schema(
                        example = "import",
                        allowableValues = {"import", "rollback"})
                String kind,
        @Schema(example = "isle") String world,
        @Schema(example = "main") String room,
        @Schema(description = "The map's path, as it was sent", example = "maps/isle.tmx")
                String file,
        @Schema(
                        example = "done",
                        allowableValues = {
                            "staging",
                            "planning",
                            "planned",
                            "committing",
                            "finishing",
                            "cancelling",
                            "suspended",
                            "done",
                            "failed",
                            "cancelled"
                        })
                String state,
        @Schema(
                        example = "commit",
                        allowableValues = {"commit", "plan"})
                String mode,
        @Schema(
                        description = "Whose value is taken where map and edits disagree",
                        example = "none",
                        allowableValues = {"none", "ours", "theirs"})
                String prefer,
        @Schema(description = "Chunks that are through with each part") ProgressView progress,
        @Schema(description = "What the map changes of the room") TotalsView plan,
        @Schema(
                        description =
                                "More chunks change than one transaction takes: readers may see some"
                                        + " of them before the others",
                        example = "false")
                boolean inSlices,
        @Schema(
                        description =
                                "Chunks of a commit in slices that stay as they are, because edits"
                                        + " changed them meanwhile",
                        example = "0")
                int left,
        @Schema(description = "Objects of the map", example = "13") int objects,
        @Schema(description = "Lowest corner of the map", example = "[0, 0, 0]") List<Double> min,
        @Schema(description = "Highest corner of the map", example = "[96, 64, 1]")
                List<Double> max,
        @Schema(
                        description =
                                "The caller's content allowance is below that of who began it, so"
                                        + " warnings and the problem's texts, which quote the map,"
                                        + " are left out",
                        example = "false")
                boolean gated,
        @Schema(description = "What was dropped, each with its place; the first 200")
                List<String> warnings,
        @Schema(
                        description =
                                "Why it failed or is suspended: the members of a problem document."
                                        + " Absent otherwise")
                @Nullable Map<String, Object> problem,
        @Schema(
                        description =
                                "The import of the same map it compares with, or the one it takes"
                                        + " back; empty for none")
                String otherImport,
        @Schema(description = "The job that took it back; empty for none") String rolledBackBy,
        @Schema(example = "ann") String actor,
        Instant createdAt,
        Instant updatedAt) {

    /** Chunks through with each part. */
    record ProgressView(
            @Schema(description = "Chunks there are", example = "6") int total,
            @Schema(example = "6") int staged,
            @Schema(example = "6") int planned,
            @Schema(description = "Chunks the commit writes at most", example = "6") int changing,
            @Schema(example = "6") int committed) {}

    /** Chunks by what the map does to them. */
    record TotalsView(
            @Schema(example = "6") int added,
            @Schema(example = "0") int changed,
            @Schema(example = "0") int removed,
            @Schema(example = "0") int untouched,
            @Schema(description = "Chunks with conflicts", example = "0") int conflicting,
            @Schema(description = "Cells, objects, layers and whole chunks", example = "0")
                    long conflicts) {}

    static ImportJobView of(ImportJob job, Caller caller) {
        ImportJob.Progress progress = job.progress();
        boolean open = job.isOpenTo(caller.subject(), Viewer.of(caller));
        ImportReport report = open ? job.report() : job.report().withoutTexts();
        PlanTotals totals = report.totals();
        Box bounds = report.bounds();
        return new ImportJobView(
                job.id(),
                nameOf(job.order().kind()),
                job.room().world().value(),
                job.room().room().value(),
                job.order().source().fileName(),
                nameOf(job.state()),
                nameOf(job.order().mode()),
                nameOf(job.order().prefer()),
                new ProgressView(
                        progress.total(),
                        progress.staged(),
                        progress.planned(),
                        progress.changing(),
                        progress.committed()),
                new TotalsView(
                        totals.added(),
                        totals.changed(),
                        totals.removed(),
                        totals.untouched(),
                        totals.conflicting(),
                        totals.conflicts()),
                job.sliced(),
                report.left(),
                report.objects(),
                bounds == null ? List.of() : List.of(bounds.minX(), bounds.minY(), bounds.minZ()),
                bounds == null ? List.of() : List.of(bounds.maxX(), bounds.maxY(), bounds.maxZ()),
                !open,
                report.warnings(),
                report.problem(),
                job.order().otherJob(),
                job.rolledBackBy(),
                job.order().asker().actor(),
                job.createdAt(),
                job.updatedAt());
    }
}
