package dev.terrane.gateway.stages;

import dev.terrane.rpc.error.TerraneException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the schema version of every stage from when it opens until it is deleted, so that nothing a
 * stage uses vanishes. A stage that is only closed, by a restart say, goes on holding: it is shown
 * as unreachable until it opens again. What cannot be told now is told with the next renewal. For
 * all threads; calls block.
 */
public final class SchemaHolds {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaHolds.class);

    private final SchemaUses uses;

    /**
     * Schema ids by stage. Guarded by the lock, also while it is told, so that the last word wins.
     */
    private final Map<String, String> held = new HashMap<>();

    private final Map<String, String> released = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** Holds told to a registry. */
    public SchemaHolds(SchemaUses uses) {
        this.uses = uses;
    }

    /**
     * Holds a stage's version.
     *
     * @return retired members that are not to be selected: indices by class
     * @throws TerraneException the registry's refusal, SCHEMA_RETIRED say
     */
    Map<String, Set<Long>> hold(String stageId, String schemaId) {
        lock.lock();
        try {
            Map<String, Set<Long>> retired = uses.hold(stageId, schemaId);
            held.put(stageId, schemaId);
            released.remove(stageId);
            return retired;
        } finally {
            lock.unlock();
        }
    }

    /** Lets a deleted stage's version go; tried again with each renewal until it is told. */
    void release(String stageId, String schemaId) {
        lock.lock();
        try {
            held.remove(stageId);
            released.put(stageId, schemaId);
            releaseNow(stageId, schemaId);
        } finally {
            lock.unlock();
        }
    }

    /** Renews every hold and repeats what could not be told. To be called every 20 s. */
    public void renew() {
        List<Map.Entry<String, String>> stages;
        lock.lock();
        try {
            stages = List.copyOf(held.entrySet());
            List.copyOf(released.entrySet()).forEach(e -> releaseNow(e.getKey(), e.getValue()));
        } finally {
            lock.unlock();
        }
        stages.forEach(stage -> renew(stage.getKey(), stage.getValue()));
    }

    private void renew(String stageId, String schemaId) {
        lock.lock();
        try {
            if (schemaId.equals(held.get(stageId))) {
                uses.hold(stageId, schemaId);
            }
        } catch (TerraneException refusal) {
            LOG.warn(
                    "stage {} cannot renew its hold of {}: {}",
                    stageId,
                    schemaId,
                    refusal.getMessage());
        } finally {
            lock.unlock();
        }
    }

    private void releaseNow(String stageId, String schemaId) {
        try {
            uses.release(stageId, schemaId);
            released.remove(stageId);
        } catch (TerraneException refusal) {
            LOG.warn("stage {} cannot release {} now: {}", stageId, schemaId, refusal.getMessage());
        }
    }
}
