package dev.terrane.support.security;

import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.support.config.CommonProperties;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One RPC client for each service this one calls, made at its first use, with this service's own
 * token. For all threads.
 */
public final class ServiceClients implements AutoCloseable {
    private final CommonProperties.Services services;
    private final TokenSource tokens;
    private final Map<String, RpcClient> clients = new ConcurrentHashMap<>();

    /** Clients of these services. */
    public ServiceClients(CommonProperties.Services services, TokenSource tokens) {
        this.services = services;
        this.tokens = tokens;
    }

    /** The client of a service by its short name: schema, world, session or gateway. */
    public RpcClient client(String service) {
        return clients.computeIfAbsent(service, name -> new RpcClient(address(name), tokens));
    }

    /** Base URL of a service by its short name. */
    public URI address(String service) {
        return switch (service) {
            case "schema" -> services.schema();
            case "world" -> services.world();
            case "session" -> services.session();
            case "gateway" -> services.gateway();
            default -> throw new IllegalArgumentException("there is no service " + service);
        };
    }

    /** This service's own token, for event streams. */
    public TokenSource tokens() {
        return tokens;
    }

    @Override
    public void close() {
        clients.values().forEach(RpcClient::close);
    }
}
