package dev.terrane.rpc.error;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The status codes of the Connect protocol with the HTTP status each is sent with (connectrpc.com,
 * protocol reference, "Error codes").
 */
public enum RpcCode {
    CANCELED(499),
    UNKNOWN(500),
    INVALID_ARGUMENT(400),
    DEADLINE_EXCEEDED(504),
    NOT_FOUND(404),
    ALREADY_EXISTS(409),
    PERMISSION_DENIED(403),
    RESOURCE_EXHAUSTED(429),
    FAILED_PRECONDITION(400),
    ABORTED(409),
    OUT_OF_RANGE(400),
    UNIMPLEMENTED(501),
    INTERNAL(500),
    UNAVAILABLE(503),
    DATA_LOSS(500),
    UNAUTHENTICATED(401);

    private final int httpStatus;

    RpcCode(int httpStatus) {
        this.httpStatus = httpStatus;
    }

    /** The HTTP status a Connect error of this code is sent with. */
    public int httpStatus() {
        return httpStatus;
    }

    /** The code as it stands on the wire, for example {@code invalid_argument}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The code with the given wire name, if it is one of the protocol's. */
    public static Optional<RpcCode> findByWireName(String wireName) {
        return Arrays.stream(values()).filter(code -> code.wireName().equals(wireName)).findFirst();
    }

    /** What a reply without a Connect body means, by its HTTP status alone (a proxy's, say). */
    public static RpcCode fromHttpStatus(int status) {
        return switch (status) {
            case 400 -> INTERNAL;
            case 401 -> UNAUTHENTICATED;
            case 403 -> PERMISSION_DENIED;
            case 404 -> UNIMPLEMENTED;
            case 429, 502, 503, 504 -> UNAVAILABLE;
            default -> UNKNOWN;
        };
    }
}
