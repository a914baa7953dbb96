package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.Publication;
import java.util.List;

/** What a receiver did with a message. */
public sealed interface FrameResult {
    /**
     * The frame was next, and all its streams moved.
     *
     * @param head number and tick in full
     * @param updates what each stream said: binds by handle, then changes by handle
     */
    record Applied(FrameHead head, List<StreamUpdate> updates) implements FrameResult {
        public Applied {
            updates = List.copyOf(updates);
        }
    }

    /**
     * The frame was next and holds a part of a larger one; no stream moved yet.
     *
     * @param head number and tick in full
     */
    record Collected(FrameHead head) implements FrameResult {}

    /**
     * The frame was applied before and was ignored whole.
     *
     * @param number its number
     */
    record Duplicate(long number) implements FrameResult {}

    /**
     * Every stream of the peer is rejected and hidden; recovery is a resume.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements FrameResult {}

    /**
     * One stream's part of a frame.
     *
     * @param handle the stream
     * @param publication its baseline or delta
     */
    record StreamUpdate(int handle, Publication publication) {}
}
