package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** Bytes of whole messages, header and handles included, against the stated bounds. */
class WorkloadBytesTest {
    private static final int TICKS = 100;

    private final Workload workload = new Workload();
    private final BodyCounters counters = new BodyCounters();
    private final FrameWriter writer = new FrameWriter(Compacts.LIMITS);
    private final List<RootBodies> roots = new ArrayList<>();

    @Test
    void integersForEveryoneTakeAtMost132BytesATick() {
        assertThat(shared(exact(), workload::integers)).isLessThanOrEqualTo(132);
    }

    @Test
    void doublesForEveryoneTakeAtMost372BytesATick() {
        assertThat(shared(exact(), workload::doubles)).isLessThanOrEqualTo(372);
    }

    @Test
    void fixedPointForEveryoneTakesAtMost170BytesATick() {
        assertThat(shared(quantised(), workload::doubles)).isLessThanOrEqualTo(170);
    }

    @Test
    void aViewOf40TakesAtMost36BytesATick() {
        ProjectionClass projection = exact();
        open(projection);
        long bytes = 0;
        for (int tick = 1; tick <= TICKS; tick++) {
            workload.integers(tick);
            flush(tick);
            for (int view = 0; view < Workload.VIEWS; view++) {
                bytes += frame(projection, tick, view).length;
            }
        }
        assertThat((double) bytes / TICKS / Workload.VIEWS).isLessThanOrEqualTo(36);
        assertThat(counters.shared()).isLessThanOrEqualTo((long) TICKS * Workload.CHANGED);
    }

    @Test
    void firstSightOf200TakesAtMost17600Bytes() {
        assertThat(firstSight(Workload.ENTITIES)).isLessThanOrEqualTo(17_600);
    }

    @Test
    void firstSightOf40TakesAtMost3600Bytes() {
        assertThat(firstSight(Workload.VIEW_SIZE)).isLessThanOrEqualTo(3_600);
    }

    private double shared(ProjectionClass projection, IntConsumer change) {
        open(projection);
        long bytes = 0;
        for (int tick = 1; tick <= TICKS; tick++) {
            change.accept(tick);
            flush(tick);
            bytes += frame(projection, tick, -1).length;
        }
        return (double) bytes / TICKS;
    }

    private int firstSight(int entities) {
        ProjectionClass projection = exact();
        open(projection);
        writer.begin(FrameHead.of(1, 0));
        for (int i = 0; i < entities; i++) {
            writer.bind(
                    new Bind(i + 1, 1, workload.entities().get(i).guid(), 0x8000_0000 | i, 1),
                    Compacts.body(roots.get(i).baseline(projection)));
        }
        byte[] frame = writer.finish();
        var receiver = new CompactReceiver(Compacts.LIMITS, 0);
        receiver.addLayout(1, projection);
        assertThat(Compacts.applied(receiver.receive(frame)).updates()).hasSize(entities);
        return frame.length;
    }

    private void open(ProjectionClass projection) {
        for (Entity entity : workload.entities()) {
            var root = new RootBodies(entity, RootBodies.CLASSES_MAX, Compacts.LIMITS, counters);
            assertThat(root.join(projection, Flush.of(0))).isEmpty();
            roots.add(root);
        }
    }

    private void flush(int tick) {
        for (RootBodies root : roots) {
            assertThat(root.flush(Flush.of(tick))).isEmpty();
        }
    }

    private byte[] frame(ProjectionClass projection, int tick, int view) {
        writer.begin(FrameHead.of(tick + 1L, tick));
        int places = view < 0 ? Workload.ENTITIES : Workload.VIEW_SIZE;
        for (int k = 0; k < places; k++) {
            RootBodies root = roots.get(view < 0 ? k : Workload.visible(view, k));
            BodyResult result = root.since(projection, Flush.of(tick - 1L), RootBodies.Use.SHARED);
            if (result instanceof BodyResult.Encoded(CompactBody body)) {
                writer.body(k + 1, body);
            }
        }
        return writer.finish();
    }

    private ProjectionClass exact() {
        return projection(Quantisation.NONE);
    }

    private ProjectionClass quantised() {
        return projection(
                Quantisation.ofFields(
                        new IndexMap.Builder<FixedPoint>()
                                .put(Workload.X, new FixedPoint(8))
                                .put(Workload.Y, new FixedPoint(8))
                                .build()));
    }

    private ProjectionClass projection(Quantisation quantisation) {
        var layout = workload.entities().getFirst().layout();
        return switch (ProjectionClass.of("bench@1", layout, quantisation)) {
            case ProjectionClass.Result.Ok(ProjectionClass projection) -> projection;
            case ProjectionClass.Result.Refused(Refusal refusal) -> throw Compacts.fail(refusal);
        };
    }
}
