package dev.terrane.world.backups;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.DataFolderLock;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.backups.store.BackendCopy;
import dev.terrane.world.backups.store.BackupFiles;
import dev.terrane.world.backups.store.BackupStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Moves the service from SQLite to PostgreSQL at its start, before the first call: the file named
 * by {@code world.backups.migrate-from} is copied into the configured database, with the files of
 * worlds that have their own, in one transaction, and counts and checksums are compared. A database
 * that holds worlds is left as it is, so the setting may stay; the file is only read, and locked
 * against a service that still uses it.
 */
@ServiceWide
@Component
public final class BackendMigration {
    private static final Logger LOG = LoggerFactory.getLogger(BackendMigration.class);

    private final Optional<Moved> result;

    /** What was moved. */
    public record Moved(long chunks, long revisions, String digest) {}

    /** Does what there is to do. */
    public BackendMigration(StoreThreads threads, BackendCopy copier, BackupProperties properties) {
        Path file = properties.migrateFrom();
        Optional<Moved> done = Optional.empty();
        if (file != null) {
            BackupStore.Contents moved = run(threads, copier, file);
            if (moved == null) {
                LOG.info("{} is not copied: the database holds worlds already", file);
            } else {
                LOG.info("copied from {}: {}", file, moved);
                done = Optional.of(new Moved(moved.chunks(), moved.revisions(), moved.digest()));
            }
        }
        this.result = done;
    }

    /** What was moved at this start; empty when there was nothing to do. */
    public Optional<Moved> result() {
        return result;
    }

    /** What was copied; null when the database holds worlds already. */
    static BackupStore.@Nullable Contents run(StoreThreads threads, BackendCopy copier, Path file) {
        if (threads.kind() != DatabaseKind.POSTGRESQL) {
            throw new IllegalStateException(
                    BackupProperties.MIGRATE_FROM + " needs a PostgreSQL store to copy into");
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalStateException(
                    BackupProperties.MIGRATE_FROM + " names no file: " + file);
        }
        if (!threads.read(copier::isEmpty)) {
            return null;
        }
        WorldFolders folders = new WorldFolders(file);
        folders.listUnused()
                .forEach(folder -> LOG.warn("{} is not copied: it is no world's", folder));
        Map<WorldId, Path> own =
                folders.list().stream()
                        .collect(Collectors.toMap(Function.identity(), folders::file));
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null) {
            throw new IllegalStateException(
                    BackupProperties.MIGRATE_FROM + " names no file: " + file);
        }
        try (DataFolderLock _ = DataFolderLock.acquire(folder)) {
            own.values().forEach(FileSight::requireSeen);
            own.keySet().forEach(world -> requireNotShared(file, world));
            folders.listLost().forEach(world -> requireShared(file, world, folders.file(world)));
            return threads.write(() -> copier.copy(file, own, InstantSource.system().instant()));
        }
    }

    private static void requireNotShared(Path file, WorldId world) {
        if (BackupFiles.holds(file, world.value())) {
            throw new IllegalStateException(
                    "world '%s' is in %s and in a file of its own: end its move with `terrane world move %s --to shared`, or remove the one or the other"
                            .formatted(world, file, world));
        }
    }

    /** A world whose own file is gone is not left behind without a word. */
    private static void requireShared(Path file, WorldId world, Path lost) {
        if (!BackupFiles.holds(file, world.value())) {
            throw new IllegalStateException(
                    "world '%s' had a file of its own, %s, which is gone: restore it, or give it up with `terrane store begin-anew world --world %s`"
                            .formatted(world, lost, world));
        }
    }
}
