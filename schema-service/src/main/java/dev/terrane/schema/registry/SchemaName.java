package dev.terrane.schema.registry;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Name of a schema; its versions are numbered within it.
 *
 * @param value {@code [a-z][a-z0-9-]{0,62}}
 */
public record SchemaName(String value) {
    /** What a name looks like. */
    public static final String FORM = "[a-z][a-z0-9-]{0,62}";

    private static final Pattern PATTERN = Pattern.compile(FORM);

    public SchemaName {
        if (!PATTERN.matcher(value).matches()) {
            throw new IllegalArgumentException("not a schema name: " + value);
        }
    }

    /** The name a text is, if it is one. */
    public static Optional<SchemaName> find(String text) {
        return PATTERN.matcher(text).matches()
                ? Optional.of(new SchemaName(text))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
