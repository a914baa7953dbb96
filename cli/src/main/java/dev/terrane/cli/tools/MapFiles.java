package dev.terrane.cli.tools;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A map and the files it refers to, as the server takes them: every reference is a relative path
 * without {@code ..}. References that leave the map's folder are resolved here and get a name of
 * their own, in the map too.
 *
 * @param name file name of the map
 * @param map its bytes
 * @param files the referenced files by the path the map now says
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
        byte[] bytes = bytes(file, file.toString());
        String name = file.getFileName().toString();
        return switch (MapImporter.references(name, Bytes.copyOf(bytes))) {
            case MapImporter.References.Refused(var refusal) ->
                    throw refusal(refusal.text(), file.toString());
            case MapImporter.References.Found(var paths) -> {
                // One char per byte: whatever the map's encoding, the rest of it stays as it is.
                String text = new String(bytes, StandardCharsets.ISO_8859_1);
                Map<String, Bytes> files = new LinkedHashMap<>();
                for (String path : paths) {
                    Path target = file.resolveSibling(path);
                    String sent = path;
                    if (leavesFolder(path)) {
                        sent = "outside-%d/%s".formatted(files.size(), target.getFileName());
                        text = rename(text, path, sent);
                    }
                    files.put(sent, Bytes.wrap(bytes(target, path)));
                }
                yield new MapFiles(
                        name, Bytes.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), files);
            }
        };
    }

    private static boolean leavesFolder(String path) {
        return Path.of(path).isAbsolute() || Arrays.asList(path.split("/")).contains("..");
    }

    /** Both ways a path may be written in the attribute. */
    private static String rename(String text, String path, String sent) {
        String latin =
                new String(path.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        String escaped = latin.replace("&", "&amp;").replace("<", "&lt;");
        String renamed = text;
        for (String written : new String[] {escaped, escaped.replace('/', '\\')}) {
            renamed = renamed.replace("source=\"" + written + "\"", "source=\"" + sent + "\"");
        }
        return renamed;
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
