package dev.terrane.cli.demo;

import com.google.protobuf.ByteString;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.MapImporter;
import dev.terrane.sdk.MapFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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

    /** The file with what it refers to, or the shipped map when null. */
    static DemoMap of(@Nullable Path file) {
        if (file == null) {
            return new DemoMap("the guest island", shippedFiles(), true);
        }
        var read = dev.terrane.cli.map.MapFiles.read(file);
        Map<String, ByteString> references = new TreeMap<>();
        read.files().forEach((path, bytes) -> references.put(path, bytes(bytes)));
        return new DemoMap(
                read.name(), new MapFiles(read.name(), bytes(read.map()), references), false);
    }

    /** The shipped schema. */
    static ByteString schema() {
        return resource("guest-room.schema.json");
    }

    private static MapFiles shippedFiles() {
        ByteString map = resource(NAME);
        return switch (MapImporter.references(
                NAME,
                Bytes.copyOf(map.toByteArray()),
                path -> Optional.of(Bytes.copyOf(resource(path).toByteArray())))) {
            case MapImporter.References.Found(var paths) -> {
                Map<String, ByteString> references = new TreeMap<>();
                paths.forEach(path -> references.put(path, resource(path)));
                yield new MapFiles(NAME, map, references);
            }
            case MapImporter.References.Refused(var refusal) ->
                    throw new IllegalStateException("the shipped map: " + refusal);
        };
    }

    private static ByteString bytes(Bytes bytes) {
        return ByteString.copyFrom(bytes.asReadOnlyBuffer());
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
}
