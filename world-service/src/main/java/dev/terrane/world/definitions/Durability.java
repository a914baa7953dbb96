package dev.terrane.world.definitions;

import java.util.Locale;
import java.util.Optional;

/** When a change of a world's chunks is acknowledged. */
public enum Durability {
    /** After its commit to disk. */
    COMMITTED,
    /** Before it: changes of existing chunks wait in memory and are committed together. */
    WRITE_BEHIND;

    /** The name in the database and on REST. */
    public String storedName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one with this name. */
    public static Optional<Durability> find(String storedName) {
        for (Durability durability : values()) {
            if (durability.storedName().equals(storedName)) {
                return Optional.of(durability);
            }
        }
        return Optional.empty();
    }
}
