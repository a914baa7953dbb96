package dev.terrane.core.chunk.codec;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.POJONode;

/** Values of the model carried by a node of a tree. */
public final class TreeValues {
    private TreeValues() {}

    /** The value a node carries, or null if it is ordinary JSON. */
    public static @Nullable Object find(JsonNode node) {
        return node instanceof POJONode carrier ? carrier.getPojo() : null;
    }
}
