package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.StageFacts;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesRequest;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.idempotency.IdempotencyRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Answers of ApplyChanges by subject and request id, as long as what they changed lives: entities
 * of a stage are gone with its generation, and so are these. Bounded, oldest first. For all
 * threads.
 *
 * <p>In memory, unlike the results of requests that change the database (see {@link
 * dev.terrane.support.store.idempotency.IdempotencyStore}): a batch changes nothing but the stage's
 * memory, on the stage's thread between two ticks. A transaction cannot hold both. A kept answer
 * would outlive a change that a crash took away, an answer kept too late would let a retry apply
 * the change twice, and waiting for the disk in between would hold up the tick.
 */
final class AppliedRequests {
    private final Map<Id, Answer> answers;

    AppliedRequests(int max) {
        this.answers =
                new LinkedHashMap<>() {
                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Id, Answer> eldest) {
                        return size() > max;
                    }
                };
    }

    /** What makes a request the same; INVALID_ARGUMENT when its id is not well formed. */
    static IdempotencyRequest key(String subject, ApplyChangesRequest request) {
        return IdempotencyRequest.of(
                subject,
                "request_id",
                request.getRequestId(),
                "terrane.stage.v1alpha1.StageService/ApplyChanges",
                request.toBuilder().clearRequestId().build().toByteArray());
    }

    /** Does the work, or gives the answer of the first request of this id. */
    ApplyChangesResponse once(
            StageFacts stage, IdempotencyRequest request, Supplier<ApplyChangesResponse> work) {
        Id id = new Id(stage.id(), stage.generation(), request.subject(), request.key());
        Answer mine = new Answer(request.digest(), new CompletableFuture<>());
        Answer first;
        synchronized (answers) {
            first = answers.putIfAbsent(id, mine);
        }
        if (first == null) {
            try {
                ApplyChangesResponse response = work.get();
                mine.response().complete(response);
                return response;
            } catch (RuntimeException e) {
                // Nothing was applied: the same id may be tried again.
                synchronized (answers) {
                    answers.remove(id, mine);
                }
                mine.response().completeExceptionally(e);
                throw e;
            }
        }
        if (!first.digest().equals(request.digest())) {
            throw TerraneException.of(
                            CommonError.IDEMPOTENCY_MISMATCH,
                            "request id " + request.key() + " had other changes")
                    .field("request_id")
                    .toException();
        }
        try {
            return first.response().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private record Id(String stage, long generation, String subject, String requestId) {}

    private record Answer(String digest, CompletableFuture<ApplyChangesResponse> response) {}
}
