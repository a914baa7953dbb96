package dev.terrane.gateway.tickets;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One-use tickets, {@code terrane.gateway.tickets}.
 *
 * @param lifetime how long a ticket may wait
 * @param ticketsMax tickets that may wait at once
 */
@ConfigurationProperties("terrane.gateway.tickets")
public record TicketsProperties(
        @DefaultValue("30s") Duration lifetime, @DefaultValue("10000") int ticketsMax) {
    public TicketsProperties {
        if (!lifetime.isPositive() || ticketsMax < 1) {
            throw new IllegalArgumentException("terrane.gateway.tickets: limits must be positive");
        }
    }
}
