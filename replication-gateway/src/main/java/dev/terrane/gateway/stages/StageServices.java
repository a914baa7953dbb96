package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageFacts;
import dev.terrane.gateway.live.StageIo;
import dev.terrane.gateway.stages.StageSources.SessionFacts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Joins live stages to the other services: calls and event streams. */
public interface StageServices {
    /**
     * A stage's way to the other services; removes what an earlier generation left in the session.
     *
     * @param createdAt when the stage was made
     */
    StageIo ioOf(
            StageFacts facts, Instant createdAt, @Nullable SessionFacts session, GuidPool guids);

    /** Lets steps of the session and changes of the room reach a stage until its io is closed. */
    void connect(LiveStage stage, StageIo io, @Nullable SessionFacts session);
}
