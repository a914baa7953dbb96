package dev.terrane.gateway.routing;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of passing requests on, {@code gateway.routing}.
 *
 * @param connectTimeout how long a connection to a service may take
 * @param idleTimeout how long a service may be silent within one exchange
 * @param connectionsMax connections to one service
 * @param queuedMax requests that may wait for a connection to one service; more are refused
 * @param bodyMax largest request body; the service behind may allow less
 */
@ConfigurationProperties("terrane.gateway.routing")
public record RoutingProperties(
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("60s") Duration idleTimeout,
        @DefaultValue("64") int connectionsMax,
        @DefaultValue("256") int queuedMax,
        @DefaultValue("64MB") DataSize bodyMax) {
    /** The setting of the largest body, as refusals name it. */
    static final String BODY_MAX = "gateway.routing.body-max";

    public RoutingProperties {
        requireAbove(0, "gateway.routing.connect-timeout", connectTimeout.toNanos());
        requireAbove(0, "gateway.routing.idle-timeout", idleTimeout.toNanos());
        requireAbove(0, "gateway.routing.connections-max", connectionsMax);
        requireAbove(-1, "gateway.routing.queued-max", queuedMax);
        requireAbove(0, BODY_MAX, bodyMax.toBytes());
    }

    private static void requireAbove(int bound, String setting, long value) {
        if (value <= bound) {
            throw new IllegalArgumentException(setting + " must be above " + bound);
        }
    }
}
