package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.StageFacts;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesRequest;
import dev.terrane.proto.stage.v1alpha1.ApplyChangesResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Answers of ApplyChanges by request id, as long as what they changed lives: entities of a stage
 * are gone with its generation, and so are these. Bounded, oldest first. For all threads.
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

    /** Does the work, or gives the answer of the first request of this id. */
    ApplyChangesResponse once(
            StageFacts stage, ApplyChangesRequest request, Supplier<ApplyChangesResponse> work) {
        Id id = new Id(stage.id(), stage.generation(), request.getRequestId());
        Answer mine = new Answer(request, new CompletableFuture<>());
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
        if (!first.request().equals(request)) {
            throw TerraneException.of(
                            CommonError.IDEMPOTENCY_MISMATCH,
                            "request id " + request.getRequestId() + " had other changes")
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

    private record Id(String stage, long generation, String requestId) {}

    private record Answer(
            ApplyChangesRequest request, CompletableFuture<ApplyChangesResponse> response) {}
}
