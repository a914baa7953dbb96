package dev.terrane.world.backups;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.backups.store.BackupFiles;
import dev.terrane.world.backups.store.BackupStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Backups of an SQLite store beside edits, into the folder {@code backups} beside the database.
 * Each is one snapshot, and counts as made only when it was read back. May be called by any thread
 * but the store's; blocks.
 */
@Component
public final class Backups {
    private static final Logger LOG = LoggerFactory.getLogger(Backups.class);

    /** A backup being made, and what SQLite puts beside it. */
    private static final Pattern PART =
            Pattern.compile("[A-Za-z0-9_-]{1,64}\\.part(-wal|-shm|-journal)?");

    private final StoreThreads threads;
    private final BackupStore store;
    private final Unwritten unwritten;

    /** Makes the facade over a store. */
    public Backups(StoreThreads threads, BackupStore store, Unwritten unwritten) {
        this.threads = threads;
        this.store = store;
        this.unwritten = unwritten;
    }

    /**
     * Makes a backup; one at a time.
     *
     * @param name 1..64 of [A-Za-z0-9_-]; a backup that is there is not overwritten
     */
    public synchronized Backup create(String name) {
        if (threads.kind() != DatabaseKind.SQLITE) {
            throw TerraneException.of(
                            WorldError.SQLITE_ONLY,
                            "backups of PostgreSQL are made with pg_dump or base backups")
                    .toException();
        }
        if (WorldFolders.isDevice(name)) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT,
                            "'" + name + "' is a device on Windows and cannot name a file there")
                    .field("name")
                    .toException();
        }
        unwritten.settleAll();
        Path database = threads.read(store::file);
        Path folder = database.resolveSibling("backups");
        Path file = folder.resolve(name + ".db");
        Path part = folder.resolve(name + ".part");
        try {
            Files.createDirectories(folder);
            if (Files.exists(file)) {
                throw new FileAlreadyExistsException(file.toString());
            }
            removeParts(folder);
            // The first statement fixes the snapshot that is copied; writes go on.
            BackupStore.Contents original =
                    threads.read(
                            () -> {
                                BackupStore.Contents contents = store.contents();
                                store.copyTo(part);
                                return contents;
                            });
            BackupStore.Contents copy = BackupStore.readBack(part);
            if (!copy.equals(original)) {
                throw new IllegalStateException(
                        "the backup holds " + copy + ", the database " + original);
            }
            BackupRestore.sync(part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            BackupRestore.sync(folder);
            return new Backup(
                    name, Files.size(file), copy.chunks(), copy.revisions(), copy.digest());
        } catch (FileAlreadyExistsException e) {
            throw TerraneException.of(WorldError.BACKUP_EXISTS, "there is a backup '" + name + "'")
                    .field("name")
                    .cause(e)
                    .toException();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            remove(part);
        }
    }

    /** What a kill left of backups that were being made: one is made at a time. */
    private static void removeParts(Path folder) throws IOException {
        List<Path> parts;
        try (Stream<Path> files = Files.list(folder)) {
            parts = files.filter(Backups::isPart).toList();
        }
        for (Path part : parts) {
            Files.deleteIfExists(part);
        }
    }

    private static boolean isPart(Path file) {
        return PART.matcher(file.getFileName().toString()).matches();
    }

    /** What was not finished is not kept: on a full disk it would keep the service from writing. */
    private static void remove(Path part) {
        try {
            BackupFiles.delete(part);
        } catch (IOException e) {
            LOG.warn("what is left of a backup cannot be removed: {}", part, e);
        }
    }
}
