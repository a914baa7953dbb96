package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Rooms in Terrane's own form: {@code {"format": "terrane.room", "version": 1, "bounds": …,
 * "chunks": […]}}, a list of chunks, or one chunk, each in the chunk's JSON form. Flags and meta of
 * the chunks are not taken over, their keys name the place within the room only.
 */
final class RoomDocuments {
    static final String FORMAT = "terrane.room";
    static final int VERSION = 1;

    private RoomDocuments() {}

    static boolean isRoom(JsonNode root) {
        return root.isArray() || root.has("chunks") || root.has("world_id");
    }

    static ImportOutcome.Imported read(JsonPart root, ImportOptions options) {
        List<JsonPart> documents;
        if (root.node().isArray()) {
            documents = root.elements();
        } else if (root.node().has("chunks")) {
            if (!root.string("format", FORMAT).equals(FORMAT)) {
                throw root.get("format")
                        .fault(ImportReason.NOT_A_MAP, "format '" + root.string("format") + "'");
            }
            root.integer("version", VERSION, VERSION, VERSION);
            documents = root.list("chunks");
        } else {
            documents = List.of(root);
        }
        if (documents.size() > options.limits().chunksMax()) {
            throw root.over("chunksMax", options.limits().chunksMax(), documents.size());
        }
        TreeMap<ChunkCoord, Chunk> chunks = new TreeMap<>();
        Map<ChunkCoord, Map<ObjectId, Place>> places = new HashMap<>();
        int objects = 0;
        for (JsonPart document : documents) {
            Chunk chunk = chunk(document, options);
            if (chunks.put(chunk.key().coord(), chunk) != null) {
                throw document.fault(
                        ImportReason.DUPLICATE_NAME,
                        "chunk " + chunk.key().coord() + " stands twice");
            }
            places.put(chunk.key().coord(), places(document));
            objects += chunk.objects().size();
            if (objects > options.limits().objectsMax()) {
                throw document.over("objectsMax", options.limits().objectsMax(), objects);
            }
        }
        return new ImportOutcome.Imported(
                new ArrayList<>(chunks.values()),
                root.find("bounds")
                        .map(RoomDocuments::box)
                        .orElseGet(() -> around(chunks.values(), options)),
                new ObjectPlaces(places),
                List.of());
    }

    /** Where a chunk that was read says its objects. */
    private static Map<ObjectId, Place> places(JsonPart document) {
        Map<ObjectId, Place> places = new HashMap<>();
        for (JsonPart object : document.list("objects")) {
            places.put(new ObjectId(object.string("id")), object.place());
        }
        return places;
    }

    private static Chunk chunk(JsonPart document, ImportOptions options) {
        return switch (ChunkJson.decode(document.node(), options.grid(), ChunkLimits.DEFAULT)) {
            case Decoded.Ok<Chunk>(Chunk chunk) ->
                    new Chunk(
                            new ChunkKey(options.room(), chunk.key().coord()),
                            options.grid(),
                            chunk.layers(),
                            chunk.objects().stream().map(RoomDocuments::unflagged).toList(),
                            ContentFlags.NONE,
                            options.meta());
            case Decoded.Rejected<Chunk> rejected -> {
                Place place =
                        new Place(
                                document.file(),
                                0,
                                0,
                                "chunk "
                                        + document.pointer()
                                        + (rejected.location()
                                                        instanceof
                                                        Decoded.Location.Pointer(String pointer)
                                                ? pointer
                                                : ""));
                Decoded.LimitHit limit = rejected.limit();
                throw limit == null
                        ? new ImportFault(ImportReason.BAD_CHUNK, place, rejected.detail())
                        : ImportFault.over(place, limit.name(), limit.limit(), limit.actual());
            }
        };
    }

    private static WorldObject unflagged(WorldObject object) {
        return object.withFlags(ContentFlags.NONE);
    }

    private static Box box(JsonPart in) {
        in.requireObject();
        double[] x = side(in, "min_x", "max_x");
        double[] y = side(in, "min_y", "max_y");
        double[] z = side(in, "min_z", "max_z");
        return new Box(x[0], y[0], z[0], x[1], y[1], z[1]);
    }

    private static double[] side(JsonPart in, String from, String to) {
        double min = end(in, from);
        double max = end(in, to);
        if (min >= max) {
            throw in.get(to)
                    .fault(
                            ImportReason.BAD_DATA,
                            "%s is %s, which is not above %s, %s".formatted(to, max, from, min));
        }
        return new double[] {min, max};
    }

    private static double end(JsonPart in, String name) {
        JsonPart member = in.get(name);
        double value = member.real();
        if (Math.abs(value) > ChunkGrid.REACH_MAX) {
            throw member.fault(
                    ImportReason.BAD_DATA,
                    "a room lies within ±16,777,216 world units, not at " + value);
        }
        return value;
    }

    private static Box around(Iterable<Chunk> chunks, ImportOptions options) {
        Box around = null;
        for (Chunk chunk : chunks) {
            Box box = chunk.bounds();
            around =
                    around == null
                            ? box
                            : new Box(
                                    Math.min(around.minX(), box.minX()),
                                    Math.min(around.minY(), box.minY()),
                                    Math.min(around.minZ(), box.minZ()),
                                    Math.max(around.maxX(), box.maxX()),
                                    Math.max(around.maxY(), box.maxY()),
                                    Math.max(around.maxZ(), box.maxZ()));
        }
        var origin = options.grid().origin();
        return around != null
                ? around
                : new Box(
                        origin.x(),
                        origin.y(),
                        origin.z(),
                        origin.x() + 1,
                        origin.y() + 1,
                        origin.z() + options.grid().size().z());
    }
}
