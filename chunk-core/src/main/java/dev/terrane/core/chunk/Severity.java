package dev.terrane.core.chunk;

import java.util.Locale;
import java.util.Optional;

/** How strongly a category applies. */
public enum Severity {
    NONE(0),
    MILD(1),
    MODERATE(2),
    SEVERE(3);

    private final int number;

    Severity(int number) {
        this.number = number;
    }

    /** The wire number, 0..3. */
    public int number() {
        return number;
    }

    /** The name in JSON. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The severity with a wire number. */
    public static Optional<Severity> find(int number) {
        return switch (number) {
            case 0 -> Optional.of(NONE);
            case 1 -> Optional.of(MILD);
            case 2 -> Optional.of(MODERATE);
            case 3 -> Optional.of(SEVERE);
            default -> Optional.empty();
        };
    }

    /** The severity with a JSON name. */
    public static Optional<Severity> find(String jsonName) {
        return switch (jsonName) {
            case "none" -> Optional.of(NONE);
            case "mild" -> Optional.of(MILD);
            case "moderate" -> Optional.of(MODERATE);
            case "severe" -> Optional.of(SEVERE);
            default -> Optional.empty();
        };
    }
}
