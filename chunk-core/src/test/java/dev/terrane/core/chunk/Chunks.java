package dev.terrane.core.chunk;

import dev.terrane.testing.SeededRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Chunks for tests: a plain one, the format document's example, and any by seed. */
public final class Chunks {
    private static final String[] PROPERTIES = {
        "{}",
        "{\"locked\":false}",
        "{\"b\":[1,2.5,null,{\"c\":\"ü€😀\"}],\"a\":-0.0}",
        "{\"loot\":\"chest \\u0001 \\\"x\\\"\",\"n\":9007199254740991}",
        "{\"deep\":{\"a\":{\"b\":{\"c\":[[[1e-7,1e21e]]]}}}}".replace("1e21e", "123456789")
    };

    private Chunks() {}

    /** 4 × 4 cells, one layer, one object. */
    public static Chunk small() {
        ChunkSize size = new ChunkSize(4, 4, 1);
        TileLayer ground =
                new TileLayer(
                        "ground",
                        0,
                        size,
                        List.of(TileDef.AIR, new TileDef(1, "tiles/grass", false, 1, 4)),
                        TileGrid.of(0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1));
        WorldObject chest =
                new WorldObject(
                        new ObjectId("chest"),
                        "interactable",
                        "props/chest",
                        Transform.at(5.5, 6.25, 0),
                        Properties.parse("{\"locked\":false,\"loot_table\":\"basic\"}").get(),
                        false,
                        ContentFlags.NONE);
        return new Chunk(
                ChunkKey.of("w", "r", 1, 1, 0),
                new ChunkGrid(size, ChunkGrid.Origin.ZERO),
                List.of(ground),
                List.of(chest),
                ContentFlags.NONE,
                new Meta(
                        Instant.parse("2026-08-17T00:00:00Z"),
                        Instant.parse("2026-08-17T00:00:00.250Z"),
                        3,
                        "agent-bot"));
    }

    /** The format document's example, corrected: all 1,024 cells, derived bounds and checksum. */
    public static Chunk documentExample() {
        int[] pattern = {0, 1, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1};
        int[] cells = new int[1024];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = pattern[i % pattern.length];
        }
        TileLayer ground =
                new TileLayer(
                        "ground",
                        0,
                        ChunkSize.DEFAULT,
                        List.of(TileDef.AIR, new TileDef(1, "tiles/grass", false, 1, 4)),
                        TileGrid.of(cells));
        WorldObject chest =
                new WorldObject(
                        new ObjectId("obj_0001"),
                        "interactable",
                        "props/chest",
                        Transform.at(400, -110, 0),
                        Properties.parse("{\"loot_table\":\"chest_basic\",\"locked\":false}").get(),
                        false,
                        ContentFlags.NONE);
        return new Chunk(
                ChunkKey.of("w_0001", "r_0001", 12, -4, 0),
                ChunkGrid.DEFAULT,
                List.of(ground),
                List.of(chest),
                ContentFlags.NONE,
                new Meta(
                        Instant.parse("2026-08-17T00:00:00Z"),
                        Instant.parse("2026-08-17T00:00:00Z"),
                        3,
                        "agent-bot"));
    }

    /** Any valid chunk. */
    public static Chunk random(SeededRandom random) {
        ChunkSize size =
                random.choice(
                        ChunkSize.DEFAULT,
                        new ChunkSize(1, 1, 1),
                        new ChunkSize(7, 3, 2),
                        new ChunkSize(16, 16, 4));
        ChunkGrid grid =
                new ChunkGrid(
                        size,
                        random.choice(
                                ChunkGrid.Origin.ZERO,
                                new ChunkGrid.Origin(-8, 0.5, 2),
                                new ChunkGrid.Origin(100, -100, 0)));
        ChunkCoord coord =
                new ChunkCoord(
                        random.between(-1000, 1000),
                        random.between(-1000, 1000),
                        size.z() == 1 ? 0 : random.between(-3, 3));
        Box box = grid.findBounds(coord).orElseThrow();
        List<TileLayer> layers = new ArrayList<>();
        for (int i = random.between(0, 3); i > 0; i--) {
            layers.add(layer(random, "layer " + i + random.choice("", "é", "/walls"), i * 7, size));
        }
        List<WorldObject> objects = new ArrayList<>();
        for (int i = random.between(0, 6); i > 0; i--) {
            objects.add(object(random, "o" + i + random.choice("", "_x", "-Y"), box));
        }
        return new Chunk(
                new ChunkKey(RoomKey.of(random.word(1, 20), random.word(1, 20)), coord),
                grid,
                layers,
                objects,
                flags(random),
                new Meta(
                        Instant.ofEpochMilli(random.nextLong(Meta.MILLIS_MIN, Meta.MILLIS_MAX)),
                        Instant.ofEpochMilli(random.nextLong(Meta.MILLIS_MIN, Meta.MILLIS_MAX)),
                        random.nextLong(0, Meta.REVISION_MAX + 1),
                        random.choice("", "ann", "名前", random.word(1, 30))));
    }

    /** Any layer. */
    public static TileLayer layer(SeededRandom random, String name, int id, ChunkSize size) {
        TreeMap<Integer, TileDef> palette = new TreeMap<>(Map.of(0, TileDef.AIR));
        for (int i = random.between(0, 8); i > 0; i--) {
            int tile = random.choice(i, 1000 + i, 65_535);
            palette.put(
                    tile,
                    new TileDef(
                            tile,
                            "tiles/" + random.word(1, 10),
                            random.nextBoolean(),
                            random.nextInt() & ~TileDef.RESERVED,
                            random.between(0, 255)));
        }
        List<Integer> ids = List.copyOf(palette.keySet());
        int[] cells = new int[size.cells()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = random.choice(ids);
        }
        return new TileLayer(name, id, size, List.copyOf(palette.values()), TileGrid.of(cells));
    }

    /** Any object inside a box. */
    public static WorldObject object(SeededRandom random, String id, Box box) {
        return new WorldObject(
                new ObjectId(id),
                random.choice("spawn", "prop", "двери"),
                random.choice("props/a", "x:y.z"),
                new Transform(
                        new Transform.Vector(
                                inside(random, box.minX(), box.maxX()),
                                inside(random, box.minY(), box.maxY()),
                                inside(random, box.minZ(), box.maxZ())),
                        random.choice(
                                Transform.Rotation.NONE,
                                Transform.Rotation.ofAngle(random.nextDouble() * 6)),
                        new Transform.Vector(1, -2, 0.5f)),
                Properties.parse(random.choice(PROPERTIES)).get(),
                random.nextBoolean(),
                flags(random));
    }

    private static float inside(SeededRandom random, double min, double max) {
        float value = (float) (min + random.nextDouble() * (max - min));
        return value >= max ? (float) min : value;
    }

    private static ContentFlags flags(SeededRandom random) {
        if (random.nextBoolean()) {
            return ContentFlags.NONE;
        }
        Map<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            severities.put(category, random.choice(Severity.values()));
        }
        return new ContentFlags(severities, random.nextBoolean(), List.of("f1", "a", "f1"));
    }
}
