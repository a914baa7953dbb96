package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Golden vectors at the edges of the format's rules. */
final class EdgeChunks {
    private static final ChunkSize TWO = new ChunkSize(2, 2, 1);

    private EdgeChunks() {}

    static Map<String, Chunk> vectors() {
        Map<String, Chunk> vectors = new LinkedHashMap<>();
        vectors.put("15-sixteen-layers", sixteenLayers());
        vectors.put("16-longest-texts", longestTexts());
        vectors.put("17-all-severities", allSeverities());
        vectors.put("18-tile-flags", tileFlags());
        vectors.put("19-sixteen-levels", sixteenLevels());
        vectors.put("20-one-row", oneRow());
        vectors.put("21-floats", floats());
        vectors.put("22-sparse-palette", sparsePalette());
        return vectors;
    }

    private static Chunk chunk(ChunkSize size, List<TileLayer> layers, List<WorldObject> objects) {
        return new Chunk(
                ChunkKey.of("w", "r", 0, 0, 0),
                new ChunkGrid(size, ChunkGrid.Origin.ZERO),
                layers,
                objects,
                ContentFlags.NONE,
                new Meta(Instant.EPOCH, Instant.ofEpochMilli(1), 1, "a"));
    }

    private static WorldObject object(String id, Transform transform, String properties) {
        return new WorldObject(
                new ObjectId(id),
                "t",
                "a",
                transform,
                Properties.parse(properties).get(),
                false,
                ContentFlags.NONE);
    }

    private static Chunk sixteenLayers() {
        List<TileLayer> layers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            layers.add(
                    new TileLayer(
                            "l" + (15 - i),
                            i * 4_369,
                            TWO,
                            List.of(TileDef.AIR, new TileDef(1, "t/" + i, false, 0, 1)),
                            TileGrid.of(i & 1, i >> 1 & 1, i >> 2 & 1, i >> 3 & 1)));
        }
        return chunk(TWO, layers, List.of());
    }

    private static Chunk longestTexts() {
        String text = "é".repeat(128);
        String asset = "a".repeat(256);
        TileLayer layer =
                new TileLayer(
                        text,
                        0,
                        TWO,
                        List.of(TileDef.AIR, new TileDef(1, asset, true, 0, 1)),
                        TileGrid.of(1, 1, 1, 1));
        WorldObject object =
                new WorldObject(
                        new ObjectId("o".repeat(64)),
                        "😀".repeat(64),
                        asset,
                        Transform.at(0, 0, 0),
                        Properties.EMPTY,
                        true,
                        ContentFlags.NONE);
        return new Chunk(
                ChunkKey.of("W".repeat(64), "R".repeat(64), 0, 0, 0),
                new ChunkGrid(TWO, ChunkGrid.Origin.ZERO),
                List.of(layer),
                List.of(object),
                ContentFlags.NONE,
                new Meta(Instant.EPOCH, Instant.EPOCH, 1, "z".repeat(256)));
    }

    private static Chunk allSeverities() {
        Map<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        int number = 1;
        for (ContentCategory category : ContentCategory.values()) {
            severities.put(category, Severity.find(number++ % 4).orElseThrow());
        }
        ContentFlags flags =
                new ContentFlags(severities, true, List.of("~", "A", "a", "é", "Z", "😀", "￿"));
        Chunk plain =
                chunk(
                        TWO,
                        List.of(),
                        List.of(object("o", Transform.at(1, 1, 0), "{}").withFlags(flags)));
        return plain.withFlags(flags);
    }

    private static Chunk tileFlags() {
        int[] flags = {0, 1, 2, 4, 7, 0x100, 0x200, 0x400, 0x707, 0x10000, 0x80000000, 0xFFFF0707};
        ChunkSize size = new ChunkSize(flags.length, 1, 1);
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        int[] cells = new int[flags.length];
        for (int i = 0; i < flags.length; i++) {
            palette.add(new TileDef(i + 1, "t", i % 2 == 1, flags[i], i * 23));
            cells[i] = i + 1;
        }
        return chunk(
                size, List.of(new TileLayer("f", 0, size, palette, TileGrid.of(cells))), List.of());
    }

    private static Chunk sixteenLevels() {
        String deep = "{\"a\":".repeat(15) + "[]" + "}".repeat(15);
        return chunk(TWO, List.of(), List.of(object("deep", Transform.at(0, 0, 0), deep)));
    }

    private static Chunk oneRow() {
        ChunkSize size = new ChunkSize(2_000, 1, 1);
        int[] cells = new int[2_000];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = i % 3;
        }
        return chunk(
                size,
                List.of(
                        new TileLayer(
                                "row",
                                0,
                                size,
                                List.of(
                                        TileDef.AIR,
                                        new TileDef(1, "t/1", false, 0, 1),
                                        new TileDef(2, "t/2", false, 0, 1)),
                                TileGrid.of(cells))),
                List.of());
    }

    private static Chunk floats() {
        return chunk(
                TWO,
                List.of(),
                List.of(
                        object("least", Transform.at(Float.MIN_VALUE, 1e-20, 0), "{}"),
                        object(
                                "turned",
                                new Transform(
                                        new Transform.Vector(0.1f, 1.9999999f, 0.3f),
                                        Transform.Rotation.ofAngle(1),
                                        new Transform.Vector(-1, 1e30f, 1e-30f)),
                                "{}")));
    }

    private static Chunk sparsePalette() {
        return chunk(
                TWO,
                List.of(
                        new TileLayer(
                                "s",
                                9,
                                TWO,
                                List.of(
                                        TileDef.AIR,
                                        new TileDef(7, "t/7", false, 0, 1),
                                        new TileDef(300, "t/300", true, 1, 0),
                                        new TileDef(65_535, "t/unused", false, 0, 255)),
                                TileGrid.of(300, 0, 7, 300))),
                List.of());
    }
}
