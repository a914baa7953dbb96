package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts shared bodies into the numbered frame of one peer. Used again for each frame; one owner
 * thread. Binds and bodies each come by ascending handle: anything else is a programmer's error.
 * Whether the peer knows layouts and handles is the caller's business.
 */
public final class FrameWriter {
    /** Bytes of a frame before its content: marker, flags, number, tick. */
    static final int PREFIX_BYTES = 6;

    /**
     * At most what a frame has beside its records, and what a record has beside body and children.
     */
    static final int HEAD_BYTES = 40;

    static final int RECORD_BYTES = 40;

    /** At most what tells one child. */
    static final int CHILD_BYTES = 27;

    static final int HAS_BINDS = 1;
    static final int HAS_CHILD_BINDS = 2;
    static final int COUNT_SHIFT = 2;

    static final ChildNames NOBODY =
            new ChildNames() {
                @Override
                public int networkId(Guid child) {
                    throw new IllegalArgumentException("child " + child + " has no name here");
                }

                @Override
                public int layout(ProjectionClass projection) {
                    throw new IllegalArgumentException(projection + " has no number here");
                }
            };

    private final CompactLimits limits;
    private final ByteSink binds = new ByteSink();
    private final ByteSink childBinds = new ByteSink();
    private final ByteSink bodies = new ByteSink();
    private final ByteSink frame = new ByteSink();

    /** Handles bound in this frame. */
    private final BitSet bound = new BitSet();

    private @Nullable FrameHead head;
    private int bindCount;
    private int bodyCount;
    private int childOwnerCount;
    private int lastBind;
    private int lastChildOwner;
    private int lastBody;
    private long bytesLeft;
    private long workLeft;
    private boolean full;

    /**
     * A writer for peers with these limits, which must be at least those its bodies were encoded
     * for: a body that fits no frame of them is a programmer's error.
     */
    public FrameWriter(CompactLimits limits) {
        this.limits = limits;
    }

    /** Starts a frame; whatever was begun before is forgotten. */
    public void begin(FrameHead next) {
        head = next;
        binds.reset();
        childBinds.reset();
        bodies.reset();
        bound.clear();
        bindCount = 0;
        childOwnerCount = 0;
        bodyCount = 0;
        lastBind = 0;
        lastChildOwner = 0;
        lastBody = 0;
        bytesLeft = limits.frameBytesMax();
        workLeft = limits.frameWorkMax();
        full = false;
    }

    /** As {@link #bind(Bind, CompactBody, ChildNames)}, of a stream that shows no children. */
    public boolean bind(Bind bind, CompactBody baseline) {
        return bind(bind, baseline, NOBODY);
    }

    /**
     * Opens a stream with the baseline body of its projection class and tells its children.
     *
     * @return false when this frame has no room for it: nothing was written, the next has
     */
    public boolean bind(Bind bind, CompactBody baseline, ChildNames names) {
        if (!hasRoom(baseline.size(), baseline.children().size(), baseline.work())) {
            return false;
        }
        lastBind = ascending(bind.handle(), lastBind, binds);
        binds.varint(bind.layout());
        binds.u64(bind.root().value());
        binds.u32(bind.networkId());
        binds.varint(bind.incarnation());
        if (baseline.isNested()) {
            children(binds, baseline.children(), names);
        }
        baseline.writeTo(binds);
        bound.set(bind.handle());
        bindCount++;
        take(baseline.work());
        return true;
    }

    /** As {@link #body(int, CompactBody, ChildNames)}, with a body of no new children. */
    public boolean body(int handle, CompactBody body) {
        return body(handle, body, NOBODY);
    }

    /**
     * Changes a stream that was bound in an earlier frame and tells the body's new children.
     *
     * @return false when this frame has no room for it, or binds the stream: nothing was written,
     *     it goes into the next
     */
    public boolean body(int handle, CompactBody body, ChildNames names) {
        if (isBound(handle) || !hasRoom(body.size(), body.children().size(), body.work())) {
            return false;
        }
        lastBody = ascending(handle, lastBody, bodies);
        childBinds(handle, body.children(), names);
        body.writeTo(bodies);
        bodyCount++;
        take(body.work());
        return true;
    }

    /** As {@link #body(int, CompactBody, ChildNames)}, with a body of a cache. */
    boolean body(int handle, BodyCache cache, int place, ChildNames names) {
        int size = cache.end(place) - cache.start(place);
        if (isBound(handle) || !hasRoom(size, cache.children(place).size(), cache.work(place))) {
            return false;
        }
        lastBody = ascending(handle, lastBody, bodies);
        childBinds(handle, cache.children(place), names);
        bodies.append(cache.bytes(), cache.start(place), cache.end(place));
        bodyCount++;
        take(cache.work(place));
        return true;
    }

    /** Why no frame has room for a body; null when an empty one has. The root names the place. */
    static @Nullable Refusal refusal(
            CompactLimits limits, long size, int children, long work, Guid root) {
        if (work > limits.frameWorkMax()) {
            return new Refusal.OverLimit(
                    Refusal.Limit.FRAME_WORK, limits.frameWorkMax(), work, "root " + root);
        }
        long bytes = bytes(size, children);
        return bytes <= limits.frameBytesMax()
                ? null
                : new Refusal.OverLimit(
                        Refusal.Limit.MESSAGE_BYTES, limits.frameBytesMax(), bytes, "root " + root);
    }

    /** At most what a frame with just this body takes. */
    static long bytes(long size, int children) {
        return HEAD_BYTES + RECORD_BYTES + (long) children * CHILD_BYTES + size;
    }

    /** Whether a stream begins in this frame, so that its changes are for the next. */
    private boolean isBound(int handle) {
        if (bindCount == 0 || !bound.get(handle)) {
            return false;
        }
        full = true;
        return true;
    }

