package dev.terrane.rpc.client;

import dev.terrane.rpc.Deadline;
import java.util.Optional;

/** Where a client gets the bearer token of its calls. For all threads. */
@FunctionalInterface
public interface TokenSource {
    /**
     * The token to send now, if any. May ask an issuer and then keeps within the deadline.
     *
     * @throws RpcException when no token can be had
     */
    Optional<String> token(Deadline deadline);

    /** Told that a server refused this token, so that the next one is a new one. */
    default void refused(String token) {}

    /** No token: for public methods. */
    static TokenSource none() {
        return deadline -> Optional.empty();
    }

    /** Always this token. */
    static TokenSource fixed(String token) {
        Optional<String> always = Optional.of(token);
        return deadline -> always;
    }
}
