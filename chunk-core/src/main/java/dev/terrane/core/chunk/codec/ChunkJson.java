package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ChunkSize;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Decoded.Location;
import dev.terrane.core.chunk.JsonFaults;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.StrictJson;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON form of a chunk, for authoring and debugging (docs/formats/agpc.md, "JSON"). Output is
 * complete; input may leave out what is derived or has a default, but what it states must match.
 */
public final class ChunkJson {
    private static final Set<String> MEMBERS =
            Set.of(
                    "version",
                    "key",
                    "world_id",
                    "room_id",
                    "coord",
                    "bounds",
                    "tiles",
                    "objects",
                    "flags",
                    "meta",
                    "checksum");

    private ChunkJson() {}

    /** One line, with its checksum. */
    public static String encode(Chunk chunk) {
        return StrictJson.MAPPER.writeValueAsString(toTree(chunk));
    }

    /** Indented, with its checksum. */
    public static String encodePretty(Chunk chunk) {
        return StrictJson.MAPPER
                .writer()
                .with(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(toTree(chunk));
    }

    private static ObjectNode toTree(Chunk chunk) {
        ObjectNode tree = JsonModelWriter.chunk(chunk);
        tree.put("checksum", AgpcCodec.encode(chunk).checksum().hex());
        return tree;
    }

    /**
     * Decodes a document by itself: the lattice is taken from its bounds, else from its first layer
     * at origin 0, else 32 × 32 × 1.
     */
    public static Decoded<Chunk> decode(String text) {
        return decode(text, null, ChunkLimits.DEFAULT);
    }

    /**
     * Decodes a document of a world.
     *
     * @param grid the world's lattice, which layers and bounds must match; null to derive it
     */
    public static Decoded<Chunk> decode(String text, @Nullable ChunkGrid grid, ChunkLimits limits) {
        try {
            if (text.length() > limits.jsonBytesMax()) {
                throw DecodeFault.over(
                        new Location.Pointer(""),
                        "jsonBytesMax",
                        limits.jsonBytesMax(),
                        text.length());
            }
            return new Decoded.Ok<>(chunk(StrictJson.MAPPER.readTree(text), grid, limits));
        } catch (DecodeFault fault) {
            return fault.toRejected();
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            Location location =
                    at == null
                            ? new Location.Pointer("")
                            : new Location.Text(at.getLineNr(), at.getColumnNr());
            return JsonFaults.findLimit(e)
                    .map(hit -> DecodeFault.over(location, hit.name(), hit.limit(), hit.actual()))
                    .orElseGet(
                            () ->
                                    DecodeFault.at(
                                            location,
                                            RejectReason.BAD_JSON,
                                            JsonFaults.sentence(e)))
                    .toRejected();
        }
    }

    /**
     * Decodes a tree, in which a list of cells may be a {@link TileArray}.
     *
     * @param grid the world's lattice, which layers and bounds must match
     */
    public static Decoded<Chunk> decode(JsonNode tree, ChunkGrid grid, ChunkLimits limits) {
        return JsonModelReader.decode(() -> chunk(tree, grid, limits));
    }

    private static Chunk chunk(JsonNode node, @Nullable ChunkGrid known, ChunkLimits limits) {
        JsonObjectReader in = new JsonObjectReader(node, "", MEMBERS);
        in.requireSame("version", in.findInteger("version", 0, 65_535), (long) AgpcCodec.VERSION);
        RoomKey room = RoomKey.of(in.id("world_id"), in.id("room_id"));
        ChunkKey key = new ChunkKey(room, coord(in.object("coord", Set.of("cx", "cy", "cz"))));
        in.requireSame("key", in.findString("key"), key.toString());
        ChunkGrid grid = known == null ? deriveGrid(in, key) : known;
        Box box =
                grid.findBounds(key.coord())
                        .orElseThrow(
                                () ->
                                        DecodeFault.at(
                                                "/coord",
                                                RejectReason.BAD_VALUE,
                                                "no exact bounds at "
                                                        + key.coord()
                                                        + " for chunks of "
                                                        + grid.size()));
        in.findObject("bounds", BoundsReader.MEMBERS)
                .ifPresent(bounds -> BoundsReader.requireSame(bounds, box));
        List<TileLayer> layers =
                JsonModelReader.layers(in.find("tiles"), "/tiles", grid.size(), limits);
        List<WorldObject> objects =
                JsonModelReader.objects(in.find("objects"), "/objects", box, limits);
        ContentFlags flags = JsonModelReader.flags(in.find("flags"), "/flags");
        Optional<JsonObjectReader> metaReader =
                in.findObject("meta", Set.of("created_at", "updated_at", "revision", "author"));
        Meta meta = metaReader.map(ChunkJson::meta).orElse(Meta.NONE);
        Chunk chunk = new Chunk(key, grid, layers, objects, flags, meta);
        checksum(in, chunk, metaReader.isPresent());
        return chunk;
    }

    private static void checksum(JsonObjectReader in, Chunk chunk, boolean hasMeta) {
        String stated = in.findString("checksum").orElse(null);
        if (stated == null) {
            return;
        }
        if (!hasMeta) {
            throw DecodeFault.at(
                    "/checksum", RejectReason.MISMATCH, "a checksum covers meta, which is missing");
        }
        Checksum actual;
        try {
            actual = AgpcCodec.encode(chunk).checksum();
        } catch (ChunkTooLargeException e) {
            throw DecodeFault.over(
                    new Location.Pointer(""),
                    "bodyBytesMax",
                    AgpcCodec.BODY_BYTES_MAX,
                    e.bodyBytes());
        }
        if (!actual.hex().equals(stated)) {
            throw DecodeFault.at(
                    "/checksum",
                    RejectReason.CHECKSUM_MISMATCH,
                    "the document's checksum is " + actual);
        }
    }

    private static ChunkCoord coord(JsonObjectReader in) {
        return new ChunkCoord(in.int32("cx"), in.int32("cy"), in.int32("cz"));
    }

    private static ChunkGrid deriveGrid(JsonObjectReader in, ChunkKey key) {
        Optional<JsonObjectReader> bounds = in.findObject("bounds", BoundsReader.MEMBERS);
        if (bounds.isPresent()) {
            return BoundsReader.grid(bounds.get(), key);
        }
        JsonNode tiles = in.find("tiles");
        if (tiles != null && tiles.isArray() && !tiles.isEmpty() && tiles.get(0).isObject()) {
            JsonObjectReader layer = new JsonObjectReader(tiles.get(0), "/tiles/0", null);
            long width = layer.findInteger("width", 1, 65_535).orElse(32L);
            long height = layer.findInteger("height", 1, 65_535).orElse(32L);
            long depth = layer.findInteger("depth", 1, 65_535).orElse(1L);
            String fault = ChunkSize.fault(width, height, depth);
            if (fault != null) {
                throw DecodeFault.at("/tiles/0", RejectReason.BAD_VALUE, fault);
            }
            return new ChunkGrid(
                    new ChunkSize((int) width, (int) height, (int) depth), ChunkGrid.Origin.ZERO);
        }
        return ChunkGrid.DEFAULT;
    }

    private static Meta meta(JsonObjectReader in) {
        String author = in.string("author");
        in.requireText("author", author);
        return new Meta(
                time(in, "created_at"),
                time(in, "updated_at"),
                in.integer("revision", 0, Meta.REVISION_MAX),
                author);
    }

    private static Instant time(JsonObjectReader in, String name) {
        String text = in.string(name);
        try {
            Instant time = Instant.parse(text);
            if (text.endsWith("Z")
                    && time.equals(time.truncatedTo(ChronoUnit.MILLIS))
                    && time.toEpochMilli() >= Meta.MILLIS_MIN
                    && time.toEpochMilli() <= Meta.MILLIS_MAX) {
                return time;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // Reported below with the text.
        }
        throw DecodeFault.at(
                in.pointer(name),
                RejectReason.BAD_VALUE,
                "a time is ISO-8601 with Z, to the millisecond, years 0000 to 9999");
    }
}
