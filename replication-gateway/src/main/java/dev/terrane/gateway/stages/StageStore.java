package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
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
     * Deletes a stage, once for each request.
     *
     * @return true when this call deleted it, false when the same request did so before
     * @throws TerraneException NOT_FOUND; IDEMPOTENCY_MISMATCH when the request's key was used for
     *     something else
     */
    boolean delete(StageDeletion deletion);

    /** Leases a block of numbers nobody else gets: the first of {@code count}. */
    GuidBlock leaseGuids(int count);

    /** Outcome of an insert. */
    enum Insert {
        KEPT,
        ID_TAKEN,
        FULL
    }

    /** The refusal for a stage that is not there. */
    static TerraneException notFound(String id) {
        return TerraneException.of(CommonError.NOT_FOUND, "there is no stage " + id)
                .field("id")
                .toException();
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
