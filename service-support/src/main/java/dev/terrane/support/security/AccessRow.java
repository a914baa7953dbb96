package dev.terrane.support.security;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.Set;

/**
 * One row of an access table: an endpoint and who may call it. Admin may call every row that any
 * role but {@code service} may.
 *
 * @param endpoint what is called
 * @param isPublic whether no token is needed
 * @param roles roles that may call; empty on a public row
 */
public record AccessRow(Endpoint endpoint, boolean isPublic, Set<Role> roles) {
    public AccessRow {
        roles = Set.copyOf(roles);
        if (isPublic != roles.isEmpty()) {
            throw new IllegalArgumentException(endpoint + " needs roles, or public alone");
        }
    }

    /** Whether this caller may call the endpoint. */
    public boolean admits(Caller caller) {
        return isPublic || roles.stream().anyMatch(caller::has);
    }

    /** What can be called. */
    public sealed interface Endpoint {
        /**
         * A REST endpoint.
         *
         * @param method HTTP method in capitals; GET stands for HEAD too
         * @param path path template as controllers declare it
         */
        record Rest(String method, String path) implements Endpoint {
            @Override
            public String toString() {
                return "rest: " + method + " " + path;
            }
        }

        /**
         * An RPC method.
         *
         * @param method {@code package.Service/Method}
         */
        record Rpc(String method) implements Endpoint {
            @Override
            public String toString() {
                return "rpc: " + method;
            }
        }

        /**
         * A WebSocket contract.
         *
         * @param subprotocol the contract's name
         */
        record Socket(String subprotocol) implements Endpoint {
            @Override
            public String toString() {
                return "socket: " + subprotocol;
            }
        }
    }
}
