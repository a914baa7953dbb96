package dev.terrane.core.chunk.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Every limit of the format at its edge: the most passes in both forms, one more is refused. */
class LimitEdgesTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final ChunkSize ONE = new ChunkSize(1, 1, 1);

    private static Chunk chunk(
            ChunkSize size, List<TileLayer> layers, List<WorldObject> objects, ContentFlags flags) {
        return new Chunk(
                ChunkKey.of("w", "r", 0, 0, 0),
                new ChunkGrid(size, ChunkGrid.Origin.ZERO),
                layers,
                objects,
                flags,
                Meta.NONE);
    }

    private static TileLayer layer(String name, int id) {
        return new TileLayer(name, id, ONE, List.of(TileDef.AIR), TileGrid.air(1));
    }

    private static WorldObject object(String id, String type, String asset, String properties) {
        return new WorldObject(
                new ObjectId(id),
                type,
                asset,
                dev.terrane.core.chunk.Transform.at(0, 0, 0),
                Properties.parse(properties).get(),
                false,
                ContentFlags.NONE);
    }

    private static Chunk layers(int count) {
        return chunk(
                ONE,
                IntStream.range(0, count).mapToObj(i -> layer("l" + i, i)).toList(),
                List.of(),
                ContentFlags.NONE);
    }

    private static Chunk objects(int from, int to) {
        return chunk(
                ONE,
                List.of(),
                IntStream.range(from, to)
                        .mapToObj(i -> object("o%04d".formatted(i), "t", "a", "{}"))
                        .toList(),
                ContentFlags.NONE);
    }

    private static void passes(Chunk chunk) {
        Bytes image = AgpcCodec.encode(chunk).bytes();
        assertThat(AgpcCodec.decode(image).get()).isEqualTo(chunk);
        assertThat(ChunkJson.decode(ChunkJson.encode(chunk)).get()).isEqualTo(chunk);
    }

    private static void edge(IntFunction<Chunk> chunks, int most, String said) {
        passes(chunks.apply(most));
        assertThatThrownBy(() -> chunks.apply(most + 1))
                .as("%d and one more", most)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    private static Decoded.Rejected<Chunk> refused(Decoded<Chunk> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Rejected.class);
        return (Decoded.Rejected<Chunk>) decoded;
    }

    @Test
    void sixteenLayersButNotSeventeen() {
        edge(LimitEdgesTest::layers, 16, "16");
        ObjectNode document = (ObjectNode) MAPPER.readTree(ChunkJson.encode(layers(16)));
        document.remove("checksum");
        ArrayNode tiles = (ArrayNode) document.get("tiles");
        tiles.add(((ObjectNode) tiles.get(15).deepCopy()).put("layer_id", 16).put("name", "x"));
        assertThat(refused(ChunkJson.decode(document.toString())).limit())
                .isEqualTo(new Decoded.LimitHit("layersMax", 16, 17));
        TileLayer more = layer("l16", 16);
        Bytes image =
                spliced(layers(16), chunk(ONE, List.of(more), List.of(), ContentFlags.NONE), 2);
        assertThat(refused(AgpcCodec.decode(image)).limit())
                .isEqualTo(new Decoded.LimitHit("layersMax", 16, 17));
    }

    @Test
    void fourThousandAndNinetySixObjectsButNoMore() {
        edge(count -> objects(0, count), 4_096, "4");
        ObjectNode document = (ObjectNode) MAPPER.readTree(ChunkJson.encode(objects(0, 4_096)));
        document.remove("checksum");
        ArrayNode list = (ArrayNode) document.get("objects");
        list.add(((ObjectNode) list.get(0).deepCopy()).put("id", "x"));
        assertThat(refused(ChunkJson.decode(document.toString())).limit())
                .isEqualTo(new Decoded.LimitHit("objectsMax", 4_096, 4_097));
        assertThat(
                        refused(
                                        AgpcCodec.decode(
                                                spliced(
                                                        objects(0, 4_096),
                                                        objects(4_096, 4_097),
                                                        3)))
                                .limit())
                .isEqualTo(new Decoded.LimitHit("objectsMax", 4_096, 4_097));
    }

    /** The first chunk with the second's sections of a kind behind its own. */
    private static Bytes spliced(Chunk first, Chunk second, int section) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean open = false;
        boolean done = false;
        for (byte[] part : sections(first)) {
            open |= part[0] == section;
            if (open && !done && part[0] != section) {
                sections(second).stream()
                        .filter(other -> other[0] == section)
                        .forEach(body::writeBytes);
                done = true;
            }
            body.writeBytes(part);
        }
        byte[] header = new byte[48];
        System.arraycopy(AgpcCodec.encode(first).bytes().toArray(), 0, header, 0, 48);
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        image.writeBytes(header);
        image.writeBytes(body.toByteArray());
        return Bytes.wrap(MutationTest.announced(image.toByteArray()));
    }

    private static List<byte[]> sections(Chunk chunk) {
        byte[] image = AgpcCodec.encode(chunk).bytes().toArray();
        ByteBuffer in = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
        List<byte[]> sections = new ArrayList<>();
        for (int at = 48; at < image.length; ) {
            byte[] section = new byte[5 + in.getInt(at + 1)];
            System.arraycopy(image, at, section, 0, section.length);
            sections.add(section);
            at += section.length;
        }
        return sections;
    }

    @Test
    void twoHundredAndFiftySixSourcesButNoMore() {
        IntFunction<Chunk> sources =
                count ->
                        chunk(
                                ONE,
                                List.of(),
                                List.of(),
                                new ContentFlags(
                                        Map.of(),
                                        true,
                                        IntStream.range(0, count).mapToObj(i -> "s" + i).toList()));
        edge(sources, 256, "256");
    }

    @Test
    void textsOf256BytesAndIdsOf64CharactersButNoLonger() {
        edge(
                n ->
                        chunk(
                                ONE,
                                List.of(layer("é".repeat(n / 2) + "x".repeat(n % 2), 0)),
                                List.of(),
                                ContentFlags.NONE),
                256,
                "256");
        edge(n -> one(object("o", "t".repeat(n), "a", "{}")), 256, "256");
        edge(n -> one(object("o", "t", "a".repeat(n), "{}")), 256, "256");
        edge(n -> one(object("o".repeat(n), "t", "a", "{}")), 64, "64");
        edge(
                n ->
                        layers(1)
                                .withMeta(
                                        new Meta(
                                                Meta.NONE.createdAt(),
                                                Meta.NONE.updatedAt(),
                                                1,
                                                "z".repeat(n))),
                256,
                "256");
    }

    private static Chunk one(WorldObject object) {
        return chunk(ONE, List.of(), List.of(object), ContentFlags.NONE);
    }

    @Test
    void propertiesOf65535BytesSixteenLevelsAndExactIntegersButNoMore() {
        passes(one(object("o", "t", "a", text(65_535))));
        assertThat(Properties.parse(text(65_536)))
                .isInstanceOfSatisfying(
                        Decoded.Rejected.class,
                        rejected ->
                                assertThat(rejected.limit())
                                        .isEqualTo(
                                                new Decoded.LimitHit(
                                                        "propertiesBytesMax", 65_535, 65_536)));
        passes(one(object("o", "t", "a", nested(16))));
        assertThat(Properties.parse(nested(17))).isInstanceOf(Decoded.Rejected.class);
        for (String sign : List.of("", "-")) {
            passes(one(object("o", "t", "a", "{\"n\":" + sign + "9007199254740991}")));
            assertThat(Properties.parse("{\"n\":" + sign + "9007199254740992}"))
                    .isInstanceOf(Decoded.Rejected.class);
        }
    }

    /** An object of that many bytes, two to each character. */
    private static String text(int bytes) {
        int value = bytes - "{\"t\":\"\"}".length();
        return "{\"t\":\"" + "é".repeat(value / 2) + "x".repeat(value % 2) + "\"}";
    }

    /** An object of that many levels. */
    private static String nested(int levels) {
        return "{\"a\":".repeat(levels - 1) + "[]" + "}".repeat(levels - 1);
    }

    @Test
    void chunksOf65536CellsAndPalettesOf65535EntriesButNoMore() {
        passes(chunk(new ChunkSize(65_535, 1, 1), List.of(), List.of(), ContentFlags.NONE));
        passes(chunk(new ChunkSize(256, 256, 1), List.of(), List.of(), ContentFlags.NONE));
        passes(chunk(new ChunkSize(16, 16, 256), List.of(), List.of(), ContentFlags.NONE));
        assertThat(ChunkSize.fault(65_537, 1, 1)).isNotNull();
        assertThat(ChunkSize.fault(65_536, 1, 1)).isNotNull();
        assertThat(ChunkSize.fault(257, 256, 1)).contains("65,536");
        assertThat(ChunkSize.fault(Integer.MAX_VALUE, Integer.MAX_VALUE, 1)).isNotNull();
        List<TileDef> palette = new ArrayList<>(List.of(TileDef.AIR));
        for (int id = 1; id < 65_535; id++) {
            palette.add(new TileDef(id, "t", false, 0, 1));
        }
        Chunk full =
                chunk(
                        ONE,
                        List.of(new TileLayer("p", 65_535, ONE, palette, TileGrid.of(65_534))),
                        List.of(),
                        ContentFlags.NONE);
        passes(full);
        palette.add(new TileDef(65_535, "t", false, 0, 1));
        assertThat(TileLayer.paletteFault(palette)).contains("65,535");
        assertThatThrownBy(() -> layer("l", 65_536)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bodiesOfOneMebibyteButNotAByteMore() {
        int free = (1 << 20) - AgpcCodec.encode(body(0)).bodyBytes();
        Chunk most = body(free);

        assertThat(AgpcCodec.encode(most).bodyBytes()).isEqualTo(1 << 20);
        passes(most);
        assertThat(AgpcCodec.decode(AgpcCodec.encode(most, BodyForm.ZSTD).bytes()).get())
                .isEqualTo(most);
        assertThatThrownBy(() -> AgpcCodec.encode(body(free + 1)))
                .isInstanceOf(ChunkTooLargeException.class)
                .hasMessageContaining("1048577");
    }

    /** Twenty objects, whose properties have that many bytes more than none. */
    private static Chunk body(int more) {
        List<WorldObject> objects = new ArrayList<>();
        int left = more;
        for (int i = 0; i < 20; i++) {
            int mine = Math.min(left, 60_000);
            objects.add(object("o" + (char) ('a' + i), "t", "a", text(mine + 8)));
            left -= mine;
        }
        assertThat(left).isZero();
        return chunk(ONE, List.of(), objects, ContentFlags.NONE);
    }

    @Test
    void revisionsOf32BitsButNotOneMore() {
        passes(
                layers(1)
                        .withMeta(
                                new Meta(
                                        Meta.NONE.createdAt(),
                                        Meta.NONE.updatedAt(),
                                        (1L << 32) - 1,
                                        "a")));
        assertThatThrownBy(
                        () -> new Meta(Meta.NONE.createdAt(), Meta.NONE.updatedAt(), 1L << 32, "a"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void cornersThatFloat32IsExactForButNoOthers() {
        ChunkGrid grid = new ChunkGrid(ONE, ChunkGrid.Origin.ZERO);
        for (ChunkCoord last :
                List.of(new ChunkCoord(16_777_215, 0, 0), new ChunkCoord(0, -16_777_216, 0))) {
            passes(
                    new Chunk(
                            new ChunkKey(Chunks.small().key().room(), last),
                            grid,
                            List.of(),
                            List.of(),
                            ContentFlags.NONE,
                            Meta.NONE));
        }
        assertThat(grid.findBounds(new ChunkCoord(16_777_216, 0, 0))).isEmpty();
        assertThat(grid.findBounds(new ChunkCoord(0, -16_777_217, 0))).isEmpty();
    }

    @Test
    void reasonsOfLimitsAreTheirOwn() {
        TileLayer more = layer("l16", 16);
        Bytes image =
                spliced(layers(16), chunk(ONE, List.of(more), List.of(), ContentFlags.NONE), 2);
        assertThat(refused(AgpcCodec.decode(image)).reason()).isEqualTo(RejectReason.OVER_LIMIT);
    }
}
