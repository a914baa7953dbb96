package dev.terrane.core.schema.codegen;

import java.util.Locale;
import java.util.Optional;

/** What code is generated in. */
public enum Language {
    /** Constants and accessors; one file a class. Java 17 or newer. */
    JAVA,
    /** Constants and accessors; one module. */
    TYPESCRIPT,
    /** Constants; one file. */
    CSHARP,
    /** Constants; one script of Godot 4. */
    GDSCRIPT;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** The name in requests and on command lines, for example {@code typescript}. */
    public String text() {
        return text;
    }

    /** The language with exactly this name. */
    public static Optional<Language> find(String text) {
        for (Language language : values()) {
            if (language.text.equals(text)) {
                return Optional.of(language);
            }
        }
        return Optional.empty();
    }
}
