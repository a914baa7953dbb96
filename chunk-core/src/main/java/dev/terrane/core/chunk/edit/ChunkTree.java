package dev.terrane.core.chunk.edit;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.JsonModelWriter;
import dev.terrane.core.chunk.codec.TileArray;
import dev.terrane.core.chunk.codec.TreeValues;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The editable part of a chunk, {@code {tiles, objects}}. Layers and objects stay values of the
 * model until a patch looks inside; cells stay a dense array throughout. Objects show no flags:
 * those are the server's.
 */
final class ChunkTree extends JsonTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    ChunkTree(Chunk chunk) {
        super(tree(chunk));
    }

    private static ObjectNode tree(Chunk chunk) {
        ObjectNode root = NODES.objectNode();
        ArrayNode layers = root.putArray("tiles");
        chunk.layers().forEach(layers::addPOJO);
        ArrayNode objects = root.putArray("objects");
        chunk.objects().forEach(objects::addPOJO);
        return root;
    }

    @Override
    public Kind kind(JsonNode node) {
        return tiles(node) == null ? super.kind(node) : Kind.ARRAY;
    }

    @Override
    public int size(JsonNode array) {
        TileArray tiles = tiles(array);
        return tiles == null ? super.size(array) : tiles.size();
    }

    @Override
    public @Nullable JsonNode findMember(JsonNode object, String name) {
        JsonNode found = super.findMember(object, name);
        JsonNode expanded = found == null ? null : expanded(found);
        if (expanded != null) {
            putMember(object, name, expanded);
            return expanded;
        }
        return found;
    }

    @Override
    public JsonNode element(JsonNode array, int index) {
        TileArray tiles = tiles(array);
        if (tiles != null) {
            return IntNode.valueOf(tiles.get(index));
        }
        JsonNode found = super.element(array, index);
        JsonNode expanded = expanded(found);
        if (expanded != null) {
            super.setElement(array, index, expanded);
            return expanded;
        }
        return found;
    }

    @Override
    public void setElement(JsonNode array, int index, JsonNode value) {
        TileArray tiles = tiles(array);
        if (tiles == null) {
            super.setElement(array, index, value);
        } else {
            tiles.set(index, tileId(value));
        }
    }

    @Override
    public void insertElement(JsonNode array, int index, JsonNode value) {
        TileArray tiles = tiles(array);
        if (tiles == null) {
            super.insertElement(array, index, value);
        } else {
            tiles.insert(index, tileId(value));
        }
    }

    @Override
    public JsonNode removeElement(JsonNode array, int index) {
        TileArray tiles = tiles(array);
        return tiles == null
                ? super.removeElement(array, index)
                : IntNode.valueOf(tiles.remove(index));
    }

    @Override
    public JsonNode copy(JsonNode node) {
        if (TreeValues.find(node) instanceof TileArray tiles) {
            return NODES.pojoNode(tiles.copy());
        }
        return switch (node) {
            case ObjectNode object -> {
                ObjectNode copy = NODES.objectNode();
                object.properties().forEach(m -> copy.set(m.getKey(), copy(m.getValue())));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = NODES.arrayNode(array.size());
                array.forEach(element -> copy.add(copy(element)));
                yield copy;
            }
            default -> node;
        };
    }

    @Override
    public boolean matches(JsonNode node, JsonNode literal) {
        TileArray tiles = tiles(node);
        if (tiles == null) {
            JsonNode expanded = expanded(node);
            return super.matches(expanded == null ? node : expanded, literal);
        }
        if (!literal.isArray() || literal.size() != tiles.size()) {
            return false;
        }
        for (int i = 0; i < tiles.size(); i++) {
            if (!super.matches(IntNode.valueOf(tiles.get(i)), literal.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Extent measure(JsonNode node) {
        return switch (TreeValues.find(node)) {
            case TileArray tiles -> new Extent(1L + tiles.size(), 2);
            case TileLayer layer ->
                    new Extent(8L + layer.tiles().size() + 6L * layer.palette().size(), 4);
            // An upper bound for an object nobody looked into: its properties as characters.
            case WorldObject object -> new Extent(16L + object.properties().toJson().length(), 18);
            case null, default -> super.measure(node);
        };
    }

    private static int tileId(JsonNode value) {
        if (!TileArray.isTileId(value)) {
            throw new UnfitException("a cell holds a palette id, 0 to 65,535");
        }
        return value.intValue();
    }

    private static @Nullable TileArray tiles(JsonNode node) {
        return TreeValues.find(node) instanceof TileArray tiles ? tiles : null;
    }

    /** The tree of a value of the model, or null if the node is a tree already. */
    private static @Nullable JsonNode expanded(JsonNode node) {
        return switch (TreeValues.find(node)) {
            case TileLayer layer -> {
                ObjectNode tree = JsonModelWriter.layerWithoutTiles(layer);
                tree.putPOJO("tiles", TileArray.of(layer.tiles()));
                yield tree;
            }
            case WorldObject object -> JsonModelWriter.object(object);
            case null, default -> null;
        };
    }
}
