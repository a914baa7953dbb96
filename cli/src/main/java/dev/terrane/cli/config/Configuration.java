package dev.terrane.cli.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The configuration as it holds.
 *
 * @param settings every setting there is, sorted by key
 * @param problems mistakes, each a line with its place; empty when it is valid
 * @param data the configured data folder
 */
public record Configuration(List<Setting> settings, List<String> problems, Path data) {
    public Configuration {
        settings = List.copyOf(settings);
        problems = List.copyOf(problems);
    }

    /**
     * One setting.
     *
     * @param key its key in terrane.yaml, sections joined by dots
     * @param variable the environment variable that sets it
     * @param type Java type of its value
     * @param description what it does
     * @param defaultValue value when it is not given, if there is one
     * @param value value given, secrets masked
     * @param place where it was given, for example {@code terrane.yaml:12}
     */
    public record Setting(
            String key,
            String variable,
            String type,
            String description,
            Optional<String> defaultValue,
            Optional<String> value,
            Optional<String> place) {}

    /** The setting of this key, which may begin with {@code terrane.}. */
    public Optional<Setting> find(String key) {
        String bare = key.startsWith("terrane.") ? key.substring("terrane.".length()) : key;
        return settings.stream().filter(setting -> setting.key().equals(bare)).findFirst();
    }
}
