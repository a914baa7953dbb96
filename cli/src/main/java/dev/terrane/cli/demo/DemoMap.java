package dev.terrane.cli.demo;

import com.google.protobuf.ByteString;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.tiled.ImportOutcome;
import dev.terrane.core.chunk.tiled.TiledImporter;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.sdk.MapFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The map of the demo: the shipped one or a file.
 *
 * @param title what it is called in the story
 * @param files what is imported
 * @param shipped whether it is the shipped one, on which everything must be seen
 */
record DemoMap(String title, MapFiles files, boolean shipped) {
    private static final String NAME = "guest-island.tmx";

    /** The file, or the shipped map when null. */
    static DemoMap of(@Nullable Path file) {
        if (file == null) {
            return new DemoMap(
                    "the guest island", collect(NAME, resource(NAME), DemoMap::resource), true);
        }
        Path whole = file.toAbsolutePath().normalize();
        String name = file.getFileName().toString();
        return new DemoMap(
                name, collect(name, read(file), path -> read(whole.resolveSibling(path))), false);
    }

    /** The shipped schema. */
    static ByteString schema() {
        return resource("guest-room.schema.json");
    }

    private static MapFiles collect(String name, ByteString map, Reader reader) {
        List<String> paths =
                switch (TiledImporter.references(name, Bytes.copyOf(map.toByteArray()))) {
                    case TiledImporter.References.Found(List<String> found) -> found;
                    case TiledImporter.References.Refused(ImportOutcome.Refused refusal) ->
                            throw refused(
                                    "%s is no map that can be imported: %s"
                                            .formatted(name, refusal));
                };
        Map<String, ByteString> references = new TreeMap<>();
        for (String path : paths) {
            references.put(path, reader.read(path));
        }
        return new MapFiles(name, map, references);
    }

    private static ByteString read(Path file) {
        try {
            return ByteString.copyFrom(Files.readAllBytes(file));
        } catch (IOException e) {
            throw refused("cannot read %s (%s)".formatted(file, e.getClass().getSimpleName()));
        }
    }

    private static ByteString resource(String name) {
        try (InputStream in = DemoMap.class.getResourceAsStream("/demo/" + name)) {
            if (in == null) {
                throw new IllegalStateException("no demo/" + name + " in the jar");
            }
            return ByteString.readFrom(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TerraneException refused(String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, text).field("--map").toException();
    }

    /** Where referenced files come from. */
    private interface Reader {
        ByteString read(String path);
    }
}
