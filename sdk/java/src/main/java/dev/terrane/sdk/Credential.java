package dev.terrane.sdk;

/** What opens a connection; travels in the subprotocol list only, never in a URL. */
public sealed interface Credential {
    /** The subprotocol that carries it. */
    String subprotocol();

    /**
     * A token.
     *
     * @param token the JWT
     */
    record Bearer(String token) implements Credential {
        @Override
        public String subprotocol() {
            return "terrane.bearer." + token;
        }

        @Override
        public String toString() {
            return "Bearer[…]";
        }
    }

    /**
     * A ticket from {@code POST /api/v1/tickets}; works once within 30 s.
     *
     * @param ticket 43 base64url characters
     */
    record Ticket(String ticket) implements Credential {
        @Override
        public String subprotocol() {
            return "terrane.ticket." + ticket;
        }

        @Override
        public String toString() {
            return "Ticket[…]";
        }
    }
}
