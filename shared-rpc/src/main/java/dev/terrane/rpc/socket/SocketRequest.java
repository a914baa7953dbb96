package dev.terrane.rpc.socket;

import dev.terrane.rpc.server.Caller;
import java.util.Map;

/**
 * What is known of a connection before its first frame.
 *
 * @param caller who connects, as its token or ticket says
 * @param subprotocol the contract agreed on
 * @param variables values of the path pattern's variables
 */
public record SocketRequest(Caller caller, String subprotocol, Map<String, String> variables) {
    public SocketRequest {
        variables = Map.copyOf(variables);
    }
}
