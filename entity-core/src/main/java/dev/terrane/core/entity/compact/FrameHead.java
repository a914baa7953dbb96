package dev.terrane.core.entity.compact;

import java.util.OptionalLong;

/**
 * What a frame says beside its streams. On the wire number and tick are their low 16 bits.
 *
 * @param number number of the frame for this peer, from 1
 * @param tick tick of the stage
 * @param last whether no other message of this frame number follows
 * @param realTime whether this is a real-time flush inside the tick
 * @param processed the peer's last processed action or command, when it advanced
 * @param durableThrough the peer's last batch that is durable with all before it, when it advanced
 */
public record FrameHead(
        long number,
        long tick,
        boolean last,
        boolean realTime,
        OptionalLong processed,
        OptionalLong durableThrough) {
    static final int LAST = 1;
    static final int REAL_TIME = 2;
    static final int PROCESSED = 4;
    static final int DURABLE_THROUGH = 8;
    static final int SLICE = 16;

    public FrameHead {
        if (number < 1 || tick < 0) {
            throw new IllegalArgumentException("frames count from 1 and ticks from 0");
        }
    }

    /** A frame that is its number's only message and says nothing more. */
    public static FrameHead of(long number, long tick) {
        return new FrameHead(number, tick, true, false, OptionalLong.empty(), OptionalLong.empty());
    }

    int flags() {
        return (last ? LAST : 0)
                | (realTime ? REAL_TIME : 0)
                | (processed.isPresent() ? PROCESSED : 0)
                | (durableThrough.isPresent() ? DURABLE_THROUGH : 0);
    }
}
