package dev.terrane.rpc.server;

import dev.terrane.rpc.error.RpcCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Told of every finished call, for metrics. Called on the request's thread; must not block. */
@FunctionalInterface
public interface RpcListener {
    /**
     * A call has been answered.
     *
     * @param method the method called
     * @param code the refusal's code, null on success
     * @param took from the arrival of the request to the last byte handed to the server
     */
    void finished(RpcMethod method, @Nullable RpcCode code, Duration took);
}
