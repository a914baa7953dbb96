package dev.terrane.core.chunk;

import java.util.Locale;
import java.util.Optional;

/** How strongly a category applies; the wire number is the ordinal, 0..3. */
public enum Severity {
    NONE,
    MILD,
    MODERATE,
    SEVERE;

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
