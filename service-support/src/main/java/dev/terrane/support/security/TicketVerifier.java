package dev.terrane.support.security;

import dev.terrane.rpc.server.Caller;
import java.util.Optional;

/**
 * Redeems WebSocket tickets. A service with a bean of this type accepts {@code
 * terrane.ticket.TICKET} in the subprotocol list.
 */
@FunctionalInterface
public interface TicketVerifier {
    /**
     * Takes a ticket, which cannot be taken again whatever the outcome.
     *
     * @param ticket 43 base64url characters
     * @param origin the Origin header, empty when there is none
     * @return whom it was given to, or nothing when it is unknown, used, late, or another origin's
     */
    Optional<Caller> redeem(String ticket, String origin);
}
