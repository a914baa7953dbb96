package dev.terrane.bench;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.BodyForm;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.MapImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * How far zstd bodies shrink imported maps: a generated one, the shipped one, and every map in the
 * folder that {@code -Dterrane.bench.maps} names.
 */
final class ChunkCompressionRows {
    private static final String SHIPPED = "cli/src/main/resources/demo";
    private static final int SIDE = 256;

    private ChunkCompressionRows() {}

    static List<Measurement> all() throws IOException {
        List<Measurement> all = new ArrayList<>();
        all.add(
                measurement(
                        "generated", () -> imported("generated.tmx", generated(), Path.of(""))));
        for (String folder : List.of(SHIPPED, System.getProperty("terrane.bench.maps", ""))) {
            if (folder.isEmpty() || !Files.isDirectory(Path.of(folder))) {
                continue;
            }
            try (Stream<Path> files = Files.list(Path.of(folder))) {
                for (Path map : files.filter(ChunkCompressionRows::isMap).sorted().toList()) {
                    String file = map.getFileName().toString();
                    all.add(
                            measurement(
                                    file.replaceAll("\\..*", ""),
                                    () ->
                                            imported(
                                                    file,
                                                    Bytes.wrap(Files.readAllBytes(map)),
                                                    map)));
                }
            }
        }
        return all;
    }

    private static boolean isMap(Path file) {
        return file.toString().matches(".*\\.(tmx|tmj|ldtk)");
    }

    private static Measurement measurement(String name, Callable<List<Chunk>> map) {
        List<String> rows =
                List.of("compression." + name, "bytes.raw_" + name, "bytes.zstd_" + name);
        return new Measurement(
                rows,
                (_, _) -> {
                    List<Chunk> chunks = map.call();
                    long raw = 0;
                    long zstd = 0;
                    for (Chunk chunk : chunks) {
                        raw += AgpcCodec.encode(chunk).bytes().size();
                        zstd += AgpcCodec.encode(chunk, BodyForm.ZSTD).bytes().size();
                    }
                    String of = chunks.size() + " chunks";
                    return List.of(
                            new Row(rows.get(0), (double) raw / zstd, "x", "raw bodies"),
                            new Row(rows.get(1), raw, "bytes", of),
                            new Row(rows.get(2), zstd, "bytes", of));
                });
    }

    private static List<Chunk> imported(String name, Bytes map, Path file) {
        ImportOutcome outcome =
                MapImporter.importMap(
                        name,
                        map,
                        path -> read(file.resolveSibling(path).normalize()),
                        ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE));
        return switch (outcome) {
            case ImportOutcome.Imported imported -> imported.chunks();
            case ImportOutcome.Refused refused -> throw new IllegalStateException(refused.text());
        };
    }

    private static Optional<Bytes> read(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.of(Bytes.wrap(Files.readAllBytes(file)))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Terrain of 12 tiles in patches, as csv. */
    private static Bytes generated() {
        SplittableRandom random = new SplittableRandom(7);
        int[] cells = new int[SIDE * SIDE];
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            boolean like = i >= SIDE && random.nextInt(8) != 0;
            int near = random.nextBoolean() ? i - 1 : i - SIDE;
            cells[i] = like ? cells[near] : random.nextInt(1, 13);
            csv.append(i == 0 ? "" : ",").append(cells[i]);
        }
        String map =
                """
                <map orientation="orthogonal" width="%1$d" height="%1$d" tilewidth="16" tileheight="16">
                <tileset firstgid="1" name="terrain" tilewidth="16" tileheight="16" tilecount="12"
                 columns="4"><image source="terrain.png" width="64" height="48"/></tileset>
                <layer id="1" name="ground"><data encoding="csv">%2$s</data></layer></map>
                """
                        .formatted(SIDE, csv);
        return Bytes.wrap(map.getBytes(StandardCharsets.UTF_8));
    }
}
