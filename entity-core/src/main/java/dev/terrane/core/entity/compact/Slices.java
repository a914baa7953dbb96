package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import org.jspecify.annotations.Nullable;

/** Collects the slices of one frame; they come in order, and one frame at a time is collected. */
final class Slices {
    private final CompactLimits limits;
    private @Nullable ByteSink collected;
    private long total;

    Slices(CompactLimits limits) {
        this.limits = limits;
    }

    /** Takes the rest of a message as the next slice; the whole content when it was the last. */
    byte @Nullable [] add(ByteSource in) {
        int start = in.position();
        long whole = in.varint(Integer.MAX_VALUE);
        if (whole > limits.frameBytesMax()) {
            throw CompactException.over(
                    Refusal.Limit.MESSAGE_BYTES, limits.frameBytesMax(), whole, "slices");
        }
        long offset = in.varint(Integer.MAX_VALUE);
        ByteSink before = collected;
        boolean begins = before == null && offset == 0;
        boolean continues = before != null && whole == total && offset == before.size();
        int piece = in.remaining();
        if (piece == 0 || offset + piece > whole || !(begins || continues)) {
            throw CompactException.rejected(Reason.SLICE, "byte " + start);
        }
        ByteSink sink = before == null ? new ByteSink() : before;
        sink.bytes(in.bytes(piece), piece);
        collected = sink;
        total = whole;
        if (sink.size() < whole) {
            return null;
        }
        clear();
        return sink.toByteArray();
    }

    void clear() {
        collected = null;
        total = 0;
    }
}
