package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What says that an SQLite database was there, so that one that is gone is not taken for one that
 * was never made: a mark that a start leaves beside it, and where there is none - older versions
 * made none - backups, replaced copies and files of single worlds.
 *
 * <p>The mark is {@code NAME.made}. Its first word is {@value #MADE}, or {@value #ANEW} when an
 * operator said that the next start may make an empty database; that start makes it {@value #MADE}
 * again. It is written after the database, so that a crash leaves no mark without one.
 */
public final class StoreTraces {
    private static final Logger LOG = LoggerFactory.getLogger(StoreTraces.class);
    private static final String MADE = "made";
    private static final String ANEW = "anew";
    private static final String ENDING = ".made";

    /** Traces that are named. */
    private static final int NAMED_MAX = 3;

    private StoreTraces() {}

    /** The mark of a database. */
    public static Path mark(Path database) {
        return database.resolveSibling(database.getFileName() + ENDING);
    }

    /**
     * Whether there is no database, or one of 0 bytes, which SQLite would take for a new one. One
     * that cannot be seen is there.
     */
    public static boolean isGone(Path database) {
        try {
            return !FileSight.mayBeThere(database)
                    || (Files.isRegularFile(database) && Files.size(database) == 0);
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder cannot be read: " + database, e);
        }
    }

    /**
     * What a database that is gone left, by names relative to its folder; empty when nothing says
     * that there was one, or when it may be made anew.
     */
    public static List<String> of(Path database) {
        Path mark = mark(database);
        List<Path> found = new ArrayList<>();
        if (FileSight.mayBeThere(mark)) {
            if (says(mark, ANEW)) {
                return List.of();
            }
            found.add(mark);
        }
        found.addAll(files(database.resolveSibling("backups"), StoreTraces::isDatabase));
        found.addAll(files(database.resolveSibling("replaced"), StoreTraces::isFile));
        for (Path world : files(database.resolveSibling("worlds"), StoreTraces::isFolder)) {
            found.addAll(files(world, StoreTraces::isDatabase));
        }
        Path folder = database.resolveSibling("");
        return found.stream()
                .map(file -> folder.relativize(file).toString().replace(File.separatorChar, '/'))
                .toList();
    }

    private static boolean isDatabase(Path file) {
        return isFile(file) && file.getFileName().toString().endsWith(".db");
    }

    private static boolean isFile(Path path) {
        return Files.isRegularFile(path) || FileSight.isHidden(path);
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path) || FileSight.isHidden(path);
    }

    /** Files of a folder, in order; one that cannot be read may hold any, and is named itself. */
    private static List<Path> files(Path folder, Predicate<Path> wanted) {
        if (!isFolder(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(wanted).sorted().toList();
        } catch (IOException e) {
            LOG.warn("{} cannot be read", folder, e);
            return List.of(folder);
        }
    }

    /** A mark that cannot be read, or is no file, is one all the same, but says nothing. */
    private static boolean says(Path mark, String word) {
        try {
            return Files.readString(mark, StandardCharsets.ISO_8859_1)
                    .strip()
                    .split("\\s", 2)[0]
                    .equals(word);
        } catch (IOException e) {
            LOG.warn("{} cannot be read", mark, e);
            return false;
        }
    }

    /**
     * Refuses a service's database that is gone although there was one, with its log or without.
     *
     * @throws UnfitStoreException STORE_MISSING, naming what was found and the way out
     */
    public static void requireKept(String service, Path database) {
        SqliteCheck.requireFileOfLog(database);
        if (isGone(database)) {
            List<String> found = of(database);
            if (!found.isEmpty()) {
                throw missing(
                        database,
                        found,
                        "put it back, restore a backup of it, or begin anew with an empty one:"
                                + " `terrane store begin-anew %s`, with --data where the service"
                                        .formatted(service)
                                + " has it");
            }
        }
    }

    /** How a database that is gone is refused. */
    public static UnfitStoreException missing(Path database, List<String> found, String wayOut) {
        String named =
                found.isEmpty()
                        ? "it was there before"
                        : "found "
                                + String.join(
                                        ", ", found.subList(0, Math.min(NAMED_MAX, found.size())))
                                + (found.size() > NAMED_MAX
                                        ? " and %d more".formatted(found.size() - NAMED_MAX)
                                        : "");
        return new UnfitStoreException(
                CommonError.STORE_MISSING,
                database,
                "%s, and is not made anew, as there was one (%s)"
                        .formatted(Files.exists(database) ? "has 0 bytes" : "is gone", named),
                wayOut);
    }

    /**
     * Says of a database that is there that it is. On a full disk, say, that is left to the next
     * start.
     */
    static void noteMade(Path database) {
        Path mark = mark(database);
        try {
            if (!Files.exists(mark) || !says(mark, MADE)) {
                write(
                        mark,
                        "%s%n%nWhile this file is here, a service does not take a missing %s for a new store.%n"
                                .formatted(MADE, database.getFileName()));
            }
        } catch (IOException e) {
            LOG.warn("{} cannot be written: should its database be lost, nobody knows", mark, e);
        }
    }

    /**
     * Lets the next start make an empty database in the place of one that is gone. What else is
     * there, such as backups, stays. Only while the data folder is locked.
     *
     * @throws UnfitStoreException STORE_UNFIT, if the mark is a folder
     */
    public static void allowAnew(Path database) {
        if (!isGone(database)) {
            throw new IllegalArgumentException("it is there: " + database);
        }
        if (Files.isDirectory(mark(database))) {
            throw new UnfitStoreException(
                    CommonError.STORE_UNFIT,
                    mark(database),
                    "is a folder, in the place of the mark",
                    "take it away");
        }
        try {
            write(
                    mark(database),
                    "%s%n%nThe next start may make an empty %s.%n"
                            .formatted(ANEW, database.getFileName()));
            Files.deleteIfExists(database);
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder cannot be written: " + database, e);
        }
    }

    private static void write(Path mark, String text) throws IOException {
        Path part = mark.resolveSibling(mark.getFileName() + ".part");
        Files.writeString(part, text);
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(part, mark, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
