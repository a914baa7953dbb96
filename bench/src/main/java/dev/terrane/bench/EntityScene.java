package dev.terrane.bench;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.compact.Bind;
import dev.terrane.core.entity.compact.BodyCounters;
import dev.terrane.core.entity.compact.BodyLimits;
import dev.terrane.core.entity.compact.BodyResult;
import dev.terrane.core.entity.compact.BodyUse;
import dev.terrane.core.entity.compact.CompactBody;
import dev.terrane.core.entity.compact.CompactLimits;
import dev.terrane.core.entity.compact.Flush;
import dev.terrane.core.entity.compact.FrameHead;
import dev.terrane.core.entity.compact.FrameWriter;
import dev.terrane.core.entity.compact.PeerStreams;
import dev.terrane.core.entity.compact.StageBodies;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * The workload published to peers that see all of it or a part, under one projection class over
 * every member.
 */
final class EntityScene {
    static final CompactLimits LIMITS = CompactLimits.defaults();

    private final EntityWorkload workload = new EntityWorkload();
    private final EntityWorkload.Change change;
    private final BodyCounters counters = new BodyCounters();
    private final StageBodies stage;
    private final FrameWriter writer = new FrameWriter(LIMITS);
    private final List<PeerStreams> peers = new ArrayList<>();
    private final ProjectionClass projection;
    private int tick;

    /** Who sees what. */
    enum Audience {
        /** One frame with everything. */
        SHARED(1, EntityWorkload.ENTITIES),
        /** 50 views of 40 entities each. */
        AREAS(EntityWorkload.VIEWS, EntityWorkload.VIEW_SIZE),
        /** 50 views of everything. */
        EVERYTHING(EntityWorkload.VIEWS, EntityWorkload.ENTITIES);

        private final int views;
        private final int size;

        Audience(int views, int size) {
            this.views = views;
            this.size = size;
        }

        int views() {
            return views;
        }
    }

    /** What one run of ticks measured; bytes are of one tick and view. */
    record Measured(double micros, double bytes) {}

    EntityScene(Audience audience, EntityWorkload.Change change, Quantisation precision) {
        this.change = change;
        this.projection = projection(precision);
        this.stage =
                new StageBodies(workload.kernel(), Flush.of(0), BodyLimits.of(LIMITS), counters);
        stage.flush(Flush.of(1), StageBodies.NOTHING);
        tick = 1;
        for (int view = 0; view < audience.views; view++) {
            PeerStreams peer = stage.newPeer();
            for (int k = 0; k < audience.size; k++) {
                int entity =
                        audience.size == EntityWorkload.ENTITIES
                                ? k
                                : EntityWorkload.visible(view, k);
                body(peer.bind(k + 1, workload.entities().get(entity), projection));
            }
            peers.add(peer);
        }
    }

    /** Steps of 1/256 for both coordinates. */
    static Quantisation coordinatesInFixedPoint() {
        return Quantisation.ofFields(
                new IndexMap.Builder<FixedPoint>()
                        .put(EntityWorkload.X, new FixedPoint(8))
                        .put(EntityWorkload.Y, new FixedPoint(8))
                        .build());
    }

    int views() {
        return peers.size();
    }

    ProjectionClass projection() {
        return projection;
    }

    BodyCounters counters() {
        return counters;
    }

    /** Changes the workload; no part of what is measured. */
    void mutate() {
        tick++;
        change.apply(workload, tick);
    }

    /** Takes the dirty columns over and marks the streams. */
    void flush() {
        require(stage.flush(Flush.of(tick), StageBodies.NOTHING).isEmpty());
        stage.keepFrom(Flush.of(tick));
    }

    /** Publishes; returns the frame of the first peer. */
    byte[] publishFirst() {
        flush();
        return frame(peers.getFirst());
    }

    /** From dirty columns to the finished frame of every peer; returns their bytes. */
    int publish() {
        flush();
        int bytes = 0;
        for (int i = 0; i < peers.size(); i++) {
            bytes += frame(peers.get(i)).length;
        }
        return bytes;
    }

    byte[] frame(PeerStreams peer) {
        writer.begin(
                new FrameHead(tick, tick, true, false, OptionalLong.empty(), OptionalLong.empty()));
        require(peer.writeChanged(writer, BodyUse.SHARED).isEmpty() && !writer.isFull());
        return writer.finish();
    }

    /** The median time of a publication, and the mean bytes. */
    Measured run(int ticks) {
        long[] nanos = new long[ticks];
        long bytes = 0;
        for (int i = 0; i < ticks; i++) {
            mutate();
            long begin = System.nanoTime();
            bytes += publish();
            nanos[i] = System.nanoTime() - begin;
        }
        Arrays.sort(nanos);
        double median = (nanos[(ticks - 1) / 2] + nanos[ticks / 2]) / 2.0;
        return new Measured(median / 1000, (double) bytes / ticks / peers.size());
    }

    /** The frame that opens streams for the first entities. */
    byte[] firstSight(int entities) {
        writer.begin(FrameHead.of(1, 0));
        PeerStreams peer = stage.newPeer();
        for (int i = 0; i < entities; i++) {
            var entity = workload.entities().get(i);
            CompactBody baseline = body(peer.bind(i + 1, entity, projection));
            var bind = new Bind(i + 1, 1, entity.guid(), 0x8000_0000 | i, 1);
            require(writer.bind(bind, baseline));
        }
        peer.close();
        return writer.finish();
    }

    private ProjectionClass projection(Quantisation precision) {
        var layout = workload.entities().getFirst().layout();
        return switch (ProjectionClass.of("bench@1", layout, precision)) {
            case ProjectionClass.Result.Ok(ProjectionClass made) -> made;
            case ProjectionClass.Result.Refused(Refusal refusal) ->
                    throw new IllegalStateException(refusal.toString());
        };
    }

    private static CompactBody body(BodyResult result) {
        if (result instanceof BodyResult.Encoded(CompactBody body)) {
            return body;
        }
        throw new IllegalStateException(result.toString());
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("something was refused at tick");
        }
    }
}
