package dev.terrane.schema.registry.edge;

import dev.terrane.schema.registry.plan.Finding;
import dev.terrane.schema.registry.plan.Held;
import dev.terrane.schema.registry.plan.PublishPlan;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

/**
 * What publishing a document would do. Lists hold their first 1,000 entries; how many there are is
 * told beside them.
 *
 * @param name the schema
 * @param latestVersion number of the newest version, 0 for none
 * @param nextVersion number the document would get; the newest when that has its content already
 * @param mode what it is judged by
 * @param contentHash hash of the document's canonical export
 * @param wireHash hash of what matters on the wire
 * @param accepted whether it may be published, the confirmations given
 * @param confirmationRequired whether the hash must be given
 * @param worst each axis by its worst change
 * @param changes what differs from the newest version
 * @param changeCount how many changes there are
 * @param forbidden changes the mode does not allow
 * @param forbiddenCount how many there are
 * @param held retired members that cannot be left out yet
 * @param confirmations changes that must be confirmed with the hash
 * @param warnings changes that are allowed and may lose data
 * @param affected live holders, which keep the version they have; the first 100
 * @param affectedCount how many live holders there are
 * @param planHash hash of the plan: send it as {@code planHash}
 */
@Schema(name = "PublishPlan", description = "What publishing a document would do")
public record PlanView(
        @Schema(example = "guest-room") String name,
        @Schema(example = "1") int latestVersion,
        @Schema(example = "2") int nextVersion,
        @Schema(example = "FULL_TRANSITIVE") String mode,
        String contentHash,
        String wireHash,
        @Schema(example = "true") boolean accepted,
        @Schema(example = "false") boolean confirmationRequired,
        ChangeView.ImpactView worst,
        List<ChangeView> changes,
        @Schema(example = "1") int changeCount,
        List<FindingView> forbidden,
        @Schema(example = "0") int forbiddenCount,
        List<HeldView> held,
        List<FindingView> confirmations,
        List<FindingView> warnings,
        List<ReferenceView> affected,
        @Schema(example = "3") int affectedCount,
        @Schema(example = "1f825aa2f0020ef7cf91dfa30da4668d791c5d4824fc8e41354b89ec05795ab3")
                String planHash) {
    /** Entries of a list that are shown. */
    public static final int SHOWN_MAX = 1000;

    private static final int HOLDERS_MAX = 100;

    /**
     * One change that needs attention.
     *
     * @param against the earlier version it differs from; empty for what is reserved for ever
     * @param change the change
     * @param message one sentence with rule, places, values and what breaks
     * @param fix what to do instead
     */
    @Schema(name = "PlanFinding")
    public record FindingView(
            @Schema(example = "guest-room@1") String against,
            ChangeView change,
            String message,
            String fix) {
        static FindingView of(Finding finding) {
            return new FindingView(
                    finding.against() == null ? "" : finding.against().toString(),
                    ChangeView.of(finding.change()),
                    finding.message(),
                    finding.change().rule().fix());
        }
    }

    /**
     * A retired member somebody may still use.
     *
     * @param className its class
     * @param index its index
     * @param holders who may use it
     */
    @Schema(name = "HeldMember")
    public record HeldView(
            @Schema(example = "Guest") String className,
            @Schema(example = "4") long index,
            List<ReferenceView> holders) {
        public HeldView {
            holders = List.copyOf(holders);
        }

        static HeldView of(Held held, Instant now) {
            return new HeldView(
                    held.member().key().className(),
                    held.member().key().index(),
                    held.holders().stream()
                            .limit(HOLDERS_MAX)
                            .map(holder -> ReferenceView.of(holder, now))
                            .toList());
        }
    }

    public PlanView {
        changes = List.copyOf(changes);
        forbidden = List.copyOf(forbidden);
        held = List.copyOf(held);
        confirmations = List.copyOf(confirmations);
        warnings = List.copyOf(warnings);
        affected = List.copyOf(affected);
    }

    /** The view of a plan as of a moment. */
    public static PlanView of(PublishPlan plan, Instant now) {
        return new PlanView(
                plan.name().value(),
                plan.latest(),
                plan.next(),
                plan.mode().name(),
                plan.content().contentHash().hex(),
                plan.content().wireHash().hex(),
                plan.isAccepted(),
                !plan.confirmations().isEmpty(),
                ChangeView.ImpactView.of(plan.diff().worst()),
                plan.diff().changes().stream().limit(SHOWN_MAX).map(ChangeView::of).toList(),
                plan.diff().changes().size(),
                findings(plan.forbidden()),
                plan.forbidden().size(),
                plan.held().stream().map(held -> HeldView.of(held, now)).toList(),
                findings(plan.confirmations()),
                findings(plan.warnings()),
                plan.affected().stream()
                        .limit(HOLDERS_MAX)
                        .map(holder -> ReferenceView.of(holder, now))
                        .toList(),
                plan.affected().size(),
                plan.hash());
    }

    private static List<FindingView> findings(List<Finding> findings) {
        return findings.stream().limit(SHOWN_MAX).map(FindingView::of).toList();
    }
}
