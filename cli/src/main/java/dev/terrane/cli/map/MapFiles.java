package dev.terrane.cli.map;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.ImportReason;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A map and the files it refers to, as the server takes them: paths without {@code ..}, counted
 * from the deepest folder that holds them all.
 *
 * @param name path of the map from that folder
 * @param map its bytes
 * @param files the files it refers to, directly or through others, by path from that folder
 */
public record MapFiles(String name, Bytes map, Map<String, Bytes> files) {

    public MapFiles {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /**
     * Reads a map and what it refers to.
     *
     * @throws TerraneException INVALID_ARGUMENT, naming the file that is missing or the map's fault
     */
    public static MapFiles read(Path file) {
        Path map = file.toAbsolutePath().normalize();
        Bytes bytes = Bytes.wrap(bytes(file, file.toString()));
        String name = String.valueOf(map.getFileName());
        Map<Path, Bytes> read = new LinkedHashMap<>();
        MapImporter.References found =
                MapImporter.references(name, bytes, path -> find(map, path, read));
        if (found instanceof MapImporter.References.Refused(var refusal)
                && isUnreadable(refusal.reason())) {
            throw refusal(refusal.text(), file.toString());
        }
        // Anything else that is wrong with the map the server refuses with the same words.
        Path folder = map.getParent();
        for (Path used : read.keySet()) {
            while (folder != null && !used.startsWith(folder)) {
                folder = folder.getParent();
            }
        }
        if (folder == null) {
            throw refusal("the map and its files have no folder in common", name);
        }
        Map<String, Bytes> files = new LinkedHashMap<>();
        for (Map.Entry<Path, Bytes> used : read.entrySet()) {
            files.put(relative(folder, used.getKey()), used.getValue());
        }
        return new MapFiles(relative(folder, map), bytes, files);
    }

    private static boolean isUnreadable(ImportReason reason) {
        return switch (reason) {
            case NOT_WELL_FORMED, DOCTYPE, NOT_A_MAP, MISSING_FILE, BAD_PATH -> true;
            default -> false;
        };
    }

    private static Optional<Bytes> find(Path map, String path, Map<Path, Bytes> read) {
        Path file = map.resolveSibling(path).normalize();
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Bytes content = Bytes.wrap(bytes(file, path));
        read.put(file, content);
        return Optional.of(content);
    }

    private static String relative(Path folder, Path file) {
        return folder.relativize(file).toString().replace(File.separatorChar, '/');
    }

    private static byte[] bytes(Path file, String shown) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw refusal("the file " + shown + " is not there (" + file + ")", shown);
        } catch (IOException e) {
            throw refusal("cannot read " + shown + ": " + e, shown);
        }
    }

    private static TerraneException refusal(String text, String field) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, text).field(field).toException();
    }
}
