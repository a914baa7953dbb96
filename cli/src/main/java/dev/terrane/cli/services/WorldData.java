package dev.terrane.cli.services;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * World-service's database while no service uses it. Found by ServiceLoader; used by one thread.
 */
public interface WorldData {
    /** The one on the class path. */
    static WorldData load() {
        return ServiceLoader.load(WorldData.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no WorldData in the jar"));
    }

    /**
     * Where the database is.
     *
     * @param data the data folder, instead of the configured one
     * @param config the {@code terrane.yaml} to read, if any
     */
    record Place(Optional<Path> data, Optional<Path> config) {}

    /**
     * What to restore.
     *
     * @param digest what the backup's digest must be; empty for whatever it is
     * @param keepDamaged whether chunks that do not verify are taken too
     * @param world the world whose own file is restored; empty for the shared database
     * @param flagsOfBackup whether flags of assets are taken from a backup of the shared database
     *     as they are; else assets keep the flags they have where those are stricter
     */
    record Order(
            Path backup, String digest, boolean keepDamaged, String world, boolean flagsOfBackup) {}

    /**
     * What a restore did to the flags of assets.
     *
     * @param compared whether the flags that stood could be read
     * @param kept assets that stay flagged stricter than the backup says
     * @param lowered assets that were flagged stricter than they are now
     * @param raised assets that are flagged stricter than they were
     * @param earlier the kept copy that was compared with, where they could not; empty for none
     */
    record Flags(boolean compared, int kept, int lowered, int raised, String earlier) {}

    /**
     * What was restored.
     *
     * @param damaged payloads that do not verify, the first of them
     * @param replaced where the database that was there is now
     * @param flags what became of the flags of assets
     */
    record Restored(
            Path database,
            long bytes,
            long chunks,
            long revisions,
            String digest,
            String schemaVersion,
            List<String> damaged,
            Optional<Path> replaced,
            Flags flags) {
        public Restored {
            damaged = List.copyOf(damaged);
        }
    }

    /** What was moved to PostgreSQL. */
    record Moved(long chunks, long revisions, String digest) {}

    /**
     * Puts a backup in the place of the SQLite database.
     *
     * @throws dev.terrane.rpc.error.TerraneException BACKUP_INVALID, DATA_LOCKED, or SQLITE_ONLY
     *     when PostgreSQL is configured; nothing was changed then
     */
    Restored restore(Place place, Order order);

    /**
     * A world at its new place.
     *
     * @param digest over all its rows
     */
    record Relocated(Path file, long chunks, long revisions, String digest) {}

    /**
     * Gives a world of the shared SQLite database a file of its own.
     *
     * @throws dev.terrane.rpc.error.TerraneException NOT_FOUND when it is not there,
     *     BACKUP_INVALID, DATA_LOCKED or SQLITE_ONLY as a restore; the world is where it was then
     */
    Relocated moveToOwnFile(Place place, String world);

    /** Takes a world's own file into the shared database; refused as {@link #moveToOwnFile}. */
    Relocated moveToShared(Place place, String world);

    /**
     * Copies an SQLite database into the configured PostgreSQL, in one transaction, and compares
     * counts and digests; again after a failure as if there had been none before.
     *
     * @return what was moved; empty when the database holds worlds already, which are left alone
     * @throws dev.terrane.rpc.error.TerraneException START_FAILED with the reason
     */
    Optional<Moved> migrateBackend(Place place, Path file);
}
