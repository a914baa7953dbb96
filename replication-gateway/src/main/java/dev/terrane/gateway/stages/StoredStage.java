package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;
import java.time.Instant;

/**
 * A stage as the store keeps it.
 *
 * @param spec what it is made from
 * @param generation how often it has been opened, this time included
 * @param createdAt when it was made; tells it from an earlier stage of the same id
 */
public record StoredStage(StageSpec spec, long generation, Instant createdAt) {}
