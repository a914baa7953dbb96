package dev.terrane.world.backups;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.DataFolderLock;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.StoreTraces;
import dev.terrane.world.backups.store.BackupFiles;
import dev.terrane.world.backups.store.FlagRows;
import dev.terrane.world.flags.FlagCopy;
import dev.terrane.world.flags.FlagMerge;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;

/**
 * Puts a backup in the place of a database that is not in use. The backup is only read: a copy of
 * it is checked, and becomes the database in one step. What was there is kept aside. A crash at any
 * moment leaves the one or the other in place, whole.
 */
public final class BackupRestore {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

    /** What {@link #STAMP} and a number make of a name. */
    private static final Pattern KEPT = Pattern.compile("\\d{8}T\\d{6}(-\\d+)?");

    private final InstantSource clock;
    private final Optional<Path> root;

    /** Makes one that names what it keeps aside by this clock, and files as they are. */
    public BackupRestore(InstantSource clock) {
        this(clock, Optional.empty());
    }

    /**
     * Makes one for callers who are not to know this machine's folders.
     *
     * @param root the folder from which on refusals name files; empty for whole names
     */
    public BackupRestore(InstantSource clock, Optional<Path> root) {
        this.clock = clock;
        this.root = root;
    }

    private String name(Path file) {
        return root.map(
                        from ->
                                file.startsWith(from)
                                        ? from.relativize(file).toString()
                                        : file.getFileName().toString())
                .orElseGet(file::toString);
    }

    /**
     * What to put where.
     *
     * @param backup the file; only read
     * @param database the service's database file, in a folder of its own
     * @param digest what the backup's digest must be; empty for whatever it is
     * @param keepDamaged whether chunks that do not verify are taken too; the service sets them
     *     aside when they are read
     * @param only the one world the backup may hold; empty for whichever it holds
     * @param flags whose flags hold then; of the shared database, as worlds' own files only have
     *     copies of its flags
     */
    public record Order(
            Path backup,
            Path database,
            String digest,
            boolean keepDamaged,
            Optional<WorldId> only,
            RestoredFlags.Rule flags) {}

    /**
     * What was restored.
     *
     * @param schemaVersion of the backup; the next start brings it up to its own
     * @param damaged payloads that do not verify, in their order, the first of them
     * @param replaced where the database that was there is now
     * @param flags what became of the flags of assets
     */
    public record Restored(
            long bytes,
            long chunks,
            long revisions,
            String digest,
            String schemaVersion,
            List<String> damaged,
            Optional<Path> replaced,
            RestoredFlags flags) {
        public Restored {
            damaged = List.copyOf(damaged);
        }
    }

    /**
     * Restores the shared database. Its flags are settled with those that are there before it takes
     * its place, see {@link RestoredFlags.Rule}.
     *
     * @throws TerraneException BACKUP_INVALID when the backup does not verify, DATA_LOCKED while a
     *     service uses the folder; nothing was changed then
     */
    public Restored restore(Order order) {
        return restore(
                order,
                (copy, kept) ->
                        FlagRows.settle(
                                copy,
                                kept.isWhole() ? FlagRows.find(order.database()) : Optional.empty(),
                                new FlagRows.Others(
                                        filesBeside(order.database()), aside(order.database())),
                                order.flags(),
                                clock.instant()));
    }

    private static List<Path> filesBeside(Path shared) {
        WorldFolders folders = new WorldFolders(shared);
        return folders.list().stream().map(folders::file).toList();
    }

