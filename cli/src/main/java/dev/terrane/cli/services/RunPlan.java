package dev.terrane.cli.services;

import java.nio.file.Path;
import java.util.List;

/**
 * Where things will be.
 *
 * @param data folder of all files the services write; made when absent
 * @param addresses where each service listens, in start order
 */
public record RunPlan(Path data, List<ServiceAddress> addresses) {
    public RunPlan {
        addresses = List.copyOf(addresses);
    }
}
