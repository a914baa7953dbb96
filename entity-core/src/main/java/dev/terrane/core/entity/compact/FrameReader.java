package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Decodes one frame against what the receiver knows and changes nothing of it. */
final class FrameReader {
    private final CompactLimits limits;
    private final Map<Integer, Plan> layouts;
    private final Map<Integer, BoundStream> streams;
    private final Set<Integer> freed;
    private final Map<Guid, Long> generations;
    private final Map<Guid, Long> opened = new HashMap<>();
    private final BodyDecoder decoder;

    FrameReader(
            CompactLimits limits,
            Map<Integer, Plan> layouts,
            Map<Integer, BoundStream> streams,
            Set<Integer> freed,
            Map<Guid, Long> generations) {
        this.limits = limits;
        this.layouts = layouts;
        this.streams = streams;
        this.freed = freed;
        this.generations = generations;
        this.decoder = new BodyDecoder(limits);
    }

    /** The first six bytes: flags, and the low 16 bits of number and tick. */
    record Prefix(int flags, int number, int tick) {
        boolean isSlice() {
            return has(FrameHead.SLICE);
        }

        boolean has(int flag) {
            return (flags & flag) != 0;
        }

        FrameHead head(At at) {
            return new FrameHead(
                    at.number(),
                    at.tick(),
                    has(FrameHead.LAST),
                    has(FrameHead.REAL_TIME),
                    OptionalLong.empty(),
                    OptionalLong.empty());
        }
    }

    /** Number and tick in full. */
    record At(long number, long tick) {}

    /** What one stream would do. */
    record Step(int handle, BoundStream stream, Publication publication, RowCounters counters) {
        FrameResult.StreamUpdate update() {
            return new FrameResult.StreamUpdate(handle, publication);
        }
    }

    /** What the whole frame would do. */
    record Content(FrameHead head, List<Step> steps) {}

    static Prefix prefix(ByteSource in) {
        if (in.u8() != 0) {
            throw CompactException.malformed(0);
        }
        int flags = in.u8();
        boolean slice = (flags & FrameHead.SLICE) != 0;
        int allowed = slice ? FrameHead.SLICE | FrameHead.LAST : FrameHead.SLICE - 1;
        if ((flags & ~allowed) != 0) {
            throw CompactException.malformed(1);
        }
        return new Prefix(flags, in.u16(), in.u16());
    }

    Content content(ByteSource in, Prefix prefix, At at) {
        int start = in.position();
        long counts = in.varint(((long) CompactLimits.STREAMS_CEILING << 2) | 3);
        int bodies = records(counts >>> FrameWriter.COUNT_SHIFT);
        boolean sliced = prefix.isSlice();
        if ((counts & FrameWriter.HAS_CHILD_BINDS) != 0 || (sliced && bodies > 0)) {
            throw CompactException.malformed(start);
        }
        FrameHead head = head(in, prefix, at);
        List<Step> steps = new ArrayList<>();
        if ((counts & FrameWriter.HAS_BINDS) != 0) {
            readBinds(in, steps);
        }
        int handle = 0;
        for (int i = 0; i < bodies; i++) {
            handle = handle(in, handle);
            steps.add(body(in, handle));
        }
        in.requireEnd();
        return new Content(head, steps);
    }

    private static FrameHead head(ByteSource in, Prefix prefix, At at) {
        FrameHead plain = prefix.head(at);
        return new FrameHead(
                plain.number(),
                plain.tick(),
                plain.last(),
                plain.realTime(),
                optional(in, prefix.has(FrameHead.PROCESSED)),
                optional(in, prefix.has(FrameHead.DURABLE_THROUGH)));
    }

    private static OptionalLong optional(ByteSource in, boolean present) {
        return present ? OptionalLong.of(in.varint(Long.MAX_VALUE)) : OptionalLong.empty();
    }

    private void readBinds(ByteSource in, List<Step> steps) {
        int start = in.position();
        int binds = records(in.varint(Integer.MAX_VALUE));
        if (binds == 0) {
            throw CompactException.malformed(start);
        }
        int handle = 0;
        for (int i = 0; i < binds; i++) {
            handle = handle(in, handle);
            steps.add(bind(in, handle));
        }
    }

    private Step bind(ByteSource in, int handle) {
        if (streams.containsKey(handle) || freed.contains(handle)) {
            throw CompactException.rejected(Reason.HANDLE_IN_USE, "handle " + handle);
        }
        int start = in.position();
        long number = in.varint(Integer.MAX_VALUE);
        Plan plan = layouts.get((int) number);
        if (plan == null) {
            throw CompactException.rejected(Reason.UNKNOWN_LAYOUT, "layout " + number);
        }
        long root = in.u64();
        if (root == 0 || !limits.guidWidth().holds(root)) {
            throw CompactException.rejected(Reason.GUID_RANGE, "handle " + handle);
        }
        int networkId = in.u32();
        long incarnation = in.varint(Long.MAX_VALUE);
        if (incarnation == 0) {
            throw CompactException.malformed(start);
        }
        var bind = new Bind(handle, (int) number, new Guid(root), networkId, incarnation);
        var binding =
                new StreamBinding(
                        plan.projection().schemaId(),
                        bind.root(),
                        incarnation,
                        generation(bind.root()),
                        plan.projection().layout());
        var counters = new RowCounters(plan.tableCount());
        EntitySnapshot state = decoder.baseline(in, plan, binding, counters);
        var stream = new BoundStream(bind, plan, new Replica(binding, limits.stream()), counters);
        var snapshot = new Snapshot(binding.schemaId(), state);
        return new Step(handle, stream, new Baseline(binding.generation(), 1, snapshot), counters);
    }

    private long generation(Guid root) {
        long given = opened.getOrDefault(root, generations.getOrDefault(root, 0L)) + 1;
        opened.put(root, given);
        return given;
    }

    private Step body(ByteSource in, int handle) {
        BoundStream stream = streams.get(handle);
        if (stream == null) {
            throw CompactException.rejected(Reason.UNKNOWN_HANDLE, "handle " + handle);
        }
        Replica replica = stream.replica();
        StreamBinding binding = replica.binding();
        EntitySnapshot state =
                replica.state()
                        .orElseThrow(
                                () -> CompactException.rejected(Reason.REMOVED, "handle " + handle))
                        .root();
        RowCounters counters = stream.counters().copy();
        EntityPatch patch = decoder.patch(in, stream.plan(), state, counters);
        long revision = replica.revision();
        var delta =
                new Delta(
                        binding.schemaId(),
                        binding.generation(),
                        revision,
                        revision + 1,
                        patch,
                        false);
        return new Step(handle, stream, delta, counters);
    }

    private int handle(ByteSource in, int last) {
        int start = in.position();
        long handle = last + 1L + in.varint(Integer.MAX_VALUE);
        if (handle > limits.streamsMax()) {
            throw CompactException.over(
                    Refusal.Limit.STREAMS, limits.streamsMax(), handle, "byte " + start);
        }
        return (int) handle;
    }

    private int records(long count) {
        if (count > limits.streamsMax()) {
            throw CompactException.over(Refusal.Limit.STREAMS, limits.streamsMax(), count, "frame");
        }
        return (int) count;
    }
}
