package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class MapExportTest {
    private static final RoomKey ROOM = RoomKey.of("w", "r");
    private static final ChunkSize SIZE = new ChunkSize(4, 4, 1);

    @Test
    void anyFlatRoomComesBackFromItsTiledMap() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                500,
                random -> {
                    ChunkGrid grid =
                            new ChunkGrid(
                                    SIZE,
                                    random.choice(
                                            ChunkGrid.Origin.ZERO,
                                            new ChunkGrid.Origin(-8, 0.5, 2)));
                    List<Chunk> room = room(random, grid);
                    Box bounds = around(room, grid);

                    String map = exported(MapExporter.toTmj(room, bounds));

                    ImportOutcome.Imported back = imported(map, grid);
                    assertThat(back.chunks()).isEqualTo(room);
                    assertThat(back.bounds()).isEqualTo(bounds);
                    assertThat(exported(MapExporter.toTmj(back.chunks(), bounds))).isEqualTo(map);
                    room.forEach(
                            chunk ->
                                    chunk.objects()
                                            .forEach(
                                                    object ->
                                                            coverage.count(
                                                                    object.properties()
                                                                            .toJson()
                                                                            .startsWith("{}"))));
                    ImportOutcome.Imported own =
                            imported(MapExporter.toRoomJson(room, bounds), grid);
                    assertThat(own.chunks()).isEqualTo(room);
                    assertThat(own.bounds()).isEqualTo(bounds);
                });
        coverage.requireAtLeast(100, true, false);
    }

    @ParameterizedTest
    @MethodSource("dev.terrane.core.chunk.maps.MapFilesTest#maps")
    void importedMapsComeBackFromTheirExport(Path file) throws IOException {
        ImportOutcome.Imported map = MapFilesTest.imported(file);

        String json = exported(MapExporter.toTmj(map.chunks(), map.bounds()));

        assertThat(imported(json, ChunkGrid.DEFAULT).chunks()).isEqualTo(map.chunks());
        assertThat(imported(json, ChunkGrid.DEFAULT).bounds()).isEqualTo(map.bounds());
        assertThat(json).as("palettes need no notes").contains("\\\"palettes\\\":[]");
    }

    @Test
    void objectsMovedInTiledStandWhereTiledSays() {
        ChunkGrid grid = new ChunkGrid(SIZE, ChunkGrid.Origin.ZERO);
        WorldObject chest =
                new WorldObject(
                        new ObjectId("chest"),
                        "prop",
                        "props/chest",
                        new Transform(
                                new Transform.Vector(1.25f, 1.5f, 0.5f),
                                new Transform.Rotation(1, 0, 0, 0),
                                new Transform.Vector(2, 2, 2)),
                        Properties.parse("{\"list\":[1],\"name\":\"a\"}").get(),
                        true,
                        ContentFlags.NONE);
        Chunk chunk = chunk(grid, 0, List.of(), List.of(chest));
        ObjectNode map =
                (ObjectNode)
                        JsonMapper.shared()
                                .readTree(
                                        exported(
                                                MapExporter.toTmj(List.of(chunk), chunk.bounds())));
        ObjectNode object = (ObjectNode) map.at("/layers/0/objects/0");
        object.put("x", 48).put("rotation", 90);

        WorldObject moved = imported(map.toString(), grid).chunks().getFirst().objects().getFirst();

        assertThat(moved.id()).isEqualTo(chest.id());
        assertThat(moved.transform().position()).isEqualTo(new Transform.Vector(3, 1.5f, 0.5f));
        assertThat(moved.transform().rotation())
                .isEqualTo(Transform.Rotation.ofAngle(StrictMath.toRadians(90)));
        assertThat(moved.transform().scale()).isEqualTo(chest.transform().scale());
        assertThat(moved.properties()).isEqualTo(chest.properties());
    }

    @Test
    void whatAMapCannotCarryIsRefusedByName() {
        ChunkGrid deep = new ChunkGrid(new ChunkSize(2, 2, 2), ChunkGrid.Origin.ZERO);
        Chunk volumetric = chunk(deep, 0, List.of(), List.of());
        ChunkGrid flat = new ChunkGrid(SIZE, ChunkGrid.Origin.ZERO);
        Chunk one = chunk(flat, 0, List.of(air("a")), List.of());
        Chunk two = chunk(flat, 1, List.of(air("b")), List.of());
        WorldObject flagged =
                new WorldObject(
                        new ObjectId("x"),
                        "t",
                        "a",
                        Transform.at(0, 0, 0),
                        Properties.parse("{\"content_flags\":1}").get(),
                        false,
                        ContentFlags.NONE);

        assertThat(refusal(List.of(volumetric))).contains("flat");
        assertThat(refusal(List.of(one, two))).contains("layer 3", "'a'", "'b'");
        assertThat(refusal(List.of(chunk(flat, 0, List.of(), List.of(flagged)))))
                .contains("object x");
        assertThat(refusal(List.of(chunk(flat, 1 << 20, List.of(), List.of())))).contains("far");
    }

    @Test
    void volumetricRoomsTravelInTerranesOwnForm() {
        Seeds.forEach(
                200,
                random -> {
                    Chunk chunk = MapExporter.plain(Chunks.random(random));
                    Chunk placed =
                            new Chunk(
                                    new ChunkKey(ROOM, chunk.key().coord()),
                                    chunk.grid(),
                                    chunk.layers(),
                                    chunk.objects(),
                                    chunk.flags(),
                                    chunk.meta());
                    String json = MapExporter.toRoomJson(List.of(chunk), chunk.bounds());

                    assertThat(imported(json, chunk.grid()).chunks()).containsExactly(placed);
                });
    }

    private static String refusal(List<Chunk> chunks) {
        ExportOutcome outcome = MapExporter.toTmj(chunks, chunks.getFirst().bounds());
        assertThat(outcome).isInstanceOf(ExportOutcome.Refused.class);
        return ((ExportOutcome.Refused) outcome).text();
    }

    private static String exported(ExportOutcome outcome) {
        assertThat(outcome).as(outcome.toString()).isInstanceOf(ExportOutcome.Exported.class);
        return ((ExportOutcome.Exported) outcome).json();
    }

    private static ImportOutcome.Imported imported(String json, ChunkGrid grid) {
        ImportOutcome outcome =
                MapImporter.importMap(
                        "room.json",
                        Bytes.wrap(json.getBytes(StandardCharsets.UTF_8)),
                        path -> Optional.empty(),
                        ImportOptions.of(ROOM, grid, Meta.NONE));
        assertThat(outcome).as(outcome.toString()).isInstanceOf(ImportOutcome.Imported.class);
        return (ImportOutcome.Imported) outcome;
    }

    private static List<Chunk> room(SeededRandom random, ChunkGrid grid) {
        TreeMap<ChunkCoord, Chunk> chunks = new TreeMap<>();
        for (int i = random.between(1, 4); i > 0; i--) {
            ChunkCoord coord = new ChunkCoord(random.between(-3, 3), random.between(-3, 3), 0);
            List<TileLayer> layers = new ArrayList<>();
            if (random.nextBoolean()) {
                layers.add(Chunks.layer(random, "ground", 0, SIZE));
            }
            if (random.nextBoolean()) {
                layers.add(doubled(Chunks.layer(random, "walls/é", 7, SIZE)));
            }
            List<WorldObject> objects = new ArrayList<>();
            for (int n = random.between(0, 3); n > 0; n--) {
                objects.add(
                        Chunks.object(
                                        random,
                                        random.choice("obj_" + n, "chest" + n),
                                        grid.findBounds(coord).orElseThrow())
                                .withFlags(ContentFlags.NONE));
            }
            Chunk made =
                    new Chunk(
                            new ChunkKey(ROOM, coord),
                            grid,
                            layers,
                            distinct(objects),
                            ContentFlags.NONE,
                            Meta.NONE);
            chunks.put(coord, made);
        }
        return List.copyOf(chunks.values());
    }

    private static List<WorldObject> distinct(List<WorldObject> objects) {
        TreeMap<String, WorldObject> byId = new TreeMap<>();
        objects.forEach(object -> byId.put(object.id().value(), object));
        return List.copyOf(byId.values());
    }

    /** The same with a second entry for its last tile. */
    private static TileLayer doubled(TileLayer layer) {
        TileDef last = layer.palette().getLast();
        if (last.id() == 0 || last.id() == 65_535) {
            return layer;
        }
        List<TileDef> palette = new ArrayList<>(layer.palette());
        palette.add(
                new TileDef(
                        last.id() + 1,
                        last.assetId(),
                        last.solid(),
                        last.flags(),
                        last.variants()));
        int[] cells = layer.tiles().toArray();
        cells[0] = last.id();
        cells[1] = last.id() + 1;
        return new TileLayer(
                layer.name(), layer.layerId(), layer.size(), palette, TileGrid.of(cells));
    }

    private static TileLayer air(String name) {
        return new TileLayer(name, 3, SIZE, List.of(TileDef.AIR), TileGrid.air(SIZE.cells()));
    }

    private static Chunk chunk(
            ChunkGrid grid, int cx, List<TileLayer> layers, List<WorldObject> objects) {
        return new Chunk(
                new ChunkKey(ROOM, new ChunkCoord(cx, 0, 0)),
                grid,
                layers,
                objects,
                ContentFlags.NONE,
                Meta.NONE);
    }

    private static Box around(List<Chunk> chunks, ChunkGrid grid) {
        double left = chunks.stream().mapToDouble(c -> c.bounds().minX()).min().orElseThrow();
        double top = chunks.stream().mapToDouble(c -> c.bounds().minY()).min().orElseThrow();
        double right = chunks.stream().mapToDouble(c -> c.bounds().maxX()).max().orElseThrow();
        double bottom = chunks.stream().mapToDouble(c -> c.bounds().maxY()).max().orElseThrow();
        double z = grid.origin().z();
        return new Box(left, top, z, right, bottom, z + 1);
    }
}
