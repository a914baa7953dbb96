package dev.terrane.world.chunks;

import java.util.Locale;

/** What a revision did. */
public enum ChunkAction {
    CREATE,
    UPDATE,
    DELETE;

    /** The name in the history. */
    public String storedName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
