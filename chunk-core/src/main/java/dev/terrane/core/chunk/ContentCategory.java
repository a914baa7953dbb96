package dev.terrane.core.chunk;

import java.util.Locale;

/** What content may be gated for, in the order of the binary format. */
public enum ContentCategory {
    VIOLENCE,
    SEXUAL,
    LANGUAGE,
    SUBSTANCE,
    GAMBLING,
    HORROR,
    HATE,
    CUSTOM;

    /** The name in JSON. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
