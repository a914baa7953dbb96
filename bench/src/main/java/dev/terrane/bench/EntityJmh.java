package dev.terrane.bench;

import dev.terrane.bench.EntityScene.Audience;
import dev.terrane.core.entity.compact.BoundStream;
import dev.terrane.core.entity.compact.CompactReceiver;
import dev.terrane.core.entity.compact.FrameResult;
import dev.terrane.core.entity.compact.FrameResult.StreamUpdate;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.StreamLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The stations of one tick of the entity workload, one after the other; each includes those before
 * it, so a difference of two is the cost of one. Run by {@code terrane bench entity --jmh}, with
 * the bytes each allocates.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class EntityJmh {
    private static final int FRAMES = 2_000;

    private final EntityScene scene = scene();
    private final EntityScene silent = scene();
    private final List<byte[]> frames = new ArrayList<>();
    private final List<List<StreamUpdate>> publications = new ArrayList<>();

    /** Frames as a receiver gets them. */
    @Setup
    public void prepare() {
        EntityScene source = scene();
        frames.add(source.firstSight(EntityWorkload.ENTITIES));
        for (int i = 1; i < FRAMES; i++) {
            source.mutate();
            frames.add(source.publishFirst());
        }
        CompactReceiver receiver = receiver();
        for (byte[] frame : frames) {
            publications.add(receive(receiver, frame).updates());
        }
    }

    /** The changes of a tick alone. */
    @Benchmark
    public void change() {
        silent.mutate();
    }

    /** Changes, and publication: columns taken over, streams marked. */
    @Benchmark
    public void publish() {
        scene.mutate();
        scene.flush();
    }

    /** Changes, publication, and the frame of a peer who sees everything. */
    @Benchmark
    public int encode() {
        scene.mutate();
        return scene.publish();
    }

    /** A frame decoded and applied, the share of opening the streams included. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public long decode() {
        CompactReceiver receiver = receiver();
        for (byte[] frame : frames) {
            receive(receiver, frame);
        }
        return receiver.frame();
    }

    /** The publications of a frame applied to their replicas, without decoding. */
    @Benchmark
    @OperationsPerInvocation(FRAMES)
    public int apply() {
        Map<Integer, Replica> replicas = new HashMap<>();
        CompactReceiver receiver = receiver();
        receive(receiver, frames.getFirst());
        for (BoundStream stream : receiver.streams()) {
            replicas.put(
                    stream.bind().handle(),
                    new Replica(stream.replica().binding(), StreamLimits.defaults()));
        }
        for (List<StreamUpdate> updates : publications) {
            for (StreamUpdate update : updates) {
                Replica replica = Objects.requireNonNull(replicas.get(update.handle()));
                if (!(replica.apply(update.publication()) instanceof ApplyResult.Applied)) {
                    throw new IllegalStateException("not applied");
                }
            }
        }
        return replicas.size();
    }

    private static EntityScene scene() {
        return new EntityScene(Audience.SHARED, EntityWorkload::integers, Quantisation.NONE);
    }

    private CompactReceiver receiver() {
        var receiver = new CompactReceiver(EntityScene.LIMITS, 0);
        receiver.addLayout(1, scene.projection());
        return receiver;
    }

    private static FrameResult.Applied receive(CompactReceiver receiver, byte[] frame) {
        if (receiver.receive(frame) instanceof FrameResult.Applied applied) {
            return applied;
        }
        throw new IllegalStateException("not applied");
    }
}
