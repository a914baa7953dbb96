package dev.terrane.world.backups;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.DataFolderLock;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.StoreTraces;
import dev.terrane.world.backups.store.BackupFiles;
import dev.terrane.world.backups.store.BackupStore.Contents;
import dev.terrane.world.backups.store.WorldTransfer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import org.springframework.dao.DataAccessException;

/**
 * Moves one world between the shared database and a file of its own, while no service uses them.
 * The world is copied, compared, and only then taken away where it was. Stopped in between it is in
 * both: the shared one is what a service uses, and the same move again finishes it. Once it is
 * where it is to be, the same move again says so and changes nothing.
 */
public final class WorldMoves {
    private final Path shared;
    private final WorldFolders folders;
    private final InstantSource clock;

    /** Makes one for the folder of a shared database. */
    public WorldMoves(Path shared, InstantSource clock) {
        this.shared = shared.toAbsolutePath().normalize();
        this.folders = new WorldFolders(this.shared);
        this.clock = clock;
    }

    /**
     * What was moved.
     *
     * @param file where the world is now
     * @param digest over all its rows
     */
    public record Moved(Path file, long chunks, long revisions, String digest) {
        private Moved(Path file, Contents contents) {
            this(file, contents.chunks(), contents.revisions(), contents.digest());
        }
    }

    /**
     * Gives a world of the shared database a file of its own.
     *
     * @throws TerraneException NOT_FOUND when the shared database does not hold it, DATA_LOCKED
     *     while a service uses the folder, BACKUP_INVALID when a file is not fit for it
     */
    public Moved toOwn(WorldId world) {
        return locked(
                () -> {
                    Path file = folders.file(world);
                    if (isOnly(file, shared, world)) {
                        return new Moved(file, WorldTransfer.contents(file, world));
                    }
                    requireHeld(shared, world);
                    Path part = file.resolveSibling(file.getFileName() + ".moving");
                    Files.createDirectories(folders.folder(world));
                    BackupFiles.delete(part);
                    try {
                        Contents moved =
                                WorldTransfer.extract(shared, part, world, clock.instant());
                        keepAsideUnlessSame(file, world);
                        Files.move(
                                part,
                                file,
                                StandardCopyOption.ATOMIC_MOVE,
                                StandardCopyOption.REPLACE_EXISTING);
                        BackupRestore.sync(folders.folder(world));
                        WorldTransfer.remove(shared, world);
                        return new Moved(file, moved);
                    } finally {
                        BackupFiles.delete(part);
                    }
                });
    }

    /**
     * A file that is there was not used, as the shared database holds the world; it is what a move
     * left that was stopped, or somebody's.
     */
    private void keepAsideUnlessSame(Path file, WorldId world) throws IOException {
        if (!isSame(file, world)) {
            new BackupRestore(clock).keepAside(file);
        }
        BackupFiles.deleteLog(file);
    }

    private boolean isSame(Path file, WorldId world) {
        try {
            return Files.isRegularFile(file)
                    && BackupFiles.holds(file, world.value())
                    && WorldTransfer.isSame(shared, file, world);
        } catch (DataAccessException e) {
            return false; // Damaged, or no database.
        }
    }

    /**
     * Takes a world's own file into the shared database; the file is kept in {@code replaced}.
     *
     * @throws TerraneException as {@link #toOwn}
     */
    public Moved toShared(WorldId world) {
        return locked(
                () -> {
                    Path file = folders.file(world);
                    if (isOnly(shared, file, world)) {
                        return new Moved(shared, WorldTransfer.contents(shared, world));
                    }
                    FileSight.requireSeen(file);
                    if (!Files.isRegularFile(file) || !Files.isRegularFile(shared)) {
                        throw TerraneException.of(
                                        CommonError.NOT_FOUND,
                                        "there is no file %s, or no %s".formatted(file, shared))
                                .toException();
                    }
                    requireHeld(file, world);
                    BackupFiles.stranger(file, world.value())
                            .ifPresent(
                                    other -> {
                                        throw unfit(file + " holds world '" + other + "' too");
                                    });
                    Contents moved;
                    if (!BackupFiles.holds(shared, world.value())) {
                        moved = WorldTransfer.merge(file, shared, world, clock.instant());
                    } else if (WorldTransfer.isSame(file, shared, world)) {
                        moved = WorldTransfer.contents(shared, world);
                    } else {
                        throw unfit(
                                "the shared database holds another world '"
                                        + world
                                        + "', which is the one that is used");
                    }
                    BackupRestore restore = new BackupRestore(clock);
                    restore.keepAside(file);
                    BackupFiles.delete(file);
                    StoreTraces.allowAnew(file);
                    return new Moved(shared, moved);
                });
    }

    /** Whether a move came to its end before: the world is in the one file, not in the other. */
    private static boolean isOnly(Path one, Path other, WorldId world) {
        return !isHeld(other, world) && isHeld(one, world);
    }

    private static boolean isHeld(Path file, WorldId world) {
        return Files.isRegularFile(file) && BackupFiles.holds(file, world.value());
    }

    private static void requireHeld(Path file, WorldId world) {
        if (!isHeld(file, world)) {
            throw TerraneException.of(
                            CommonError.NOT_FOUND, "%s holds no world '%s'".formatted(file, world))
                    .toException();
        }
    }

    private static TerraneException unfit(String text) {
        return TerraneException.of(WorldError.BACKUP_INVALID, text).toException();
    }

    /** What is done with files. */
    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    private <T> T locked(Work<T> work) {
        Path folder = shared.getParent();
        if (folder == null) {
            throw new IllegalArgumentException("not a file: " + shared);
        }
        try (DataFolderLock _ = DataFolderLock.acquire(folder)) {
            return work.run();
        } catch (DataAccessException e) {
            throw TerraneException.of(
                            WorldError.BACKUP_INVALID,
                            "the world cannot be moved: " + e.getMostSpecificCause().getMessage())
                    .cause(e)
                    .toException();
        } catch (IOException e) {
            throw new UncheckedIOException("the world cannot be moved in " + folder, e);
        }
    }
}
