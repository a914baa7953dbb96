package dev.terrane.support.config;

/**
 * Where a setting was given.
 *
 * @param source file as it was named, or {@code environment variable NAME}, or {@code argument}
 * @param line 1-based line in the file, 0 outside files
 * @param column 1-based column in the file, 0 outside files
 */
public record ConfigPlace(String source, int line, int column) {

    static ConfigPlace variable(String name) {
        return new ConfigPlace("environment variable " + name, 0, 0);
    }

    /** {@code terrane.yaml:12} or {@code environment variable NAME}. */
    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line;
    }
}