    /** Whether there is room for a body and the work it makes. */
    private boolean hasRoom(long size, int children, long work) {
        if (bytes(size, children) <= bytesLeft && work <= workLeft) {
            return true;
        }
        if (isEmpty()) {
            throw new IllegalArgumentException(
                    size + " bytes and " + work + " of work fit no frame of " + limits);
        }
        full = true;
        return false;
    }

    /** What is left of both after a body was written. */
    private void take(long work) {
        workLeft -= work;
        bytesLeft =
                (long) limits.frameBytesMax() - binds.size() - childBinds.size() - bodies.size();
    }

    private void childBinds(int handle, List<BodyChild> fresh, ChildNames names) {
        if (!fresh.isEmpty()) {
            lastChildOwner = ascending(handle, lastChildOwner, childBinds);
            children(childBinds, fresh, names);
            childOwnerCount++;
        }
    }

    private static void children(ByteSink out, List<BodyChild> fresh, ChildNames names) {
        out.varint(fresh.size());
        for (BodyChild child : fresh) {
            out.varint(names.layout(child.projection()));
            out.u64(child.guid().value());
            out.u32(names.networkId(child.guid()));
            out.varint(child.incarnation());
        }
    }

    /** As {@link #body(int, CompactBody)}, with the first bytes of eight. */
    boolean body(int handle, long word, int length, int values) {
        if (isBound(handle) || !hasRoom(length, 0, values)) {
            return false;
        }
        int gap = gap(handle, lastBody);
        lastBody = handle;
        if (gap < 0x80 && length < Long.BYTES) {
            bodies.word(gap | (word << Byte.SIZE), length + 1);
        } else {
            bodies.varint(gap);
            bodies.word(word, length);
        }
        // The gap takes one byte or two.
        bytesLeft -= length + 2L;
        workLeft -= values;
        bodyCount++;
        return true;
    }

    /** Something that was not tried is to be written into the next frame. */
    void leaveRest() {
        full = true;
    }

    /** Whether something is left that is to be written into the next frame. */
    public boolean isFull() {
        return full;
    }

    /** Whether no stream is opened or changed so far. */
    public boolean isEmpty() {
        return bindCount == 0 && bodyCount == 0;
    }

    /** The frame's bytes. */
    public byte[] finish() {
        FrameHead begun = head;
        if (begun == null) {
            throw new IllegalStateException("no frame was begun");
        }
        frame.reset();
        prefix(frame, begun.flags(), begun);
        frame.varint(
                ((long) bodyCount << COUNT_SHIFT)
                        | (bindCount > 0 ? HAS_BINDS : 0)
                        | (childOwnerCount > 0 ? HAS_CHILD_BINDS : 0));
        if (begun.processed().isPresent()) {
            frame.varint(begun.processed().getAsLong());
        }
        if (begun.durableThrough().isPresent()) {
            frame.varint(begun.durableThrough().getAsLong());
        }
        if (bindCount > 0) {
            frame.varint(bindCount);
            frame.append(binds);
        }
        if (childOwnerCount > 0) {
            frame.varint(childOwnerCount);
            frame.append(childBinds);
        }
        frame.append(bodies);
        head = null;
        return frame.toByteArray();
    }

    /**
     * Cuts a frame that only opens streams into slices of at most that many content bytes. Each
     * slice is a frame of its own with the next number; others may be sent between them.
     *
     * @param whole a frame of this writer without bodies, {@code processed} and {@code
     *     durableThrough}
     * @return contents in order, for {@link #slice}
     */
    public static List<Piece> cut(byte[] whole, int pieceBytesMax) {
        if (pieceBytesMax < 1 || (whole[1] & ~(FrameHead.LAST | FrameHead.REAL_TIME)) != 0) {
            throw new IllegalArgumentException("not a frame to cut");
        }
        List<Piece> pieces = new ArrayList<>();
        int total = whole.length - PREFIX_BYTES;
        for (int offset = 0; offset < total; offset += pieceBytesMax) {
            int end = Math.min(total, offset + pieceBytesMax);
            pieces.add(
                    new Piece(
                            total,
                            offset,
                            CompactBody.copyOf(
                                    Arrays.copyOfRange(
                                            whole, PREFIX_BYTES + offset, PREFIX_BYTES + end))));
        }
        return pieces;
    }

    /** One slice as a frame of its own. */
    public static byte[] slice(FrameHead head, Piece piece) {
        if ((head.flags() & ~FrameHead.LAST) != 0) {
            throw new IllegalArgumentException("a slice says nothing more");
        }
        var out = new ByteSink();
        prefix(out, head.flags() | FrameHead.SLICE, head);
        out.varint(piece.total());
        out.varint(piece.offset());
        piece.content().writeTo(out);
        return out.toByteArray();
    }

    /**
     * A part of a frame's content.
     *
     * @param total bytes of the whole content
     * @param offset first byte of this part
     * @param content the part, not empty
     */
    public record Piece(int total, int offset, CompactBody content) {}

    private static void prefix(ByteSink out, int flags, FrameHead head) {
        out.u8(0);
        out.u8(flags);
        out.u16((int) head.number());
        out.u16((int) head.tick());
    }

    private int ascending(int handle, int last, ByteSink out) {
        out.varint(gap(handle, last));
        return handle;
    }

    /** Handles left out before this one. */
    private int gap(int handle, int last) {
        if (head == null || handle <= last || handle > limits.streamsMax()) {
            throw new IllegalArgumentException(
                    "handle " + handle + " after " + last + " of " + limits.streamsMax());
        }
        return handle - last - 1;
    }
}
