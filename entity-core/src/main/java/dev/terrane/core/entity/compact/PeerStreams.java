package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one peer by handle, and which of them have something to send. A flush marks
 * exactly the streams whose class saw a change, so a peer costs nothing for what it does not see; a
 * frame copies the shared body of each marked stream. A stream that is left out stays marked and is
 * later sent one body for everything since.
 *
 * <p>One owner thread, that of its {@link StageBodies}.
 */
public final class PeerStreams {
    private final StageBodies stage;

    /** Roots the peer was ever given a stream of: it remembers how many of each. */
    private final Set<Guid> given = new HashSet<>();

    private @Nullable SharedClass[] streams = new @Nullable SharedClass[8];
    private long[] bases = new long[8];
    private int[] places = new int[8];
    private long[] marked = new long[1];

    /** Where the next frame begins: the first stream that the last one had no room for. */
    private int first = 1;

    PeerStreams(StageBodies stage) {
        this.stage = stage;
    }

    /**
     * A stream that was not written.
     *
     * @param handle the stream
     * @param refusal why; a gap means that it needs a new stream
     */
    public record Refused(int handle, Refusal refusal) {}

    /**
     * Opens a stream under a free handle; its state is the last flush's, which must be a tick's
     * own. Each root that a stream was opened of counts for ever: one more than the peer may
     * remember is refused, and needs another connection.
     *
     * @return the baseline to bind it with
     */
    public BodyResult bind(int handle, Entity root, ProjectionClass projection) {
        int max = stage.limits().compact().streamsMax();
        if (handle < 1 || handle > max || find(handle) != null) {
            throw new IllegalArgumentException("handle " + handle + " is not free, of " + max);
        }
        int roots = stage.limits().compact().rootsMax();
        if (given.size() >= roots && !given.contains(root.guid())) {
            return new BodyResult.Refused(
                    new Refusal.OverLimit(
                            Refusal.Limit.CONNECTION_ROOTS,
                            roots,
                            given.size() + 1L,
                            "root " + root.guid()));
        }
        Refusal refusal = stage.join(root, projection).orElse(null);
        if (refusal != null) {
            return new BodyResult.Refused(refusal);
        }
        SharedClass stream = stage.shared(root, projection);
        BodyResult baseline = stream.baseline(stage);
        if (baseline instanceof BodyResult.Refused) {
            stage.leave(stream);
            return baseline;
        }
        given.add(root.guid());
        room(handle);
        streams[handle] = stream;
        places[handle] = stream.recipients().subscribe(this, handle);
        return baseline;
    }

    /** Ends a stream; its handle is free. */
    public void release(int handle) {
        SharedClass stream = require(handle);
        stream.recipients().unsubscribe(places[handle]);
        streams[handle] = null;
        unmark(handle);
        stage.leave(stream);
    }

    /** Ends all streams. */
    public void close() {
        for (int handle = 1; handle < streams.length; handle++) {
            if (streams[handle] != null) {
                release(handle);
            }
        }
    }

    /** Whether any stream has something to send. */
    public boolean isChanged() {
        return nextChanged(1) >= 0;
    }

    /** The first handle from this one on that has something to send, or -1. */
    public int nextChanged(int handle) {
        int word = handle >> 6;
        if (word >= marked.length) {
            return -1;
        }
        long bits = marked[word] & -1L << handle;
        while (bits == 0) {
            word++;
            if (word == marked.length) {
                return -1;
            }
            bits = marked[word];
        }
        return (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /**
     * Writes everything there is to send, by ascending handle. What the frame has no room for stays
     * marked, and {@link FrameWriter#isFull} says so: the next frame begins with it and leaves what
     * is before it to the one after, so no stream waits for ever.
     *
     * @return the streams that could not be written; they stay marked
     */
    public List<Refused> writeChanged(FrameWriter writer, BodyUse use) {
        return writeChanged(writer, FrameWriter.NOBODY, use);
    }

    /** As {@link #writeChanged(FrameWriter, BodyUse)}, for streams that may show children. */
    public List<Refused> writeChanged(FrameWriter writer, ChildNames names, BodyUse use) {
        List<Refused> refused = List.of();
        int begin = first;
        int later = 0;
        for (int word = begin >> 6; word < marked.length; word++) {
            long left = word == begin >> 6 ? marked[word] & (1L << begin) - 1 : 0;
            for (long bits = marked[word] & ~left; bits != 0; bits &= bits - 1) {
                int handle = (word << 6) + Long.numberOfTrailingZeros(bits);
                SharedClass stream = require(handle);
                int place = stream.locate(bases[handle], use, stage);
                if (place == SharedClass.REFUSED) {
                    left |= Long.lowestOneBit(bits);
                    refused = plus(refused, new Refused(handle, stream.refusal()));
                } else if (place != SharedClass.UNCHANGED
                        && !stream.write(writer, handle, place, names)) {
                    left |= Long.lowestOneBit(bits);
                    later = later == 0 ? handle : later;
                }
            }
            marked[word] = left;
        }
        first = Math.max(1, later);
        if (begin > 1 && nextChanged(1) >= 0 && nextChanged(1) < begin) {
            writer.leaveRest();
        }
        return refused;
    }

    /**
     * Writes what one stream has to send; nothing when its state is again what the peer was sent,
     * and nothing yet when the frame is full.
     *
     * @return why not, or null
     */
    public @Nullable Refusal write(FrameWriter writer, int handle, ChildNames names, BodyUse use) {
        SharedClass stream = require(handle);
        if (!isMarked(handle)) {
            return null;
        }
        int place = stream.locate(bases[handle], use, stage);
        if (place == SharedClass.REFUSED) {
            return stream.refusal();
        }
        if (place == SharedClass.UNCHANGED || stream.write(writer, handle, place, names)) {
            unmark(handle);
        }
        return null;
    }

    /** The oldest flush that anything left to send starts at; the last flush when nothing is. */
    public Flush oldestBase() {
        long oldest = stage.lastFlush();
        for (int handle = nextChanged(1); handle >= 0; handle = nextChanged(handle + 1)) {
            oldest = Math.min(oldest, bases[handle]);
        }
        return StageBodies.flushOf(oldest);
    }

    /** A flush changed a stream; what was left to send before still starts where it did. */
    void mark(int handle, long previous) {
        long bit = 1L << handle;
        if ((marked[handle >> 6] & bit) == 0) {
            marked[handle >> 6] |= bit;
            bases[handle] = previous;
        }
    }

    void unmark(int handle) {
        marked[handle >> 6] &= ~(1L << handle);
    }

    /** The stream's place among those of its class is another now. */
    void moved(int handle, int place) {
        places[handle] = place;
    }

    private boolean isMarked(int handle) {
        return (marked[handle >> 6] & 1L << handle) != 0;
    }

    private @Nullable SharedClass find(int handle) {
        return handle < streams.length ? streams[handle] : null;
    }

    private SharedClass require(int handle) {
        SharedClass stream = find(handle);
        if (stream == null) {
            throw new IllegalArgumentException("no stream " + handle);
        }
        return stream;
    }

    private void room(int handle) {
        if (handle >= streams.length) {
            int capacity = Math.max(handle + 1, streams.length * 2);
            streams = Arrays.copyOf(streams, capacity);
            bases = Arrays.copyOf(bases, capacity);
            places = Arrays.copyOf(places, capacity);
            marked = Arrays.copyOf(marked, (capacity + 63) / 64);
        }
    }

    private static List<Refused> plus(List<Refused> refused, Refused more) {
        var longer = new ArrayList<>(refused);
        longer.add(more);
        return longer;
    }
}
