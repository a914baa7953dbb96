package dev.terrane.world.backups;

/**
 * What a restore did to the flags of assets.
 *
 * @param compared whether the flags that stood could be read; if not, those of the backup hold, and
 *     what worlds' own files beside it say stricter
 * @param kept assets that stay flagged stricter than the backup says
 * @param lowered assets that were flagged stricter than they are now, as somebody wanted it so
 * @param raised assets that are flagged stricter than they were, as the backup says
 */
public record RestoredFlags(boolean compared, int kept, int lowered, int raised) {
    /** Nobody knows what stood. */
    public static final RestoredFlags UNKNOWN = new RestoredFlags(false, 0, 0, 0);

    /** Whose flags hold after a restore of the shared database. */
    public enum Rule {
        /** Of each asset the stricter, of what stands and of the backup. */
        STRICTER,
        /** Those of the backup, as they are. */
        BACKUP
    }
}
