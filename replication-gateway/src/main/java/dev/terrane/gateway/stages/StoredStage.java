package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;

/**
 * A stage as the store keeps it.
 *
 * @param spec what it is made from
 * @param generation how often it has been opened, this time included
 */
public record StoredStage(StageSpec spec, long generation) {}
