package dev.terrane.cli.services;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The four services, in the order they start; they drain in reverse. */
public enum ServiceName {
    SCHEMA(8081),
    WORLD(8082),
    SESSION(8083),
    GATEWAY(8080);

    private final int defaultPort;

    ServiceName(int defaultPort) {
        this.defaultPort = defaultPort;
    }

    /** Lower-case name, as in configuration sections, folders and {@code --service}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Port when nothing else is configured. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The service with this id, if there is one. */
    public static Optional<ServiceName> find(String id) {
        return Arrays.stream(values()).filter(name -> name.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id();
    }
}
