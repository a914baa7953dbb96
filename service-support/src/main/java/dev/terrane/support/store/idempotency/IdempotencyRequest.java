package dev.terrane.support.store.idempotency;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What makes a request the same request.
 *
 * @param subject who asks; keys of different subjects are different
 * @param key the caller's key: {@code request_id} or {@code Idempotency-Key}
 * @param digest SHA-256 of operation and content, 64 lower-case hexadecimal digits
 */
public record IdempotencyRequest(String subject, String key, String digest) {
    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    public IdempotencyRequest {
        if (!DIGEST.matcher(digest).matches()) {
            throw new IllegalArgumentException("digest is not SHA-256: " + digest);
        }
    }

    /**
     * The request of an operation with this content.
     *
     * @param field name of the key's field or header, for the refusal
     * @param operation what is asked for, for example an RPC's full name
     * @param content the request's bytes without its key: deterministic, so that a retry has the
     *     same
     * @throws TerraneException INVALID_ARGUMENT when the key is not 1..64 of [A-Za-z0-9_-]
     */
    public static IdempotencyRequest of(
            String subject, String field, String key, String operation, byte[] content) {
        if (!KEY.matcher(key).matches()) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT, field + " must be 1..64 of [A-Za-z0-9_-]")
                    .field(field)
                    .toException();
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(operation.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            sha.update(content);
            return new IdempotencyRequest(subject, key, HexFormat.of().formatHex(sha.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
