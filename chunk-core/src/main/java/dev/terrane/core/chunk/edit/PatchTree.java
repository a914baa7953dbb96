package dev.terrane.core.chunk.edit;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A document being patched: the port the applier works on. A node is an object, an array or a
 * scalar; arguments are in range, the applier has checked them.
 */
interface PatchTree {
    enum Kind {
        OBJECT,
        ARRAY,
        SCALAR
    }

    JsonNode root();

    void replaceRoot(JsonNode value);

    Kind kind(JsonNode node);

    int size(JsonNode array);

    @Nullable JsonNode findMember(JsonNode object, String name);

    void putMember(JsonNode object, String name, JsonNode value);

    JsonNode removeMember(JsonNode object, String name);

    JsonNode element(JsonNode array, int index);

    void setElement(JsonNode array, int index, JsonNode value);

    void insertElement(JsonNode array, int index, JsonNode value);

    JsonNode removeElement(JsonNode array, int index);

    /** A deep copy that shares nothing mutable. */
    JsonNode copy(JsonNode node);

    /** Equality of RFC 6902, 4.6: numbers by value, members in any order. */
    boolean matches(JsonNode node, JsonNode literal);

    /** Counts a node and all it contains; the extent's depth is 1 for a scalar. */
    Extent measure(JsonNode node);

    /** Size of a subtree. */
    record Extent(long nodes, int depth) {}

    /** A value this document cannot hold, whatever comes after. */
    final class UnfitException extends RuntimeException {
        UnfitException(String text) {
            super(text, null, false, false);
        }
    }
}
