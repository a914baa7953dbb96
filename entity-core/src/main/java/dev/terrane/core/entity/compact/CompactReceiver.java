package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ApplyResult;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Replica;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Receiving end of one peer's frames: numbers them, decodes them and moves one replica a stream.
 *
 * <p>One owner thread. A frame is decoded whole before any replica moves. What is told outside the
 * frame (layouts, removals) must be told before it, as its control message comes first.
 *
 * <pre>
 * OPEN    next frame: applied; older frame: duplicate; slice: collected
 * OPEN    gap, or anything that does not fit: CLOSED, every replica rejected
 * CLOSED  everything is refused
 * </pre>
 */
public final class CompactReceiver {
    private final CompactLimits limits;
    private final Map<Integer, Plan> layouts = new HashMap<>();
    private final Map<Integer, BoundStream> streams = new HashMap<>();
    private final Set<Integer> freed = new HashSet<>();
    private final Map<Guid, Long> generations = new HashMap<>();
    private final Slices slices;
    private long frame;
    private long tick;
    private @Nullable Refusal closed;

    /** A receiver that waits for frame 1; the tick is the one the peer was accepted in. */
    public CompactReceiver(CompactLimits limits, long tick) {
        this.limits = limits;
        this.tick = tick;
        this.slices = new Slices(limits);
    }

    /** Number of the last applied frame; 0 before the first. */
    public long frame() {
        return frame;
    }

    /** Tick of the last applied frame or time sync. */
    public long tick() {
        return tick;
    }

    /** A time sync told the tick in full; at least one comes every five minutes. */
    public void noteTick(long full) {
        tick = full;
    }

    /** A stream by handle. */
    public Optional<BoundStream> find(int handle) {
        return Optional.ofNullable(streams.get(handle));
    }

    /** A {@code Layout} message came. */
    public Optional<Refusal> addLayout(int number, ProjectionClass projection) {
        if (layouts.size() >= limits.layoutsMax()) {
            return Optional.of(
                    close(
                            new Refusal.OverLimit(
                                    Refusal.Limit.LAYOUTS,
                                    limits.layoutsMax(),
                                    layouts.size() + 1L,
                                    "layout " + number)));
        }
        if (number < 1 || layouts.putIfAbsent(number, new Plan(projection)) != null) {
            return Optional.of(
                    close(new Refusal.Rejected(Reason.UNKNOWN_LAYOUT, "layout " + number)));
        }
        return Optional.empty();
    }

    /**
     * A removal came: the stream ends, and its handle stays unused through the next frame. Only a
     * destroyed root says a tombstone; a stream that merely ended leaves its replica as it was.
     */
    public Optional<Refusal> remove(int handle, boolean destroyed) {
        BoundStream stream = streams.remove(handle);
        if (stream == null) {
            return Optional.of(
                    close(new Refusal.Rejected(Reason.UNKNOWN_HANDLE, "handle " + handle)));
        }
        freed.add(handle);
        if (destroyed) {
            stream.replica().apply(tombstone(stream.replica()));
        }
        return Optional.empty();
    }

    /** Applies a message whose first byte is 0. */
    public FrameResult receive(byte[] message) {
        if (closed != null) {
            return new FrameResult.Refused(new Refusal.Rejected(Reason.INVALIDATED, "frame"));
        }
        try {
            return read(message);
        } catch (CompactException e) {
            return new FrameResult.Refused(close(e.refusal()));
        }
    }

    private FrameResult read(byte[] message) {
        if (message.length > limits.frameBytesMax()) {
            throw CompactException.over(
                    Refusal.Limit.MESSAGE_BYTES, limits.frameBytesMax(), message.length, "frame");
        }
        var in = new ByteSource(message, 0);
        FrameReader.Prefix prefix = FrameReader.prefix(in);
        long expected = frame + 1;
        int ahead = (short) (prefix.number() - (int) expected);
        if (ahead < 0) {
            return new FrameResult.Duplicate(expected + ahead);
        }
        if (ahead > 0) {
            throw CompactException.rejected(
                    Reason.GAP, "frame " + (expected + ahead) + " after " + frame);
        }
        long time = tick + ((prefix.tick() - (int) tick) & 0xFFFF);
        var at = new FrameReader.At(expected, time);
        return prefix.isSlice() ? collect(in, prefix, at) : apply(in, prefix, at);
    }

    private FrameResult collect(ByteSource in, FrameReader.Prefix prefix, FrameReader.At at) {
        byte[] whole = slices.add(in);
        if (whole != null) {
            return apply(new ByteSource(whole, 0), prefix, at);
        }
        advance(at);
        return new FrameResult.Collected(prefix.head(at));
    }

    private FrameResult apply(ByteSource in, FrameReader.Prefix prefix, FrameReader.At at) {
        var reader = new FrameReader(limits, layouts, streams, freed, generations);
        FrameReader.Content content = reader.content(in, prefix, at);
        for (FrameReader.Step step : content.steps()) {
            ApplyResult result = step.stream().replica().apply(step.publication());
            if (result instanceof ApplyResult.Rejected(Refusal refusal)) {
                throw new CompactException(refusal);
            }
            step.stream().settle(step.publication(), step.counters(), step.children());
            if (streams.putIfAbsent(step.handle(), step.stream()) == null) {
                generations.put(
                        step.stream().bind().root(),
                        step.stream().replica().binding().generation());
            }
        }
        advance(at);
        return new FrameResult.Applied(
                content.head(), content.steps().stream().map(FrameReader.Step::update).toList());
    }

    private void advance(FrameReader.At at) {
        frame = at.number();
        tick = at.tick();
        freed.clear();
    }

    private Refusal close(Refusal refusal) {
        if (closed == null) {
            closed = refusal;
        }
        streams.values().forEach(stream -> stream.replica().invalidate(refusal));
        slices.clear();
        return refusal;
    }

    private static Delta tombstone(Replica replica) {
        var binding = replica.binding();
        long revision = replica.revision();
        return new Delta(
                binding.schemaId(),
                binding.generation(),
                revision,
                revision + 1,
                new EntityPatch(
                        binding.root(), binding.incarnation(), IndexMap.empty(), IndexMap.empty()),
                true);
    }

    /** All streams the peer holds, by handle. */
    public List<BoundStream> streams() {
        return streams.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(Map.Entry::getValue)
                .toList();
    }
}
