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
import java.util.TreeMap;

/** Decodes one frame against what the receiver knows and changes nothing of it. */
final class FrameReader {
    private final CompactLimits limits;
    private final Map<Integer, Plan> layouts;
    private final Map<Integer, BoundStream> streams;
    private final Set<Integer> freed;
    private final Map<Guid, Long> generations;
    private final Map<Guid, Long> opened = new HashMap<>();
    private final Map<Integer, List<BindChild>> children = new TreeMap<>();
    private final BodyDecoder decoder;
    private int fresh;

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
    record Step(
            int handle,
            BoundStream stream,
            Publication publication,
            RowCounters counters,
            List<BindChild> children) {
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
        boolean childBinds = (counts & FrameWriter.HAS_CHILD_BINDS) != 0;
        if (sliced && (bodies > 0 || childBinds)) {
            throw CompactException.malformed(start);
        }
        FrameHead head = head(in, prefix, at);
        List<Step> steps = new ArrayList<>();
        if ((counts & FrameWriter.HAS_BINDS) != 0) {
            readBinds(in, steps);
        }
        if (childBinds) {
            readChildBinds(in);
        }
        int handle = 0;
        for (int i = 0; i < bodies; i++) {
            handle = handle(in, handle);
            steps.add(body(in, handle));
        }
        in.requireEnd();
        for (int unused : children.keySet()) {
            throw CompactException.rejected(Reason.CHILD_UNSEEN, "handle " + unused);
        }
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

    /** Children of streams that live: per stream its handle, how many, and who. */
    private void readChildBinds(ByteSource in) {
        int start = in.position();
        int owners = records(in.varint(Integer.MAX_VALUE));
        if (owners == 0) {
            throw CompactException.malformed(start);
        }
        int handle = 0;
        for (int i = 0; i < owners; i++) {
            handle = handle(in, handle);
            int at = in.position();
            List<BindChild> bound = childBinds(in, handle);
            if (bound.isEmpty()) {
                throw CompactException.malformed(at);
            }
            children.put(handle, bound);
        }
    }

    private List<BindChild> childBinds(ByteSource in, int handle) {
        long count = in.varint(Integer.MAX_VALUE);
        int max = limits.stream().snapshot().entitiesMax();
        if (count > max) {
            throw CompactException.over(
                    Refusal.Limit.STREAM_ENTITIES, max, count, "handle " + handle);
        }
        List<BindChild> bound = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            int layout = layout(in);
            Guid guid = guid(in, handle);
            int networkId = in.u32();
            bound.add(new BindChild(handle, guid, networkId, incarnation(in), layout));
        }
        return bound;
    }

    private int layout(ByteSource in) {
        long number = in.varint(Integer.MAX_VALUE);
        if (!layouts.containsKey((int) number)) {
            throw CompactException.rejected(Reason.UNKNOWN_LAYOUT, "layout " + number);
        }
        return (int) number;
    }

    private Guid guid(ByteSource in, int handle) {
        long guid = in.u64();
        if (guid == 0 || !limits.guidWidth().holds(guid)) {
            throw CompactException.rejected(Reason.GUID_RANGE, "handle " + handle);
        }
        return new Guid(guid);
    }

    private static long incarnation(ByteSource in) {
        int start = in.position();
        long incarnation = in.varint(Long.MAX_VALUE);
        if (incarnation == 0) {
            throw CompactException.malformed(start);
        }
        return incarnation;
    }

    private Step bind(ByteSource in, int handle) {
        if (streams.containsKey(handle) || freed.contains(handle)) {
            throw CompactException.rejected(Reason.HANDLE_IN_USE, "handle " + handle);
        }
        int layout = layout(in);
        Plan plan = plan(layout);
        Guid root = guid(in, handle);
        int networkId = in.u32();
        var bind = new Bind(handle, layout, root, networkId, incarnation(in));
        var binding =
                new StreamBinding(
                        plan.projection().schemaId(),
                        root,
                        bind.incarnation(),
                        generation(root),
                        plan.projection().layout(),
                        plan.projection().tree().children());
        var counters = new RowCounters(plan.tableCount());
        var admitted = new Admitted(plan.isNested() ? childBinds(in, handle) : List.of(), layouts);
        EntitySnapshot state = decoder.baseline(in, plan, binding, counters, admitted);
        admitted.requireAllSeen(handle);
        var stream = new BoundStream(bind, plan, new Replica(binding, limits.stream()), counters);
        var snapshot = new Snapshot(binding.schemaId(), state);
        return new Step(
                handle,
                stream,
                new Baseline(binding.generation(), 1, snapshot),
                counters,
                admitted.binds());
    }

    private Plan plan(int layout) {
        Plan plan = layouts.get(layout);
        if (plan == null) {
            throw new IllegalStateException("layout " + layout + " was known");
        }
        return plan;
    }

    private long generation(Guid root) {
        long given = opened.getOrDefault(root, generations.getOrDefault(root, 0L)) + 1;
        if (given == 1) {
            fresh++;
            long roots = (long) generations.size() + fresh;
            if (roots > limits.rootsMax()) {
                throw CompactException.over(
                        Refusal.Limit.CONNECTION_ROOTS, limits.rootsMax(), roots, "root " + root);
            }
        }
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
        List<BindChild> bound = children.remove(handle);
        var admitted = new Admitted(bound == null ? List.of() : bound, layouts);
        EntityPatch patch = decoder.patch(in, stream.plan(), state, counters, admitted);
        admitted.requireAllSeen(handle);
        long revision = replica.revision();
        var delta =
                new Delta(
                        binding.schemaId(),
                        binding.generation(),
                        revision,
                        revision + 1,
                        patch,
                        false);
        return new Step(handle, stream, delta, counters, admitted.binds());
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
