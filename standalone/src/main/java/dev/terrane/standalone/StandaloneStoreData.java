package dev.terrane.standalone;

import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.StoreData;
import dev.terrane.cli.services.WorldData;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.DataFolderLock;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.SqliteCheck;
import dev.terrane.support.store.StoreTraces;
import dev.terrane.support.store.UnfitStoreException;
import dev.terrane.world.backups.WorldFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** What is known of services' databases that are gone, for the command line. */
public final class StandaloneStoreData implements StoreData {
    @Override
    public Optional<Lost> findLost(Path data, ServiceName service) {
        Path file = StorePlaces.usual(data, service).toAbsolutePath().normalize();
        try {
            StoreTraces.requireKept(service.id(), file);
            return Optional.empty();
        } catch (UnfitStoreException e) {
            return Optional.of(new Lost(file, String.valueOf(e.getMessage())));
        }
    }

    @Override
    public Path beginAnew(WorldData.Place place, ServiceName service, String world) {
        Path database = StorePlaces.database(place, service).toAbsolutePath().normalize();
        Path file =
                world.isEmpty()
                        ? database
                        : new WorldFolders(database).file(StandaloneWorldData.world(world));
        Path folder = Objects.requireNonNull(file.getParent(), "a file has a folder");
        if (!Files.isDirectory(folder)) {
            throw refusal(folder + " is not there: nothing says that there was a database");
        }
        // The service that runs holds its own folder, and a world's only while its file is open.
        try (DataFolderLock _ =
                DataFolderLock.acquire(Objects.requireNonNull(database.getParent(), "a folder"))) {
            if (!StoreTraces.isGone(file)) {
                FileSight.requireSeen(file);
                throw refusal(file + " is there: it is not given up");
            }
            SqliteCheck.requireFileOfLog(file);
            StoreTraces.allowAnew(file);
            return file;
        } catch (UnfitStoreException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private static TerraneException refusal(String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, text).toException();
    }
}
