package dev.terrane.world.files;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.StoreHistory;
import dev.terrane.support.store.StoreProperties;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkUpkeep;
import dev.terrane.world.chunks.CrashLosses;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.World;
import dev.terrane.world.files.store.WorldFileStore;
import dev.terrane.world.imports.ImportWorker;
import dev.terrane.world.moderation.ReflagWorker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.ConfigurableApplicationContext;

/** One world's file while it is open, with the parts of the service over it. Any thread. */
public final class OpenWorld {
    private final WorldFileStore store;
    private final WorldFileContext context;
    private final Map<Class<?>, Object> known = new ConcurrentHashMap<>();
    private final Map<Class<?>, List<?>> lists = new ConcurrentHashMap<>();

    private OpenWorld(WorldFileStore store, WorldFileContext context) {
        this.store = store;
        this.context = context;
    }

    /** What files are opened with. */
    record Opener(
            ConfigurableApplicationContext service,
            Map<String, Class<?>> parts,
            StoreProperties shared,
            StoreHistory upToDate) {

        /** Opens a world's file: recovers and migrates it, and makes the parts. */
        OpenWorld open(WorldId world, Path file) {
            WorldFileStore store = WorldFileStore.open(file, shared, upToDate);
            WorldFileContext context = WorldFileContext.of(service, parts);
            try {
                List<String> strangers = store.strangers(world);
                if (!strangers.isEmpty()) {
                    throw new UnfitFileException("holds world '" + strangers.getFirst() + "'");
                }
                store.offer(context.getBeanFactory());
                context.getBeanFactory().registerSingleton("worldFiles", new NoFiles());
                context.refresh();
                context.getBean(ChunkUpkeep.class).rebuildPending();
                return new OpenWorld(store, context);
            } catch (RuntimeException | Error e) {
                context.close();
                store.close();
                throw e;
            }
        }
    }

    /** The file is not what it should be. */
    static final class UnfitFileException extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** To be read after the file's name. */
        UnfitFileException(String message) {
            super(message);
        }
    }

    /** The threads of the file. */
    public StoreThreads threads() {
        return store.threads();
    }

    /** The part of this type. */
    public <T> T part(Class<T> type) {
        return type.cast(known.computeIfAbsent(type, t -> context.getBean(t)));
    }

    /** All parts of this type that are this file's. */
    @SuppressWarnings("unchecked") // put under its own type
    public <T> List<T> parts(Class<T> type) {
        return (List<T>)
                lists.computeIfAbsent(
                        type, t -> List.copyOf(context.getBeansOfType(type).values()));
    }

    /** Goes on with what a stop left. */
    void begin() {
        part(CrashLosses.class).tell();
        part(ReflagWorker.class).start();
        part(ImportWorker.class).start();
    }

    /** The world as it is now; empty if it is not made yet, or cannot be read. */
    Optional<World> lastKnown(WorldId id) {
        try {
            return part(Definitions.class).find(id);
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Whether there is work that goes on without a caller. */
    boolean isBusy() {
        return part(ReflagWorker.class).hasWork() || part(ImportWorker.class).hasWork();
    }

    /** Ends the parts, which write what is in memory only, and closes the file. */
    void close() {
        try {
            context.close();
        } finally {
            store.close();
        }
    }
}
