package dev.terrane.bench;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.compact.Bind;
import dev.terrane.core.entity.compact.BodyCounters;
import dev.terrane.core.entity.compact.BodyResult;
import dev.terrane.core.entity.compact.CompactBody;
import dev.terrane.core.entity.compact.CompactLimits;
import dev.terrane.core.entity.compact.Flush;
import dev.terrane.core.entity.compact.FrameHead;
import dev.terrane.core.entity.compact.FrameWriter;
import dev.terrane.core.entity.compact.RootBodies;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Bytes of whole WebSocket payloads of the compact codec on a fixed workload, header and handles
 * included: means over 1,000 ticks after 300, and the frames of first sight. Counts, so one run
 * says it.
 */
final class EntityBenchmark {
    private static final int WARM_TICKS = 300;
    private static final int MEASURED_TICKS = 1_000;
    private static final CompactLimits LIMITS = CompactLimits.defaults();

    private EntityBenchmark() {}

    static List<Row> run(PrintWriter log) {
        List<Row> rows = new ArrayList<>();
        rows.add(bytes("int_shared", new Scene(false).shared(EntityWorkload::integers), 132));
        rows.add(bytes("int_aoi", new Scene(false).views(EntityWorkload::integers, log), 36));
        rows.add(bytes("dbl_shared", new Scene(false).shared(EntityWorkload::doubles), 372));
        rows.add(bytes("q256_shared", new Scene(true).shared(EntityWorkload::doubles), 170));
        rows.add(
                bytes(
                        "first_sight_200",
                        new Scene(false).firstSight(EntityWorkload.ENTITIES),
                        17_600));
        rows.add(
                bytes(
                        "first_sight_aoi40",
                        new Scene(false).firstSight(EntityWorkload.VIEW_SIZE),
                        3_600));
        return rows;
    }

    private static Row bytes(String name, double value, int bound) {
        return new Row("bytes." + name, value, "B", "none; bound " + bound + " B");
    }

    /** The workload with one projection class over everything, and its shared bodies. */
    private static final class Scene {
        private final EntityWorkload workload = new EntityWorkload();
        private final BodyCounters counters = new BodyCounters();
        private final FrameWriter writer = new FrameWriter(LIMITS);
        private final List<RootBodies> roots = new ArrayList<>();
        private final ProjectionClass projection;

        Scene(boolean fixedPoint) {
            Quantisation precision =
                    fixedPoint
                            ? Quantisation.ofFields(
                                    new IndexMap.Builder<FixedPoint>()
                                            .put(EntityWorkload.X, new FixedPoint(8))
                                            .put(EntityWorkload.Y, new FixedPoint(8))
                                            .build())
                            : Quantisation.NONE;
            var layout = workload.entities().getFirst().layout();
            projection =
                    switch (ProjectionClass.of("bench@1", layout, precision)) {
                        case ProjectionClass.Result.Ok(ProjectionClass made) -> made;
                        case ProjectionClass.Result.Refused(Refusal refusal) ->
                                throw failure(refusal);
                    };
            for (Entity entity : workload.entities()) {
                var root = new RootBodies(entity, RootBodies.CLASSES_MAX, LIMITS, counters);
                require(root.join(projection, Flush.of(0)));
                roots.add(root);
            }
        }

        double shared(BiConsumer<EntityWorkload, Integer> change) {
            long bytes = 0;
            for (int tick = 1; tick <= WARM_TICKS + MEASURED_TICKS; tick++) {
                advance(change, tick);
                int size = frame(tick, -1).length;
                bytes += tick > WARM_TICKS ? size : 0;
            }
            return (double) bytes / MEASURED_TICKS;
        }

        double views(BiConsumer<EntityWorkload, Integer> change, PrintWriter log) {
            long bytes = 0;
            for (int tick = 1; tick <= WARM_TICKS + MEASURED_TICKS; tick++) {
                advance(change, tick);
                for (int view = 0; view < EntityWorkload.VIEWS; view++) {
                    int size = frame(tick, view).length;
                    bytes += tick > WARM_TICKS ? size : 0;
                }
            }
            log.printf(
                    "%d bodies for %d frames of %d views%n",
                    counters.shared(),
                    (WARM_TICKS + MEASURED_TICKS) * EntityWorkload.VIEWS,
                    EntityWorkload.VIEWS);
            return (double) bytes / MEASURED_TICKS / EntityWorkload.VIEWS;
        }

        int firstSight(int entities) {
            writer.begin(FrameHead.of(1, 0));
            for (int i = 0; i < entities; i++) {
                var bind =
                        new Bind(i + 1, 1, workload.entities().get(i).guid(), 0x8000_0000 | i, 1);
                writer.bind(bind, body(roots.get(i).baseline(projection)).orElseThrow());
            }
            return writer.finish().length;
        }

        private void advance(BiConsumer<EntityWorkload, Integer> change, int tick) {
            change.accept(workload, tick);
            for (int k = 0; k < EntityWorkload.CHANGED; k++) {
                RootBodies root = roots.get(EntityWorkload.changedAt(tick, k));
                require(root.flush(Flush.of(tick)));
                root.keepFrom(Flush.of(tick - 1L));
            }
        }

        private byte[] frame(int tick, int view) {
            writer.begin(FrameHead.of(tick + 1L, tick));
            int places = view < 0 ? EntityWorkload.ENTITIES : EntityWorkload.VIEW_SIZE;
            for (int place = 0; place < places; place++) {
                int entity = view < 0 ? place : EntityWorkload.visible(view, place);
                BodyResult result =
                        roots.get(entity)
                                .since(projection, Flush.of(tick - 1L), RootBodies.Use.SHARED);
                int handle = place + 1;
                body(result).ifPresent(body -> writer.body(handle, body));
            }
            return writer.finish();
        }

        private static Optional<CompactBody> body(BodyResult result) {
            return switch (result) {
                case BodyResult.Encoded(CompactBody body) -> Optional.of(body);
                case BodyResult.Unchanged() -> Optional.empty();
                case BodyResult.Refused(Refusal refusal) -> throw failure(refusal);
            };
        }

        private static void require(Optional<Refusal> refusal) {
            refusal.ifPresent(
                    why -> {
                        throw failure(why);
                    });
        }

        private static IllegalStateException failure(Refusal refusal) {
            return new IllegalStateException(refusal.toString());
        }
    }
}
