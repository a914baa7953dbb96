package dev.terrane.world.backups;

import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.StoreTraces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Where worlds' own files are: {@code worlds/NAME/world.db} beside the shared database. A name is
 * the world's id with {@code =} before each capital, so that two ids are two names wherever case
 * does not count, and after a name that Windows keeps for a device. One of these that is there
 * without it, as older versions made it, stays the world's.
 */
public final class WorldFolders {
    private static final String FILE = "world.db";
    private static final String LOG = FILE + "-wal";

    /** What names no file on Windows, whatever its ending. */
    private static final Set<String> DEVICES =
            Stream.concat(
                            Stream.of("con", "prn", "aux", "nul"),
                            Stream.of("com", "lpt")
                                    .flatMap(
                                            name ->
                                                    IntStream.range(0, 10)
                                                            .mapToObj(number -> name + number)))
                    .collect(Collectors.toUnmodifiableSet());

    private final Path root;

    /**
     * Looks beside the shared database.
     *
     * @param shared its file
     */
    public WorldFolders(Path shared) {
        this.root = shared.toAbsolutePath().normalize().resolveSibling("worlds");
    }

    /** Whether no file of this name, with any ending, can be had on Windows. */
    static boolean isDevice(String name) {
        return DEVICES.contains(name.toLowerCase(Locale.ROOT));
    }

    /** The file of a world, whether it is there or not. */
    public Path file(WorldId world) {
        return folder(world).resolve(FILE);
    }

    /** The folder of a world's file: that of its log too. */
    Path folder(WorldId world) {
        StringBuilder name = new StringBuilder();
        String id = world.value();
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (Character.isUpperCase(c)) {
                name.append('=');
            }
            name.append(Character.toLowerCase(c));
        }
        Path folder = root.resolve(name.toString());
        return isDevice(name.toString()) && !holdsWorld(folder) ? root.resolve(name + "=") : folder;
    }

    /**
     * Worlds that have a file, or a log whose file is gone, or whose folder may not be entered.
     *
     * @throws dev.terrane.support.store.UnfitStoreException if the folder of them all may not be
     */
    public List<WorldId> list() {
        return folders(folder -> holdsWorld(folder) && isUsed(folder)).stream()
                .map(folder -> world(folder).orElseThrow())
                .toList();
    }

    /**
     * Worlds whose file is gone, of which something else says that there was one. They may be in
     * the shared database.
     */
    public List<WorldId> listLost() {
        return folders(folder -> !holdsWorld(folder) && !traces(folder).isEmpty()).stream()
                .flatMap(folder -> world(folder).filter(id -> folder(id).equals(folder)).stream())
                .toList();
    }

    private static List<String> traces(Path folder) {
        return StoreTraces.of(folder.resolve(FILE));
    }

    /** Folders with a file or a log that are no world's, by their names, in order. */
    public List<Path> listUnused() {
        return folders(folder -> holdsWorld(folder) && !isUsed(folder)).stream().sorted().toList();
    }

    private List<Path> folders(Predicate<Path> wanted) {
        if (!Files.isDirectory(root) && !FileSight.isHidden(root)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(wanted).toList();
        } catch (AccessDeniedException e) {
            throw FileSight.denied(root);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of worlds cannot be read: " + root, e);
        }
    }

    private boolean isUsed(Path folder) {
        return world(folder).filter(id -> folder(id).equals(folder)).isPresent();
    }

    /** Also of one that may not be entered: what is in it is not there for the first to come. */
    private static boolean holdsWorld(Path folder) {
        return FileSight.mayBeThere(folder.resolve(FILE))
                || FileSight.mayBeThere(folder.resolve(LOG));
    }

    private static Optional<WorldId> world(Path folder) {
        String name = folder.getFileName().toString();
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
        }
        if (name.endsWith("=") && isDevice(name.substring(0, name.length() - 1))) {
            return Optional.of(new WorldId(name.substring(0, name.length() - 1)));
        }
        StringBuilder id = new StringBuilder();
        boolean capital = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '=' && !capital) {
                capital = true;
            } else {
                id.append(capital ? Character.toUpperCase(c) : c);
                capital = false;
            }
        }
        return capital || Texts.idFault(id.toString()) != null
                ? Optional.empty()
                : Optional.of(new WorldId(id.toString()));
    }
}
