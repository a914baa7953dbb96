package dev.terrane.rpc.socket;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a WebSocket request offers in {@code Sec-WebSocket-Protocol}: contracts, and at most one
 * credential, which is never echoed.
 *
 * @param contracts the offered contracts in order
 * @param bearer the JWT of {@code terrane.bearer.JWT}, empty when not offered
 * @param ticket the ticket of {@code terrane.ticket.TICKET}, empty when not offered
 */
public record Subprotocols(List<String> contracts, String bearer, String ticket) {
    /** Prefix of a JWT in the list. */
    public static final String BEARER_PREFIX = "terrane.bearer.";

    /** Prefix of a ticket in the list. */
    public static final String TICKET_PREFIX = "terrane.ticket.";

    private static final String HEADER = "Sec-WebSocket-Protocol";

    public Subprotocols {
        contracts = List.copyOf(contracts);
    }

    /** Whether the request asks for an upgrade to WebSocket. */
    public static boolean isUpgrade(HttpServletRequest request) {
        String upgrade = request.getHeader("Upgrade");
        return "GET".equals(request.getMethod()) && "websocket".equalsIgnoreCase(upgrade);
    }

    /** What the request offers. */
    public static Subprotocols of(HttpServletRequest request) {
        List<String> contracts = new ArrayList<>();
        String bearer = "";
        String ticket = "";
        for (String header : Collections.list(request.getHeaders(HEADER))) {
            for (String item : header.split(",")) {
                String offered = item.strip();
                if (offered.startsWith(BEARER_PREFIX)) {
                    bearer = offered.substring(BEARER_PREFIX.length());
                } else if (offered.startsWith(TICKET_PREFIX)) {
                    ticket = offered.substring(TICKET_PREFIX.length());
                } else if (!offered.isEmpty()) {
                    contracts.add(offered);
                }
            }
        }
        return new Subprotocols(contracts, bearer, ticket);
    }

    /** The first offered contract that is among the supported. */
    public Optional<String> choose(Set<String> supported) {
        return contracts.stream().filter(supported::contains).findFirst();
    }
}
