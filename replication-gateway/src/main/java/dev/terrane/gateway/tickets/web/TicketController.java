package dev.terrane.gateway.tickets.web;

import dev.terrane.gateway.tickets.TicketOffice;
import dev.terrane.gateway.tickets.TicketOffice.Issue;
import dev.terrane.gateway.tickets.TicketsProperties;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** Gives out the tickets with which a browser opens a socket. */
@RestController
@Tag(name = "tickets", description = "One-use tickets for WebSocket connections")
final class TicketController {
    private final TicketOffice<Caller> office;

    TicketController(TicketOffice<Caller> office) {
        this.office = office;
    }

    @Operation(
            summary = "Gives a ticket",
            description =
                    "Good once, for 30 s, for the caller's subject and claims and the page's origin."
                            + " Offer it as subprotocol `terrane.ticket.TICKET`.")
    @PostMapping(path = "/api/v1/tickets", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<TicketView> issue(
            @Parameter(hidden = true) Caller caller,
            @Parameter(hidden = true) @RequestHeader(name = HttpHeaders.ORIGIN, required = false)
                    @Nullable String origin) {
        return switch (office.issue(caller, origin == null ? "" : origin)) {
            case Issue.Issued(String ticket, Instant expiresAt) ->
                    ResponseEntity.ok()
                            .cacheControl(CacheControl.noStore())
                            .body(new TicketView(ticket, expiresAt));
            case Issue.Full(int ticketsMax, Duration retryAfter) ->
                    throw TerraneException.of(
                                    CommonError.RESOURCE_EXHAUSTED,
                                    ticketsMax + " tickets wait to be used already")
                            .limit(TicketsProperties.TICKETS_MAX, ticketsMax, ticketsMax + 1L)
                            .extra("retryAfterSeconds", Long.toString(retryAfter.toSeconds()))
                            .toException();
        };
    }

    /**
     * A ticket.
     *
     * @param ticket 43 characters of base64url
     * @param expiresAt when it is void
     */
    record TicketView(String ticket, Instant expiresAt) {}
}
