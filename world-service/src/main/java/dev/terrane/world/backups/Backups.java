package dev.terrane.world.backups;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.backups.store.BackupStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
            Files.deleteIfExists(part);
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
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return new Backup(
                    name, Files.size(file), copy.chunks(), copy.revisions(), copy.digest());
        } catch (FileAlreadyExistsException e) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT, "there is a backup '" + name + "'")
                    .field("name")
                    .cause(e)
                    .toException();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            remove(part);
        }
    }

    /** What was not finished is not kept: on a full disk it would keep the service from writing. */
    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            LOG.warn("what is left of a backup cannot be removed: {}", part, e);
        }
    }
}
