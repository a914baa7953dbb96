package dev.terrane.gateway.routing;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits of passing requests on, {@code terrane.gateway.routing}.
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
    public RoutingProperties {
        if (!connectTimeout.isPositive() || !idleTimeout.isPositive()) {
            throw new IllegalArgumentException(
                    "terrane.gateway.routing: timeouts must be positive");
        }
        if (connectionsMax < 1 || queuedMax < 0 || bodyMax.toBytes() < 1) {
            throw new IllegalArgumentException("terrane.gateway.routing: limits must be positive");
        }
    }
}
