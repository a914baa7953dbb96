package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.idempotency.IdempotencyRequest;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A store of stages in memory. */
final class MemoryStageStore implements StageStore {
    private final TreeMap<String, StoredStage> stages = new TreeMap<>();
    private final Map<String, String> deletions = new HashMap<>();
    private long nextGuid = 1;

    @Override
    public synchronized Optional<StoredStage> find(String id) {
        return Optional.ofNullable(stages.get(id));
    }

    @Override
    public synchronized List<StoredStage> list(String after, int limit) {
        return stages.tailMap(after, false).values().stream().limit(limit).toList();
    }

    @Override
    public synchronized Insert insert(StageSpec spec, String author, Instant now, int stagesMax) {
        if (stages.containsKey(spec.id())) {
            return Insert.ID_TAKEN;
        }
        if (stages.size() >= stagesMax) {
            return Insert.FULL;
        }
        stages.put(spec.id(), new StoredStage(spec, 0, now));
        return Insert.KEPT;
    }

    @Override
    public synchronized Optional<StoredStage> beginGeneration(String id) {
        return Optional.ofNullable(
                stages.computeIfPresent(
                        id,
                        (_, stage) ->
                                new StoredStage(
                                        stage.spec(), stage.generation() + 1, stage.createdAt())));
    }

    @Override
    public synchronized boolean delete(StageDeletion deletion) {
        IdempotencyRequest request = deletion.request();
        String key = request.subject() + "/" + request.key();
        String before = deletions.get(key);
        if (before != null) {
            if (!before.equals(request.digest())) {
                throw TerraneException.of(CommonError.IDEMPOTENCY_MISMATCH, "used before")
                        .toException();
            }
            return false;
        }
        if (stages.remove(deletion.id()) == null) {
            throw StageStore.notFound(deletion.id());
        }
        deletions.put(key, request.digest());
        return true;
    }

    @Override
    public synchronized GuidBlock leaseGuids(int count) {
        GuidBlock block = new GuidBlock(nextGuid, count, "ab".repeat(32));
        nextGuid += count;
        return block;
    }
}
