package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.StageDoor;
import dev.terrane.gateway.live.StageSpec;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * All stages of this gateway: definitions in the store, and those that are open. A stage is opened
 * when it is created or first asked for after a start; one that fails to open is tried again by the
 * next who asks. Calls block and belong on request threads, except {@link #open}.
 */
public final class StageRegistry implements StageDoor {
    private final StageStore store;
    private final StageOpener opener;
    private final InstantSource clock;
    private final int stagesMax;
    private final Executor requests;
    private final ConcurrentHashMap<String, CompletableFuture<LiveStage>> open =
            new ConcurrentHashMap<>();
    private volatile boolean draining;

    /**
     * @param requests where stages are opened: threads that may block
     */
    public StageRegistry(
            StageStore store,
            StageOpener opener,
            InstantSource clock,
            int stagesMax,
            Executor requests) {
        this.store = store;
        this.opener = opener;
        this.clock = clock;
        this.stagesMax = stagesMax;
        this.requests = requests;
    }

    /**
     * Creates and opens a stage; the same definition again gives the stage that is there.
     *
     * @param author who creates it
     */
    public Created create(StageSpec spec, String author) {
        StageSpecCheck.requireForm(spec);
        Optional<StoredStage> existing = store.find(spec.id());
        if (existing.isPresent()) {
            return new Created(same(spec, existing.get()), false);
        }
        opener.requireOpenable(spec);
        StageStore.Insert kept = store.insert(spec, author, clock.instant(), stagesMax);
        return switch (kept) {
            case KEPT -> new Created(get(spec.id()), true);
            case ID_TAKEN ->
                    new Created(
                            same(
                                    spec,
                                    store.find(spec.id())
                                            .orElseThrow(() -> StageStore.notFound(spec.id()))),
                            false);
            case FULL ->
                    throw TerraneException.of(
                                    StageError.STAGE_LIMIT,
                                    "this gateway keeps " + stagesMax + " stages already")
                            .limit(StagesProperties.STAGES_MAX, stagesMax, stagesMax + 1L)
                            .toException();
        };
    }

    private LiveStage same(StageSpec spec, StoredStage existing) {
        if (!existing.spec().equals(spec)) {
            throw TerraneException.of(
                            StageError.STAGE_EXISTS,
                            "stage " + spec.id() + " exists with another definition")
                    .field("id")
                    .toException();
        }
        return get(spec.id());
    }

    /** An open stage; opens it when it is not. */
    public LiveStage get(String id) {
        return Futures.await(open(id));
    }

    /** Definitions in the order of their ids, after the given one. */
    public List<StoredStage> list(String after, int limit) {
        return store.list(after, limit);
    }

    /** Whether there is a stage of this id. */
    public boolean exists(String id) {
        return open.containsKey(id) || store.find(id).isPresent();
    }

    /** A stage that is open already. */
    public Optional<LiveStage> findOpen(String id) {
        CompletableFuture<LiveStage> stage = open.get(id);
        return stage != null && stage.isDone() && !stage.isCompletedExceptionally()
                ? Optional.of(stage.join())
                : Optional.empty();
    }

    /** Every stage that is open now. */
    public List<LiveStage> openStages() {
        return open.keySet().stream().map(this::findOpen).flatMap(Optional::stream).toList();
    }

    @Override
    public CompletableFuture<LiveStage> open(String id) {
        if (draining) {
            return CompletableFuture.failedFuture(
                    TerraneException.of(CommonError.UNAVAILABLE, "the gateway is restarting")
                            .toException());
        }
        CompletableFuture<LiveStage> mine = new CompletableFuture<>();
        CompletableFuture<LiveStage> theirs = open.putIfAbsent(id, mine);
        if (theirs != null) {
            return theirs;
        }
        requests.execute(
                () -> {
                    try {
                        StoredStage stored =
                                store.beginGeneration(id)
                                        .orElseThrow(() -> StageStore.notFound(id));
                        LiveStage stage = opener.open(stored);
                        // A stage that failed is rebuilt by the next who asks.
                        var _ = stage.ended().thenRun(() -> open.remove(id, mine));
                        mine.complete(stage);
                    } catch (RuntimeException e) {
                        open.remove(id, mine);
                        mine.completeExceptionally(e);
                    }
                });
        return mine;
    }

    /** Deletes a stage and parts with its peers; a retry of the request does nothing. */
    public void delete(StageDeletion deletion) {
        Optional<StoredStage> stored = store.find(deletion.id());
        if (!store.delete(deletion)) {
            return;
        }
        CompletableFuture<LiveStage> stage = open.remove(deletion.id());
        if (stage != null) {
            var _ =
                    stage.thenCompose(
                            live ->
                                    live.close(
                                            TerraneException.of(
                                                            StageError.STAGE_CLOSED,
                                                            "the stage was deleted")
                                                    .toException()));
        }
        stored.ifPresent(deleted -> requests.execute(() -> opener.release(deleted.spec())));
    }

    /** Parts with all peers for a restart; nothing is opened any more. */
    public CompletableFuture<Void> drain() {
        draining = true;
        return CompletableFuture.allOf(
                openStages().stream().map(LiveStage::drain).toArray(CompletableFuture[]::new));
    }

    /**
     * A stage that was asked for.
     *
     * @param stage the stage
     * @param created whether it was made by this call
     */
    public record Created(LiveStage stage, boolean created) {}
}
