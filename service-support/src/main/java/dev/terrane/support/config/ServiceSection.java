package dev.terrane.support.config;

import java.util.Locale;
import java.util.Optional;

/** The services that have a section of their own in terrane.yaml. */
public enum ServiceSection {
    SCHEMA,
    WORLD,
    SESSION,
    GATEWAY;

    /** Section name, also the second part of the service's keys. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Prefix of the service's keys, for example {@code terrane.world.}. */
    String prefix() {
        return "terrane." + id() + ".";
    }

    /** The section a key belongs to; empty for {@code common} and anything else. */
    static Optional<ServiceSection> of(String key) {
        for (ServiceSection section : values()) {
            if (key.startsWith(section.prefix())) {
                return Optional.of(section);
            }
        }
        return Optional.empty();
    }
}
