package dev.terrane.gateway.tickets;

import dev.terrane.support.config.SettingRange;
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
        SettingRange.requirePositive("gateway.tickets.lifetime", lifetime);
        SettingRange.requireAtLeast(TICKETS_MAX, ticketsMax, 1);
    }
}
