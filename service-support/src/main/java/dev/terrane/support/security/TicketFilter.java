package dev.terrane.support.security;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.rpc.socket.Subprotocols;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Turns the ticket of a WebSocket request into its caller. A ticket that is no good is 401. */
final class TicketFilter extends OncePerRequestFilter {
    private static final Pattern TICKET = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final TicketVerifier verifier;
    private final RefusalWriter refusals;

    TicketFilter(TicketVerifier verifier, RefusalWriter refusals) {
        this.verifier = verifier;
        this.refusals = refusals;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String ticket = Subprotocols.isUpgrade(request) ? Subprotocols.of(request).ticket() : "";
        if (ticket.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        String origin = request.getHeader("Origin");
        Optional<Caller> caller =
                TICKET.matcher(ticket).matches()
                        ? verifier.redeem(ticket, origin == null ? "" : origin)
                        : Optional.empty();
        if (caller.isEmpty()) {
            refusals.write(
                    request,
                    response,
                    TerraneException.of(
                                    CommonError.UNAUTHENTICATED,
                                    "the ticket is unknown, used, late or another origin's; get"
                                            + " one with: POST /api/v1/tickets")
                            .toException());
            return;
        }
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(new CallerAuthentication(caller.get()));
        SecurityContextHolder.setContext(context);
        try {
            chain.doFilter(request, response);
        } finally {
            SecurityContextHolder.clearContext();
        }
    }
}
