package dev.terrane.world.backups;

import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.WorldId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where worlds' own files are: {@code worlds/NAME/world.db} beside the shared database. A name is
 * the world's id with {@code =} before each capital, so that two ids are two names wherever case
 * does not count.
 */
public final class WorldFolders {
    private static final String FILE = "world.db";
    private static final String LOG = FILE + "-wal";

    private final Path root;

    /**
     * Looks beside the shared database.
     *
     * @param shared its file
     */
    public WorldFolders(Path shared) {
        this.root = shared.toAbsolutePath().normalize().resolveSibling("worlds");
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
        return root.resolve(name.toString());
    }

    /** Worlds that have a file, or a log whose file is gone. */
    public List<WorldId> list() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(WorldFolders::holdsWorld)
                    .map(folder -> world(folder.getFileName().toString()))
                    .flatMap(Optional::stream)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of worlds cannot be read: " + root, e);
        }
    }

    private static boolean holdsWorld(Path folder) {
        return Files.exists(folder.resolve(FILE)) || Files.exists(folder.resolve(LOG));
    }

    private static Optional<WorldId> world(String name) {
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            return Optional.empty();
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
