package dev.terrane.cli;

/** How a command prints data; value of {@code --format}. */
public enum OutputFormat {
    /** For people; may change. */
    TEXT,
    /** For programs; fields are only added. */
    JSON
}
