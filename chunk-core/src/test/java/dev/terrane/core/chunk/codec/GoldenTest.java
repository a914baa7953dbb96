package dev.terrane.core.chunk.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The committed vectors of AGPC v1, each an image beside its JSON. They never change; new ones are
 * written with {@code -Dterrane.golden.write=true}, which leaves existing files alone.
 */
class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");
    private static final Meta META =
            new Meta(
                    Instant.parse("2026-08-17T00:00:00Z"),
                    Instant.parse("2026-11-29T21:00:00.5Z"),
                    7,
                    "ann");

    @Test
    void everyVectorEncodesAndDecodesAsCommitted() throws IOException {
        boolean write = Boolean.getBoolean("terrane.golden.write");
        for (Map.Entry<String, Chunk> vector : vectors().entrySet()) {
            Path image = FOLDER.resolve(vector.getKey() + ".agpc");
            Path json = FOLDER.resolve(vector.getKey() + ".json");
            if (write && !Files.exists(image)) {
                Files.createDirectories(FOLDER);
                Files.write(image, AgpcCodec.encode(vector.getValue()).bytes().toArray());
                Files.writeString(json, ChunkJson.encodePretty(vector.getValue()) + "\n");
            }
            assertThat(AgpcCodec.encode(vector.getValue()).bytes())
                    .as(vector.getKey())
                    .isEqualTo(Bytes.wrap(Files.readAllBytes(image)));
            assertThat(AgpcCodec.decode(Bytes.wrap(Files.readAllBytes(image))).get())
                    .as(vector.getKey())
                    .isEqualTo(vector.getValue());
            assertThat(ChunkJson.encodePretty(vector.getValue()) + "\n")
                    .as(vector.getKey())
                    .isEqualTo(Files.readString(json));
            assertThat(ChunkJson.decode(Files.readString(json)).get())
                    .as(vector.getKey())
                    .isEqualTo(vector.getValue());
        }
    }

    @Test
    void theCompressedVectorDecodesToVectorOne() throws IOException {
        Path file = FOLDER.resolve("14-zstd-of-01.agpc");
        if (Boolean.getBoolean("terrane.golden.write") && !Files.exists(file)) {
            Files.write(
                    file,
                    AgpcCodec.encode(Chunks.documentExample(), BodyForm.ZSTD).bytes().toArray());
        }

        Bytes image = Bytes.wrap(Files.readAllBytes(file));

        assertThat(AgpcCodec.decode(image).get()).isEqualTo(Chunks.documentExample());
        assertThat(AgpcCodec.decodeHeader(image).get().zstd()).isTrue();
    }

    private static Map<String, Chunk> vectors() {
        Map<String, Chunk> vectors = new LinkedHashMap<>();
        vectors.put("01-document-example", Chunks.documentExample());
        vectors.put("02-small", Chunks.small());
        vectors.put("03-empty", chunk(ChunkGrid.DEFAULT, 0, 0, 0, List.of(), List.of()));
        vectors.put(
                "04-negative-coordinates",
                chunk(
                        ChunkGrid.DEFAULT,
                        -1,
                        -524_288,
                        0,
                        List.of(),
                        List.of(object("edge", -32, -16_777_216, 0, "{}"))));
        ChunkSize cube = new ChunkSize(3, 2, 4);
        vectors.put(
                "05-volumetric",
                chunk(
                        new ChunkGrid(cube, ChunkGrid.Origin.ZERO),
                        2,
                        -1,
                        -3,
                        List.of(counted("rock", 1, cube)),
                        List.of()));
        vectors.put(
                "06-origin",
                chunk(
                        new ChunkGrid(new ChunkSize(8, 8, 1), new ChunkGrid.Origin(-4.5, 0.25, 16)),
                        -2,
                        3,
                        0,
                        List.of(),
                        List.of(object("o", -20.5f, 24.25f, 16.5f, "{}"))));
        ChunkSize two = new ChunkSize(2, 2, 1);
        vectors.put(
                "07-layers-in-order",
                chunk(
                        new ChunkGrid(two, ChunkGrid.Origin.ZERO),
                        0,
                        0,
                        0,
                        List.of(counted("über", 65_535, two), counted("grund", 0, two)),
                        List.of()));
        vectors.put("08-flips", flips());
        vectors.put("09-flags", flagged());
        vectors.put("10-properties", properties());
        vectors.put("11-objects-in-order", objectsInOrder());
        vectors.put("12-largest-revision", largestRevision());
        vectors.put("13-single-cell", singleCell());
        vectors.putAll(EdgeChunks.vectors());
        return vectors;
    }

    private static Chunk chunk(
            ChunkGrid grid,
            int cx,
            int cy,
            int cz,
            List<TileLayer> layers,
            List<WorldObject> objects) {
        return new Chunk(
                ChunkKey.of("w", "r", cx, cy, cz), grid, layers, objects, ContentFlags.NONE, META);
    }

    private static TileLayer counted(String name, int id, ChunkSize size) {
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        int[] cells = new int[size.cells()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i * 3;
            if (i > 0) {
                palette.add(new TileDef(i * 3, "tiles/t" + i, i % 2 == 0, i % 8, i % 256));
            }
        }
        return new TileLayer(name, id, size, palette, TileGrid.of(cells));
    }

    private static WorldObject object(String id, float x, float y, float z, String properties) {
        return new WorldObject(
                new ObjectId(id),
                "spawn",
                "objects/spawn",
                Transform.at(x, y, z),
                Properties.parse(properties).get(),
                id.startsWith("d"),
                ContentFlags.NONE);
    }

    private static Chunk flips() {
        ChunkSize size = new ChunkSize(8, 1, 1);
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        for (int i = 1; i < 8; i++) {
            palette.add(new TileDef(i, "tiles/arrow", true, i << 8 | 0xABCD << 16, 1));
        }
        return chunk(
                new ChunkGrid(size, ChunkGrid.Origin.ZERO),
                0,
                0,
                0,
                List.of(new TileLayer("a", 1, size, palette, TileGrid.of(0, 1, 2, 3, 4, 5, 6, 7))),
                List.of());
    }

    private static Chunk flagged() {
        ContentFlags flags =
                new ContentFlags(
                        Map.of(
                                ContentCategory.VIOLENCE, Severity.MILD,
                                ContentCategory.CUSTOM, Severity.SEVERE,
                                ContentCategory.HORROR, Severity.MODERATE),
                        true,
                        List.of("flag/b", "flag/a"));
        Chunk small = Chunks.small();
        return small.withContent(
                        small.layers(), List.of(small.objects().getFirst().withFlags(flags)))
                .withFlags(flags);
    }

    private static Chunk properties() {
        return chunk(
                ChunkGrid.DEFAULT,
                0,
                0,
                0,
                List.of(),
                List.of(
                        object("numbers", 0, 0, 0, "{\"a\":[1e-7,-0,0.1,9007199254740991,1e15]}"),
                        object(
                                "text",
                                1,
                                1,
                                0,
                                "{\"\\u20ac\":\"\\u0000\\n\\\"\",\"\":\"\uD83D\uDE00\"}"),
                        object("typed", 2, 2, 0, "{\"b\":null,\"a\":{\"c\":[true,[],{}]}}")));
    }

    private static Chunk objectsInOrder() {
        return chunk(
                ChunkGrid.DEFAULT,
                0,
                0,
                0,
                List.of(),
                List.of(
                        object("b", 31.999998f, 0, 0, "{}"),
                        object("_", 0.1f, 0.2f, 0, "{}"),
                        object("B", 0, 31, 0, "{}"),
                        object("d-1", 1, 1, 0, "{}"),
                        object("10", 1, 2, 0, "{}"),
                        object("9", 1, 3, 0, "{}")));
    }

    private static Chunk largestRevision() {
        return Chunks.small()
                .withMeta(
                        new Meta(
                                Instant.ofEpochMilli(Meta.MILLIS_MIN),
                                Instant.ofEpochMilli(Meta.MILLIS_MAX),
                                Meta.REVISION_MAX,
                                "名前"));
    }

    private static Chunk singleCell() {
        ChunkSize one = new ChunkSize(1, 1, 1);
        return chunk(
                new ChunkGrid(one, ChunkGrid.Origin.ZERO),
                5,
                -5,
                0,
                List.of(
                        new TileLayer(
                                "x",
                                3,
                                one,
                                List.of(
                                        TileDef.AIR,
                                        new TileDef(65_535, "t", true, TileDef.LIQUID, 255)),
                                TileGrid.of(65_535))),
                List.of());
    }
}
