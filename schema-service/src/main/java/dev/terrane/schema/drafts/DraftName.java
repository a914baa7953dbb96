package dev.terrane.schema.drafts;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Name of a draft within its schema.
 *
 * @param value {@code [a-z][a-z0-9-]{0,62}}
 */
public record DraftName(String value) {
    /** What a name looks like. */
    public static final String FORM = "[a-z][a-z0-9-]{0,62}";

    private static final Pattern PATTERN = Pattern.compile(FORM);

    public DraftName {
        if (!PATTERN.matcher(value).matches()) {
            throw new IllegalArgumentException("not a draft name: " + value);
        }
    }

    /** The name a text is, if it is one. */
    public static Optional<DraftName> find(String text) {
        return PATTERN.matcher(text).matches()
                ? Optional.of(new DraftName(text))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