    /**
     * Whole copies of a database that restores kept: one with a log of its own is of a damaged one.
     */
    private static List<Path> aside(Path database) {
        Path folder = database.resolveSibling("replaced");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        String name = database.getFileName() + ".";
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file ->
                                    file.getFileName().toString().startsWith(name)
                                            && KEPT.matcher(
                                                            file.getFileName()
                                                                    .toString()
                                                                    .substring(name.length()))
                                                    .matches()
                                            && Files.isRegularFile(file)
                                            && !BackupFiles.hasLog(file))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder cannot be read: " + folder, e);
        }
    }

    /**
     * Restores a world's own file while the service runs. Whoever opens it next merges the flags in
     * it with those that stand.
     *
     * @param standing the shared database's flags
     */
    public Restored restoreOwn(FlagCopy standing, Order order) {
        return restore(order, (copy, _) -> foretell(Optional.of(standing), copy));
    }

    private static RestoredFlags foretell(Optional<FlagCopy> standing, Path copy) {
        FlagMerge merge =
                FlagMerge.ofCopy(
                        standing.orElse(FlagCopy.NONE), FlagRows.find(copy).orElse(FlagCopy.NONE));
        return new RestoredFlags(
                standing.isPresent(), merge.kept().size(), 0, merge.raised().size());
    }

    /** Settles the flags of a copy that is about to take its place. */
    @FunctionalInterface
    private interface Settling {
        RestoredFlags settle(Path copy, Kept before);
    }

    private Restored restore(Order order, Settling flags) {
        Path database = order.database().toAbsolutePath().normalize();
        Path folder = database.getParent();
        FileSight.requireSeen(order.backup());
        if (folder == null || !Files.isRegularFile(order.backup())) {
            throw invalid("there is no file " + name(order.backup())).toException();
        }
        try (DataFolderLock _ = DataFolderLock.acquire(folder)) {
            if (Files.isSymbolicLink(database)) {
                throw invalid(name(database) + " is a symbolic link: make its folder one instead")
                        .toException();
            }
            // SQLite keeps a log beside the file, not beside a link to it.
            requireOneFile(order.backup().toRealPath(), database);
            Path copy = database.resolveSibling(database.getFileName() + ".restoring");
            try {
                BackupFiles.delete(copy);
                Files.copy(order.backup(), copy);
                BackupFiles.Checked checked = check(order, copy);
                Kept kept = keepAside(database);
                RestoredFlags settled = flags.settle(copy, kept);
                BackupFiles.deleteLog(database); // The flags in it were read.
                BackupFiles.deleteLog(copy);
                sync(copy);
                Files.move(
                        copy,
                        database,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
                sync(folder);
                return new Restored(
                        Files.size(database),
                        checked.contents().chunks(),
                        checked.contents().revisions(),
                        checked.contents().digest(),
                        checked.schemaVersion(),
                        checked.damaged(),
                        kept.file(),
                        settled);
            } finally {
                BackupFiles.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the backup cannot be restored into " + folder, e);
        }
    }

    /**
     * Restores a world's own file while the service is not running; also one it did not have.
     *
     * @param shared the shared database's file, which must not hold the world
     * @throws TerraneException as {@link #restore}
     */
    public Restored restoreOwn(Path shared, Order order) {
        Path database = shared.toAbsolutePath().normalize();
        Path folder = database.getParent();
        if (folder == null || order.only().isEmpty()) {
            throw new IllegalArgumentException("no folder of one world: " + order);
        }
        String world = order.only().get().value();
        try (DataFolderLock _ = DataFolderLock.acquire(folder)) {
            if (!StoreTraces.isGone(database) && BackupFiles.holds(database, world)) {
                throw invalid(
                                "the shared database %s holds world '%s': a file of its own would not be used"
                                        .formatted(database, world))
                        .toException();
            }
            Optional<FlagCopy> standing = FlagRows.find(database);
            boolean isNew = StoreTraces.isGone(database) && StoreTraces.of(database).isEmpty();
            Restored restored = restore(order, (copy, _) -> foretell(standing, copy));
            if (isNew) {
                // Else the world's file would say that there was a shared database.
                StoreTraces.allowAnew(database);
            }
            return restored;
        }
    }

    /** A backup is one file. What only a log beside it holds would be lost without a word. */
    private void requireOneFile(Path backup, Path database) throws IOException {
        if (Files.exists(database) && Files.isSameFile(backup, database)) {
            throw invalid(name(backup) + " is the database itself").toException();
        }
        Path log = BackupFiles.log(backup);
        if (Files.exists(log) && Files.size(log) > 0) {
            throw invalid(
                            "%s holds changes that %s does not: it is a database as it was in use, not"
                                            .formatted(name(log), name(backup))
                                    + " a backup; start the service on it, or write its log into it"
                                    + " with PRAGMA wal_checkpoint(TRUNCATE)")
                    .toException();
        }
    }

    private BackupFiles.Checked check(Order order, Path copy) {
        BackupFiles.Checked checked;
        try {
            checked = BackupFiles.check(copy);
        } catch (DataAccessException e) {
            String why = e.getMostSpecificCause().getMessage();
            throw invalid(name(order.backup()) + " is not a sound database: " + why)
                    .cause(e)
                    .toException();
        }
        if (!checked.schemaFaults().isEmpty()) {
            throw invalid(
                            name(order.backup())
                                    + " is no backup this version can restore: "
                                    + checked.schemaFaults().getFirst())
                    .toException();
        }
        order.only()
                .flatMap(world -> BackupFiles.stranger(copy, world.value()))
                .ifPresent(
                        stranger -> {
                            throw invalid(
                                            "%s holds world '%s', and the file to restore is world"
                                                            .formatted(
                                                                    name(order.backup()), stranger)
                                                    + " '"
                                                    + order.only().get()
                                                    + "' alone")
                                    .toException();
                        });
        if (order.only().isEmpty()) {
            requireNoOwnFiles(order, copy);
        }
        if (!checked.damaged().isEmpty() && !order.keepDamaged()) {
            throw invalid(
                            "%s holds %d payloads that do not verify, the first is %s"
                                    .formatted(
                                            name(order.backup()),
                                            checked.damagedCount(),
                                            checked.damaged().getFirst()))
                    .toException();
        }
        String digest = checked.contents().digest();
        if (!order.digest().isEmpty() && !order.digest().equals(digest)) {
            throw invalid(
                            "the digest of %s is %s, not %s"
                                    .formatted(name(order.backup()), digest, order.digest()))
                    .toException();
        }
        return checked;
    }

    /** The shared database's worlds are the ones that are used: newer ones would be hidden. */
    private void requireNoOwnFiles(Order order, Path copy) {
        WorldFolders folders = new WorldFolders(order.database());
        for (WorldId world : folders.list()) {
            if (BackupFiles.holds(copy, world.value())) {
                throw invalid(
                                "%s holds world '%s', which has a file of its own now, %s, that would"
                                                .formatted(
                                                        name(order.backup()),
                                                        world,
                                                        name(folders.file(world)))
                                        + " not be used any more: take that folder away first, or"
                                        + " restore into another data folder and move the world"
                                        + " there with `terrane world move`")
                        .toException();
            }
        }
    }

    private static TerraneException.Builder invalid(String text) {
        return TerraneException.of(WorldError.BACKUP_INVALID, text);
    }

    /**
     * What was there before.
     *
     * @param file the database, or a log without one; empty when there was nothing
     * @param isWhole whether all that its log held is in it
     */
    record Kept(Optional<Path> file, boolean isWhole) {}

    /**
     * Keeps a second name of the database that is there, with all it holds in the one file. Until
     * the restored one takes its first name, it is still the database. Its log is kept as it was
     * found too: what SQLite does not find sound in it, it drops without a word.
     */
    Kept keepAside(Path database) throws IOException {
        boolean there = Files.exists(database) && Files.size(database) > 0;
        List<Path> logs = BackupFiles.logs(database);
        if (!there && logs.isEmpty()) {
            BackupFiles.deleteLog(database);
            return new Kept(Optional.empty(), true);
        }
        Path kept = Files.createDirectories(database.resolveSibling("replaced"));
        String name = database.getFileName() + "." + STAMP.format(clock.instant());
        Path aside = kept.resolve(name);
        for (int i = 2; isTaken(aside); i++) {
            aside = kept.resolve(name + "-" + i);
        }
        for (Path log : logs) {
            Path copy = there ? found(aside, database, log) : beside(aside, database, log);
            Files.copy(log, copy);
            sync(copy);
        }
        boolean whole = there && BackupFiles.foldLog(database);
        if (there) {
            link(database, aside);
            for (Path log : logs) {
                if (!whole && Files.exists(log)) {
                    // Damaged: its log cannot be written into it, and belongs to it.
                    Files.move(found(aside, database, log), beside(aside, database, log));
                }
            }
        }
        sync(kept);
        BackupFiles.deleteLog(database);
        return new Kept(
                Optional.of(there ? aside : beside(aside, database, logs.getFirst())), whole);
    }

    /** Names of one moment: the database, its log as SQLite looks for it, its log as found. */
    private static boolean isTaken(Path aside) throws IOException {
        String name = aside.getFileName().toString();
        try (Stream<Path> files = Files.list(aside.resolveSibling(""))) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(
                            other ->
                                    other.equals(name)
                                            || other.startsWith(name + "-wal")
                                            || other.startsWith(name + "-journal")
                                            || other.startsWith(name + ".found"));
        }
    }

    private static Path beside(Path aside, Path database, Path log) {
        return aside.resolveSibling(aside.getFileName() + ending(database, log));
    }

    /** Where nobody takes it for the log of the file beside it. */
    private static Path found(Path aside, Path database, Path log) {
        return aside.resolveSibling(aside.getFileName() + ".found" + ending(database, log));
    }

    private static String ending(Path database, Path log) {
        return log.getFileName().toString().substring(database.getFileName().toString().length());
    }

    /** A link where the file system has them, else a copy. */
    private static void link(Path database, Path aside) throws IOException {
        try {
            Files.createLink(aside, database);
        } catch (UnsupportedOperationException | IOException e) {
            Files.copy(database, aside);
            sync(aside);
        }
    }

    static void sync(Path path) throws IOException {
        if (Files.isDirectory(path) && File.separatorChar == '\\') {
            return; // Folders cannot be opened there; the file system orders renames itself.
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
