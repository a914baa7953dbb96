package dev.terrane.gateway.tickets;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One-use tickets, {@code gateway.tickets}.
 *
 * @param lifetime how long a ticket may wait
 * @param ticketsMax tickets that may wait at once
 */
@ConfigurationProperties("terrane.gateway.tickets")
public record TicketsProperties(
        @DefaultValue("30s") Duration lifetime, @DefaultValue("10000") int ticketsMax) {
    /** The setting of the tickets at once, as refusals name it. */
    public static final String TICKETS_MAX = "gateway.tickets.tickets-max";

    public TicketsProperties {
        if (!lifetime.isPositive()) {
            throw new IllegalArgumentException(
                    "gateway.tickets.lifetime must be above 0: " + lifetime);
        }
        if (ticketsMax < 1) {
            throw new IllegalArgumentException(TICKETS_MAX + " must be above 0: " + ticketsMax);
        }
    }
}
