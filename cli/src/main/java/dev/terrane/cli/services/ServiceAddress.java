package dev.terrane.cli.services;

/**
 * Where a service listens.
 *
 * @param service which one
 * @param loopback whether only this machine can reach it
 * @param port TCP port, 1..65535
 */
public record ServiceAddress(ServiceName service, boolean loopback, int port) {
    public ServiceAddress {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(service + " has no such port: " + port);
        }
    }

    /** Base URL for a client on this machine. */
    public String url() {
        return "http://localhost:" + port;
    }
}
