package dev.terrane.support.config;

import java.util.Optional;

/**
 * One mistake in the configuration.
 *
 * @param place where it is
 * @param key the key as its writer wrote it: {@code common.data-dir}, or a variable's name
 * @param message what is wrong with it
 * @param suggestion a key that may have been meant, written the same way
 */
public record ConfigProblem(
        ConfigPlace place, String key, String message, Optional<String> suggestion) {

    /** One line: place, mistake, suggestion. */
    @Override
    public String toString() {
        return place
                + ": "
                + message
                + suggestion.map(meant -> "; did you mean " + meant + "?").orElse("");
    }
}
