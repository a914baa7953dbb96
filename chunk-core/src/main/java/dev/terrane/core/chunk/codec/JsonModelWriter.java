package dev.terrane.core.chunk.codec;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Builds the JSON form of the model, members in the order of the format page. */
public final class JsonModelWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonModelWriter() {}

    /** A chunk without its checksum. */
    static ObjectNode chunk(Chunk chunk) {
        ObjectNode out = NODES.objectNode();
        out.put("version", AgpcCodec.VERSION);
        out.put("key", chunk.key().toString());
        out.put("world_id", chunk.key().world().value());
        out.put("room_id", chunk.key().room().room().value());
        ObjectNode coord = out.putObject("coord");
        coord.put("cx", chunk.key().coord().cx());
        coord.put("cy", chunk.key().coord().cy());
        coord.put("cz", chunk.key().coord().cz());
        bounds(out.putObject("bounds"), chunk.bounds());
        ArrayNode layers = out.putArray("tiles");
        chunk.layers().forEach(layer -> layers.add(layer(layer)));
        ArrayNode objects = out.putArray("objects");
        for (WorldObject object : chunk.objects()) {
            ObjectNode node = object(object);
            node.set("flags", flags(object.flags()));
            objects.add(node);
        }
        out.set("flags", flags(chunk.flags()));
        ObjectNode meta = out.putObject("meta");
        meta.put("created_at", chunk.meta().createdAt().toString());
        meta.put("updated_at", chunk.meta().updatedAt().toString());
        meta.put("revision", chunk.meta().revision());
        meta.put("author", chunk.meta().author());
        return out;
    }

    private static void bounds(ObjectNode out, Box box) {
        out.put("min_x", (float) box.minX());
        out.put("min_y", (float) box.minY());
        out.put("min_z", (float) box.minZ());
        out.put("max_x", (float) box.maxX());
        out.put("max_y", (float) box.maxY());
        out.put("max_z", (float) box.maxZ());
    }

    private static ObjectNode layer(TileLayer layer) {
        ObjectNode out = layerWithoutTiles(layer);
        ArrayNode tiles = out.putArray("tiles");
        for (int i = 0; i < layer.tiles().size(); i++) {
            tiles.add(layer.tiles().get(i));
        }
        return out;
    }

    /** A layer whose member {@code tiles} the caller adds. */
    public static ObjectNode layerWithoutTiles(TileLayer layer) {
        ObjectNode out = NODES.objectNode();
        out.put("name", layer.name());
        out.put("layer_id", layer.layerId());
        out.put("width", layer.size().x());
        out.put("height", layer.size().y());
        out.put("depth", layer.size().z());
        ArrayNode palette = out.putArray("palette");
        for (TileDef tile : layer.palette()) {
            ObjectNode entry = palette.addObject();
            entry.put("id", tile.id());
            entry.put("asset_id", tile.assetId());
            entry.put("solid", tile.solid());
            entry.put("flags", tile.flags() & 0xFFFF_FFFFL);
            entry.put("variants", tile.variants());
        }
        return out;
    }

    /** An object without its flags, which only a whole chunk shows. */
    public static ObjectNode object(WorldObject object) {
        ObjectNode out = NODES.objectNode();
        out.put("id", object.id().value());
        out.put("type", object.type());
        out.put("asset_id", object.assetId());
        ObjectNode transform = out.putObject("transform");
        vector(transform.putArray("pos"), object.transform().position());
        Transform.Rotation rotation = object.transform().rotation();
        transform
                .putArray("rot")
                .add(rotation.x())
                .add(rotation.y())
                .add(rotation.z())
                .add(rotation.w());
        vector(transform.putArray("scale"), object.transform().scale());
        out.set("properties", object.properties().toTree());
        out.put("dynamic", object.dynamic());
        return out;
    }

    private static void vector(ArrayNode out, Transform.Vector vector) {
        out.add(vector.x()).add(vector.y()).add(vector.z());
    }

    private static ObjectNode flags(ContentFlags flags) {
        ObjectNode out = NODES.objectNode();
        ObjectNode categories = out.putObject("categories");
        for (ContentCategory category : ContentCategory.values()) {
            categories.put(category.jsonName(), flags.severity(category).jsonName());
        }
        out.put("mature", flags.mature());
        ArrayNode sources = out.putArray("sources");
        flags.sources().forEach(sources::add);
        return out;
    }
}
