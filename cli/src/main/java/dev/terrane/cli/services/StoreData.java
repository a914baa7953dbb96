package dev.terrane.cli.services;

import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/** Services' SQLite databases while no service uses them. Found by ServiceLoader; one thread. */
public interface StoreData {
    /** The one on the class path; a build without the services has none. */
    static Optional<StoreData> find() {
        return ServiceLoader.load(StoreData.class).findFirst();
    }

    /**
     * A database that is gone.
     *
     * @param refusal what a start says of it
     */
    record Lost(Path file, String refusal) {}

    /**
     * The service's database, if it is gone although there was one. Only looks.
     *
     * @param data the data folder of all services
     */
    Optional<Lost> findLost(Path data, ServiceName service);

    /**
     * Lets the next start make an empty database in the place of one that is gone, or lets the
     * world be created again. What else is there, backups say, stays.
     *
     * @param world the world whose own file is meant; empty for the service's database
     * @return the database that may be made
     * @throws dev.terrane.rpc.error.TerraneException INVALID_ARGUMENT when the database or its log
     *     is there, DATA_LOCKED while a service uses the folder, SQLITE_ONLY when PostgreSQL is
     *     configured; nothing was changed then
     */
    Path beginAnew(WorldData.Place place, ServiceName service, String world);
}
