package dev.terrane.core.schema;

import java.util.Locale;
import java.util.Optional;

/**
 * A flag of a member, in bit order: the first constant is bit 0. The order is part of the format
 * and never changes.
 */
public enum MaskName {
    /** Sent to others who see the entity. */
    SYNC_VIEW(0),
    /** Sent to the entity's own player. */
    SYNC_SELF(1),
    /** Sent at once instead of with the next regular flush. */
    REAL_TIME(2),
    /** Kept when the entity is stored. */
    SAVE(3),
    /** Sent to the team. */
    SYNC_TEAM(4),
    /** Sent to the guild. */
    SYNC_GUILD(5),
    /** Sent to everyone on the map. */
    SYNC_MAP(6),
    /** Changes are logged. */
    LOG(7);

    private final int position;
    private final String text = name().toLowerCase(Locale.ROOT);

    MaskName(int position) {
        this.position = position;
    }

    /** The name in documents, for example {@code sync_view}. */
    public String text() {
        return text;
    }

    /** The flag's bit, a power of two. */
    public int bit() {
        return 1 << position;
    }

    /** The flag with exactly this name. */
    public static Optional<MaskName> find(String text) {
        for (MaskName name : values()) {
            if (name.text.equals(text)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }
}
