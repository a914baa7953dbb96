package dev.terrane.core.session.model;

/**
 * Which life of a named session: 32 lower-case hexadecimal digits, drawn at random by the host.
 * Revisions, steps, ids and incarnations restart with it.
 */
public record Generation(String value) {
    public Generation {
        if (!value.matches("[0-9a-f]{32}")) {
            throw new IllegalArgumentException("not a generation: '" + value + "'");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
