package dev.terrane.support.telemetry;

import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.server.RpcListener;
import dev.terrane.rpc.server.RpcMethod;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Timer {@code rpc.server} of every RPC answered, by method and code. Both labels are bounded: the
 * methods by the contracts, the codes by the protocol.
 */
final class RpcMeters implements RpcListener {
    private final MeterRegistry registry;

    RpcMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void finished(RpcMethod method, @Nullable RpcCode code, Duration took) {
        registry.timer(
                        "rpc.server",
                        "method",
                        method.fullName(),
                        "code",
                        code == null ? "ok" : code.wireName())
                .record(took);
    }
}
