package dev.terrane.gateway.stages;

import dev.terrane.support.store.idempotency.IdempotencyRequest;
import java.nio.charset.StandardCharsets;

/**
 * A request to delete a stage. Over RPC and over REST it is the same request when subject, key and
 * stage are the same.
 *
 * @param id the stage
 * @param request what makes a retry the same request
 */
public record StageDeletion(String id, IdempotencyRequest request) {
    private static final String OPERATION = "terrane.stage.v1alpha1.StageService/DeleteStage";

    /**
     * The deletion a caller asked for.
     *
     * @throws dev.terrane.rpc.error.TerraneException INVALID_ARGUMENT naming the key's field when
     *     the key is not 1..64 of [A-Za-z0-9_-]
     */
    public static StageDeletion of(String id, Key key) {
        return new StageDeletion(
                id,
                IdempotencyRequest.of(
                        key.subject(),
                        key.field(),
                        key.value(),
                        OPERATION,
                        id.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * A caller's key.
     *
     * @param subject who asks
     * @param field where the key stood: {@code request_id} or {@code Idempotency-Key}
     * @param value the key
     */
    public record Key(String subject, String field, String value) {}
}
