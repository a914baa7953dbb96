package dev.terrane.world.backups;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a restore did to the flags of assets.
 *
 * @param compared whether the flags that stood could be read; if not, those of the backup hold, and
 *     what the earlier copy and worlds' own files beside it say stricter
 * @param kept assets that stay flagged stricter than the backup says
 * @param lowered assets that were flagged stricter than they are now, as somebody wanted it so
 * @param raised assets that are flagged stricter than they were, as the backup says
 * @param earlier the copy that was compared with in their place, which a restore had kept
 */
public record RestoredFlags(
        boolean compared, int kept, int lowered, int raised, Optional<Path> earlier) {
    /** Nobody knows what stood. */
    public static final RestoredFlags UNKNOWN = new RestoredFlags(false, 0, 0, 0);

    /** Of a restore that compared with the flags that stood, or with none. */
    public RestoredFlags(boolean compared, int kept, int lowered, int raised) {
        this(compared, kept, lowered, raised, Optional.empty());
    }

    /** Whose flags hold after a restore of the shared database. */
    public enum Rule {
        /** Of each asset the stricter, of what stands and of the backup. */
        STRICTER,
        /** Those of the backup, as they are. */
        BACKUP
    }
}
