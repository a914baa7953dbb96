package dev.terrane.cli.services;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What shall run.
 *
 * @param data folder of all files the services write, instead of the configured one
 * @param config the {@code terrane.yaml} to read, if any
 * @param services which services, in start order, no doubles
 * @param ports ports that replace the configured ones; 0 means any free port
 * @param consoleLogs whether log lines go to standard output; otherwise to {@code data/logs}, and
 *     only warnings are shown
 */
public record RunRequest(
        Optional<Path> data,
        Optional<Path> config,
        List<ServiceName> services,
        Map<ServiceName, Integer> ports,
        boolean consoleLogs) {
    public RunRequest {
        services = services.stream().distinct().sorted().toList();
        ports = Map.copyOf(ports);
        if (services.isEmpty()) {
            throw new IllegalArgumentException("no services to run");
        }
    }

    /** Whether all four run together: then only the gateway is reachable from other machines. */
    public boolean isComplete() {
        return services.size() == ServiceName.values().length;
    }
}
