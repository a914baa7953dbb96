package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Definitions of stages, and the numbers that must never repeat. Calls block and may be made by any
 * thread but the stages'.
 */
public interface StageStore {
    /** The stage of this id. */
    Optional<StoredStage> find(String id);

    /** Stages in the order of their ids, after the given id (empty for the first). */
    List<StoredStage> list(String after, int limit);

    /**
     * Keeps a new stage.
     *
     * @return whether it was kept; false when the id is taken or {@code stagesMax} are kept already
     */
    Insert insert(StageSpec spec, String author, Instant now, int stagesMax);

    /** Counts one more opening of a stage; empty when it does not exist. */
    Optional<StoredStage> beginGeneration(String id);

    /**
     * Deletes a stage.
     *
     * @param requestId a retry with the same id and stage is answered as the first
     * @return whether the stage, or the first request, was there
     */
    Deletion delete(String id, String requestId, Instant now);

    /** Leases a block of numbers nobody else gets: the first of {@code count}. */
    GuidBlock leaseGuids(int count);

    /** Outcome of an insert. */
    enum Insert {
        KEPT,
        ID_TAKEN,
        FULL
    }

    /** Outcome of a deletion. */
    enum Deletion {
        DELETED,
        /** The same request did it before. */
        REPEATED,
        NOT_FOUND,
        /** The request id was used for another stage. */
        MISMATCH
    }

    /**
     * Numbers for guids.
     *
     * @param first the first number
     * @param count how many
     * @param key key of the permutation that turns numbers into guids, lower-case hex
     */
    record GuidBlock(long first, int count, String key) {}
}
