package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.PublicationCheck;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Frames that follow the grammar and lie here and there: whatever a receiver applies is a state its
 * binding allows, and whatever it refuses is typed and hides everything.
 */
class HostileFramesTest {
    private static final int RUNS = 3_000;
    private static final int FRAMES = 12;

    @Test
    void whatIsAppliedFitsAndWhatDoesNotIsHidden() {
        var coverage = new Coverage();
        Seeds.forEach(
                RUNS,
                random -> {
                    var receiver = new CompactReceiver(Compacts.LIMITS, 0);
                    for (int i = 0; i < HostileFrames.layouts().size(); i++) {
                        receiver.addLayout(i + 1, HostileFrames.layouts().get(i));
                    }
                    var frames = new HostileFrames(random, receiver);
                    boolean open = true;
                    for (int i = 0; i < FRAMES && open; i++) {
                        if (!receiver.streams().isEmpty() && random.oneIn(6)) {
                            BoundStream gone = random.choice(receiver.streams());
                            receiver.remove(gone.bind().handle(), random.nextBoolean());
                        }
                        FrameResult result = receiver.receive(frames.next());
                        FrameSequences.judge(receiver, result);
                        open = !(result instanceof FrameResult.Refused);
                        count(coverage, result);
                        if (result instanceof FrameResult.Applied) {
                            receiver.streams().forEach(HostileFramesTest::requireFitting);
                        }
                    }
                });
        System.out.println("covered " + coverage);
        coverage.requireAtLeast(2_000, "Applied", "Baseline", "Delta", "Refused");
        coverage.requireAtLeast(50, "MALFORMED", "DUPLICATE", "CHILD_HIDDEN");
        coverage.requireAtLeast(5, "GAP", "CHILD_STATE", "ROW_STATE", "NOT_FINITE", "GUID_RANGE");
    }

    private static void count(Coverage coverage, FrameResult result) {
        coverage.count(result.getClass().getSimpleName());
        switch (result) {
            case FrameResult.Applied applied ->
                    applied.updates()
                            .forEach(
                                    update ->
                                            coverage.count(
                                                    update.publication()
                                                            .getClass()
                                                            .getSimpleName()));
            case FrameResult.Refused(Refusal refusal) ->
                    coverage.count(
                            switch (refusal) {
                                case Refusal.Rejected rejected -> rejected.reason();
                                case Refusal.OverLimit over -> over.limit();
                                case Refusal.Exhausted exhausted -> exhausted.counter();
                            });
            case FrameResult.Collected _, FrameResult.Duplicate _ -> {}
        }
    }

    /** The state is one the binding allows, and exactly its children have names. */
    private static void requireFitting(BoundStream stream) {
        StreamBinding binding = stream.replica().binding();
        Snapshot state = stream.replica().state().orElseThrow();
        var baseline = new Publication.Baseline(binding.generation(), 1, state);
        assertThat(PublicationCheck.judge(binding, baseline, Compacts.LIMITS.stream())).isEmpty();
        Set<Guid> children = new HashSet<>();
        collect(state.root(), children);
        assertThat(stream.children().keySet()).isEqualTo(children);
    }

    private static void collect(EntitySnapshot owner, Set<Guid> children) {
        owner.containers()
                .values()
                .forEach(
                        container ->
                                container
                                        .slots()
                                        .values()
                                        .forEach(
                                                child -> {
                                                    children.add(child.guid());
                                                    collect(child, children);
                                                }));
    }
}
