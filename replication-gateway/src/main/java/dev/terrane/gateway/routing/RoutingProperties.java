package dev.terrane.gateway.routing;

import dev.terrane.support.config.SettingRange;
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
        SettingRange.requirePositive("gateway.routing.connect-timeout", connectTimeout);
        SettingRange.requirePositive("gateway.routing.idle-timeout", idleTimeout);
        SettingRange.requireAtLeast("gateway.routing.connections-max", connectionsMax, 1);
        SettingRange.requireAtLeast("gateway.routing.queued-max", queuedMax, 0);
        SettingRange.requireAtLeast(BODY_MAX, bodyMax, DataSize.ofBytes(1));
    }
}
