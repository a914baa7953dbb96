package dev.terrane.schema.registry.channels;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Name of a channel. Never a number, so that {@code name@channel} is no version.
 *
 * @param value {@code [a-z][a-z0-9-]{0,62}}
 */
public record ChannelName(String value) {
    /** What a name looks like. */
    public static final String FORM = "[a-z][a-z0-9-]{0,62}";

    private static final Pattern PATTERN = Pattern.compile(FORM);

    public ChannelName {
        if (!PATTERN.matcher(value).matches()) {
            throw new IllegalArgumentException("not a channel name: " + value);
        }
    }

    /** The name a text is, if it is one. */
    public static Optional<ChannelName> find(String text) {
        return PATTERN.matcher(text).matches()
                ? Optional.of(new ChannelName(text))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}
