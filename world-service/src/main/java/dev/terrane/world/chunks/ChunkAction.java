package dev.terrane.world.chunks;

import java.util.Locale;

/** What a revision did. */
public enum ChunkAction {
    CREATE,
    UPDATE,
    DELETE,
    /** Brought an older revision's content back. */
    ROLLBACK,
    /** Wrote the same content in the current format. */
    MIGRATE,
    /** Wrote the same content with the flags its assets have now. */
    REFLAG;

    /** The name in the history. */
    public String storedName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The action with this name in the history. */
    public static ChunkAction of(String storedName) {
        return valueOf(storedName.toUpperCase(Locale.ROOT));
    }

    /** Whether the server did it by itself, so that a change made for the state before stands. */
    public boolean isServers() {
        return this == MIGRATE || this == REFLAG;
    }
}
