package dev.terrane.gateway.live;

import java.util.concurrent.CompletableFuture;

/** Finds the live stage a connection asks for, opening it when it is not open. */
@FunctionalInterface
public interface StageDoor {
    /**
     * The stage; fails with a {@link dev.terrane.rpc.error.TerraneException} when there is none or
     * it cannot be opened now.
     */
    CompletableFuture<LiveStage> open(String stageId);
}
