package dev.terrane.gateway.tickets;

import dev.terrane.gateway.tickets.TicketOffice.Redemption;
import dev.terrane.rpc.server.Caller;
import dev.terrane.support.security.TicketVerifier;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the ticket office together and lets the socket handshake redeem at it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TicketsProperties.class)
class TicketsConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(TicketsConfiguration.class);

    @Bean
    TicketOffice<Caller> ticketOffice(
            TicketsProperties properties, ObjectProvider<InstantSource> clock) {
        return new TicketOffice<>(
                clock.getIfUnique(InstantSource::system),
                new SecureRandom(),
                properties.lifetime(),
                properties.ticketsMax());
    }

    @Bean
    TicketVerifier ticketVerifier(TicketOffice<Caller> office) {
        return (ticket, origin) ->
                switch (office.redeem(ticket, origin)) {
                    case Redemption.Accepted<Caller>(Caller caller) -> Optional.of(caller);
                    case Redemption.Refused<Caller>(var reason) -> {
                        LOG.info("a ticket was refused: {}", reason);
                        yield Optional.empty();
                    }
                };
    }
}
