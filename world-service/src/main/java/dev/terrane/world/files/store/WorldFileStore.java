package dev.terrane.world.files.store;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.support.store.StoreHistory;
import dev.terrane.support.store.StoreProperties;
import dev.terrane.support.store.StoreThreads;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.config.SingletonBeanRegistry;

/**
 * The file of one world: locked, migrated, with threads of its own. Opened and closed on a platform
 * thread.
 */
public final class WorldFileStore implements AutoCloseable {
    private final StoreFixture store;

    private WorldFileStore(StoreFixture store) {
        this.store = store;
    }

    /**
     * Opens a file, or makes it.
     *
     * @param shared how the service's shared database is opened
     * @param upToDate what the shared database has run
     */
    public static WorldFileStore open(Path file, StoreProperties shared, StoreHistory upToDate) {
        StoreProperties own =
                new StoreProperties(
                        "jdbc:sqlite:" + file,
                        null,
                        null,
                        null,
                        shared.readers(),
                        shared.writeQueueMax(),
                        shared.readQueueMax(),
                        shared.busyTimeout(),
                        shared.drainTimeout());
        return new WorldFileStore(StoreFixture.open("world", own, upToDate));
    }

    /** The file's threads. */
    public StoreThreads threads() {
        return store.threads();
    }

    /** Puts in the place of the shared database's what stores are made of, under its names. */
    public void offer(SingletonBeanRegistry beans) {
        beans.registerSingleton("storeThreads", store.threads());
        beans.registerSingleton("databaseKind", store.kind());
        beans.registerSingleton(
                "dataSource", Objects.requireNonNull(store.template().getDataSource()));
    }

    /** A world in the file that is another than this, if there is one. */
    public List<String> strangers(WorldId world) {
        return store.threads()
                .read(
                        () ->
                                store.template()
                                        .queryForList(
                                                "SELECT id FROM worlds WHERE id <> ? LIMIT 1",
                                                String.class,
                                                world.value()));
    }

    /** Finishes queued work, closes the file and releases its folder. */
    @Override
    public void close() {
        store.close();
    }
}
