package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.DoublePredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns objects of the map into chunk objects. Positions become world units (tile edges); a tile
 * object, which Tiled places by a corner, an edge or the middle as its tileset says, is moved to
 * the centre of its tile.
 */
final class ObjectPlacer {
    private static final Set<String> NOT_INHERITED = Set.of("asset_id", ExportNotes.PROPERTY);

    private final SourceMap map;
    private final ChunkGrid grid;
    private final BiFunction<Integer, Place, TileDef> tiles;
    private final List<String> warnings = new ArrayList<>();

    ObjectPlacer(SourceMap map, ChunkGrid grid, BiFunction<Integer, Place, TileDef> tiles) {
        this.map = map;
        this.grid = grid;
        this.tiles = tiles;
    }

    /** An object and the chunk it belongs to. */
    record Placed(ChunkCoord coord, WorldObject object) {}

    List<String> warnings() {
        return warnings;
    }

    Placed place(SourceObject stated) {
        SourceObject object = sized(stated);
        double radians = StrictMath.toRadians(object.rotation());
        double x = object.x();
        double y = object.y();
        if (object.gid() != 0) {
            Tileset.Objects how = how(object);
            double toCentreX = (0.5 - how.alignX()) * object.width();
            double toCentreY = (0.5 - how.alignY()) * object.height();
            double sin = StrictMath.sin(radians);
            double cos = StrictMath.cos(radians);
            x += toCentreX * cos - toCentreY * sin;
            y += toCentreX * sin + toCentreY * cos;
        }
        double left = x / map.tileWidth();
        double top = y / map.tileHeight();
        if (!map.covers(left, top)) {
            throw new ImportFault(
                    ImportReason.OUTSIDE_MAP,
                    object.place(),
                    "its position (%s, %s), in cells (%s, %s), is outside the map"
                            .formatted(object.x(), object.y(), left, top));
        }
        ObjectNotes notes = ObjectNotes.take(object);
        Transform transform =
                notes.exact(
                        inside(grid.origin().x(), left, x1 -> map.covers(x1, top)),
                        inside(grid.origin().y(), top, y1 -> map.covers(left, y1)),
                        (float) grid.origin().z(),
                        radians);
        Transform.Vector position = transform.position();
        ChunkCoord coord =
                grid.findCoord(position.x(), position.y(), position.z())
                        .orElseThrow(
                                () ->
                                        new ImportFault(
                                                ImportReason.OUTSIDE_MAP,
                                                object.place(),
                                                "its position is beyond the lattice"));
        return new Placed(coord, worldObject(object, notes, transform));
    }

    /** A coordinate as float32, which does not round to beyond the map. */
    private static float inside(double origin, double cells, DoublePredicate covered) {
        float rounded = (float) (origin + cells);
        return covered.test(rounded - origin) ? rounded : Math.nextDown(rounded);
    }

    private Optional<SourceMap.Found> findTile(SourceObject object) {
        return object.gid() == 0
                ? Optional.empty()
                : map.findTile(object.gid() & SourceMap.GID_MASK);
    }

    private Tileset.Objects how(SourceObject object) {
        return findTile(object).map(found -> found.set().objects()).orElse(Tileset.Objects.USUAL);
    }

    /** A tile object that states no size has its tile's. */
    private SourceObject sized(SourceObject object) {
        if (object.gid() == 0 || (object.width() != 0 && object.height() != 0)) {
            return object;
        }
        Tileset.Objects how = how(object);
        boolean known =
                how.width() > 0
                        && how.height() > 0
                        && findTile(object).stream().noneMatch(found -> found.set().collection());
        if (!known) {
            warnings.add(object.place() + ": its size is not stated; its position is its corner's");
            return object;
        }
        return object.withSize(
                object.width() != 0 ? object.width() : how.width(),
                object.height() != 0 ? object.height() : how.height());
    }

