package dev.terrane.schema.registry.wire;

import dev.terrane.core.schema.diff.Impact;
import dev.terrane.core.schema.diff.SchemaChange;
import dev.terrane.proto.schema.v1alpha1.ChangeImpact;
import dev.terrane.proto.schema.v1alpha1.ChangeSide;
import dev.terrane.proto.schema.v1alpha1.HeldMember;
import dev.terrane.proto.schema.v1alpha1.PlanFinding;
import dev.terrane.proto.schema.v1alpha1.Verdict;
import dev.terrane.schema.registry.plan.Finding;
import dev.terrane.schema.registry.plan.Held;
import dev.terrane.schema.registry.plan.PublishPlan;
import java.time.Instant;
import java.util.List;

/** Plans as messages. */
final class PlanMessages {
    /** Changes and findings of a kind that are told; how many there are is told, too. */
    static final int CHANGES_MAX = 1000;

    private static final int HOLDERS_MAX = 100;

    private PlanMessages() {}

    static dev.terrane.proto.schema.v1alpha1.PublishPlan of(PublishPlan plan, Instant now) {
        var message =
                dev.terrane.proto.schema.v1alpha1.PublishPlan.newBuilder()
                        .setName(plan.name().value())
                        .setLatestVersion(plan.latest())
                        .setNextVersion(plan.next())
                        .setMode(plan.mode().name())
                        .setContentHash(plan.content().contentHash().hex())
                        .setWireHash(plan.content().wireHash().hex())
                        .setAccepted(plan.isAccepted())
                        .setWorst(of(plan.worst()))
                        .setChangeCount(plan.diff().changes().size())
                        .setLiveHolderCount(plan.affected().size())
                        .setHash(plan.hash());
        first(plan.diff().changes(), CHANGES_MAX).forEach(change -> message.addChanges(of(change)));
        first(plan.forbidden(), CHANGES_MAX).forEach(each -> message.addForbidden(of(each)));
        plan.held().forEach(held -> message.addHeld(of(held, now)));
        first(plan.confirmations(), CHANGES_MAX)
                .forEach(each -> message.addConfirmations(of(each)));
        first(plan.warnings(), CHANGES_MAX).forEach(each -> message.addWarnings(of(each)));
        first(plan.affected(), HOLDERS_MAX)
                .forEach(each -> message.addLiveHolders(ReferenceRpc.message(each, now)));
        return message.build();
    }

    static dev.terrane.proto.schema.v1alpha1.SchemaChange of(SchemaChange change) {
        var message =
                dev.terrane.proto.schema.v1alpha1.SchemaChange.newBuilder()
                        .setRule(change.rule().id())
                        .setImpact(of(change.impact()));
        if (change.before() != null) {
            message.setBefore(of(change.before()));
        }
        if (change.after() != null) {
            message.setAfter(of(change.after()));
        }
        return message.build();
    }

    static ChangeImpact of(Impact impact) {
        return ChangeImpact.newBuilder()
                .setWire(of(impact.wire()))
                .setSource(of(impact.source()))
                .setData(of(impact.data()))
                .setAuthorisation(of(impact.authorisation()))
                .build();
    }

    private static Verdict of(dev.terrane.core.schema.diff.Verdict verdict) {
        return switch (verdict) {
            case OK -> Verdict.VERDICT_OK;
            case NEW_STREAM -> Verdict.VERDICT_NEW_STREAM;
            case CHECKED -> Verdict.VERDICT_CHECKED;
            case WARN -> Verdict.VERDICT_WARN;
            case CONFIRM -> Verdict.VERDICT_CONFIRM;
            case BREAK -> Verdict.VERDICT_BREAK;
            case REFUSED -> Verdict.VERDICT_REFUSED;
        };
    }

    private static ChangeSide of(SchemaChange.Side side) {
        return ChangeSide.newBuilder().setPointer(side.pointer()).setValue(side.value()).build();
    }

    private static PlanFinding of(Finding finding) {
        return PlanFinding.newBuilder()
                .setAgainst(finding.against() == null ? "" : finding.against().toString())
                .setChange(of(finding.change()))
                .setMessage(finding.message())
                .setFix(finding.change().rule().fix())
                .build();
    }

    private static HeldMember of(Held held, Instant now) {
        HeldMember.Builder message =
                HeldMember.newBuilder()
                        .setClassName(held.member().key().className())
                        .setIndex((int) held.member().key().index());
        first(held.holders(), HOLDERS_MAX)
                .forEach(each -> message.addHolders(ReferenceRpc.message(each, now)));
        return message.build();
    }

    private static <T> List<T> first(List<T> list, int most) {
        return list.subList(0, Math.min(most, list.size()));
    }
}
