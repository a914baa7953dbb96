package dev.terrane.schema.registry.references;

import java.util.Locale;
import java.util.Optional;

/** How a version is used. */
public enum ReferenceKind {
    /** By something that runs and renews its reference, such as a stage. */
    LIVE,
    /** By data at rest, such as saved entities. */
    STORED;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** Lower-case name. */
    public String text() {
        return text;
    }

    /** The kind a text names. */
    public static Optional<ReferenceKind> find(String text) {
        for (ReferenceKind kind : values()) {
            if (kind.text.equals(text)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }
}