    /** An object of a tile has its tile's properties too, where it says nothing else. */
    private void inherit(SourceObject object, ObjectNode values) {
        findTile(object)
                .ifPresent(
                        found ->
                                found.tile()
                                        .properties()
                                        .forEachEntry(
                                                (name, value) -> {
                                                    if (!NOT_INHERITED.contains(name)) {
                                                        values.putIfAbsent(name, value.deepCopy());
                                                    }
                                                }));
    }

    private WorldObject worldObject(SourceObject object, ObjectNotes notes, Transform transform) {
        ObjectNode values = notes.values();
        inherit(object, values);
        boolean dynamic = PropertyReader.isTrue(values, "dynamic");
        String type = type(object);
        String asset =
                PropertyReader.findString(values, "asset_id")
                        .orElseGet(() -> defaultAsset(object, type));
        values.remove("asset_id");
        values.remove("dynamic");
        keep(object, values, "name", object.name());
        ObjectNode shape = shape(object);
        if (!shape.isEmpty()) {
            keep(object, values, "shape", shape);
        }
        String fault = Texts.assetFault(asset);
        if (fault == null) {
            fault = WorldObject.typeFault(type);
        }
        if (fault != null) {
            throw new ImportFault(ImportReason.BAD_PROPERTY, object.place(), fault);
        }
        return new WorldObject(
                id(object, notes),
                type,
                asset,
                transform,
                properties(object, values),
                dynamic,
                ContentFlags.NONE);
    }

    private static ObjectId id(SourceObject object, ObjectNotes notes) {
        String id = notes.id().orElse(object.id());
        String fault = Texts.idFault(id);
        if (fault != null) {
            throw new ImportFault(
                    ImportReason.BAD_PROPERTY, object.place(), "id '" + id + "': " + fault);
        }
        return new ObjectId(id);
    }

    private String type(SourceObject object) {
        if (!object.type().isEmpty()) {
            return object.type();
        }
        String ofTile = findTile(object).map(found -> found.tile().type()).orElse("");
        return ofTile.isEmpty() ? "object" : ofTile;
    }

    private String defaultAsset(SourceObject object, String type) {
        return object.gid() == 0
                ? "objects/" + Tileset.assetPart(type)
                : tiles.apply(object.gid(), object.place()).assetId();
    }

    private void keep(SourceObject object, ObjectNode values, String name, String text) {
        if (!text.isEmpty()) {
            keep(object, values, name, JsonNodeFactory.instance.stringNode(text));
        }
    }

    private void keep(SourceObject object, ObjectNode values, String name, JsonNode node) {
        if (!values.has(name)) {
            values.set(name, node);
        } else if (!node.equals(values.get(name))) {
            warnings.add(object.place() + ": its property '" + name + "' hides its " + name);
        }
    }

    private ObjectNode shape(SourceObject object) {
        ObjectNode shape = object.shape().deepCopy();
        if (shape.isEmpty()) {
            return shape;
        }
        if (object.width() != 0 || object.height() != 0) {
            shape.put("width", object.width() / map.tileWidth());
            shape.put("height", object.height() / map.tileHeight());
        }
        int flips = object.gid() & ~SourceMap.GID_MASK;
        if ((flips & SourceMap.FLIP_HORIZONTAL) != 0) {
            shape.put("flip_x", true);
        }
        if ((flips & SourceMap.FLIP_VERTICAL) != 0) {
            shape.put("flip_y", true);
        }
        JsonNode points = shape.get("points");
        if (points instanceof ArrayNode list) {
            ArrayNode scaled = shape.putArray("points");
            for (JsonNode point : list) {
                scaled.addArray()
                        .add(point.get(0).doubleValue() / map.tileWidth())
                        .add(point.get(1).doubleValue() / map.tileHeight());
            }
        }
        return shape;
    }

    private static Properties properties(SourceObject object, ObjectNode values) {
        return switch (Properties.from(values)) {
            case Decoded.Ok<Properties>(Properties properties) -> properties;
            case Decoded.Rejected<Properties> rejected ->
                    throw new ImportFault(
                            ImportReason.BAD_PROPERTY,
                            object.place(),
                            rejected.location() + ": " + rejected.detail());
        };
    }
}
