package dev.terrane.core.chunk.edit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Any JSON document. Owns the tree it is given. Used by one thread. */
sealed class JsonTree implements PatchTree permits ChunkTree {
    private JsonNode root;

    JsonTree(JsonNode root) {
        this.root = root;
    }

    @Override
    public final JsonNode root() {
        return root;
    }

    @Override
    public final void replaceRoot(JsonNode value) {
        root = value;
    }

    @Override
    public Kind kind(JsonNode node) {
        return node.isObject() ? Kind.OBJECT : node.isArray() ? Kind.ARRAY : Kind.SCALAR;
    }

    @Override
    public int size(JsonNode array) {
        return array.size();
    }

    @Override
    public @Nullable JsonNode findMember(JsonNode object, String name) {
        return object.get(name);
    }

    @Override
    public final void putMember(JsonNode object, String name, JsonNode value) {
        ((ObjectNode) object).set(name, value);
    }

    @Override
    public final JsonNode removeMember(JsonNode object, String name) {
        JsonNode removed = ((ObjectNode) object).remove(name);
        if (removed == null) {
            throw new IllegalArgumentException("no member " + name);
        }
        return removed;
    }

    @Override
    public JsonNode element(JsonNode array, int index) {
        return array.get(index);
    }

    @Override
    public void setElement(JsonNode array, int index, JsonNode value) {
        ((ArrayNode) array).set(index, value);
    }

    @Override
    public void insertElement(JsonNode array, int index, JsonNode value) {
        ((ArrayNode) array).insert(index, value);
    }

    @Override
    public JsonNode removeElement(JsonNode array, int index) {
        return ((ArrayNode) array).remove(index);
    }

    @Override
    public JsonNode copy(JsonNode node) {
        return node.deepCopy();
    }

    @Override
    public boolean matches(JsonNode node, JsonNode literal) {
        if (node.isNumber() && literal.isNumber()) {
            return sameNumber(node, literal);
        }
        if (node.isObject() && literal.isObject()) {
            return sameObject(node, literal);
        }
        if (node.isArray() && literal.isArray()) {
            if (node.size() != literal.size()) {
                return false;
            }
            for (int i = 0; i < node.size(); i++) {
                if (!matches(node.get(i), literal.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return node.equals(literal);
    }

    private boolean sameObject(JsonNode node, JsonNode literal) {
        if (node.size() != literal.size()) {
            return false;
        }
        for (Map.Entry<String, JsonNode> member : literal.properties()) {
            JsonNode mine = node.get(member.getKey());
            if (mine == null || !matches(mine, member.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameNumber(JsonNode a, JsonNode b) {
        if (a.isInt() && b.isInt()) {
            return a.intValue() == b.intValue();
        }
        BigDecimal left = a.decimalValue();
        BigDecimal right = b.decimalValue();
        // compareTo would expand 1e999999999 against 1e-999999999; the magnitudes decide first.
        if (left.signum() != right.signum()) {
            return false;
        }
        BigInteger leftTop = magnitude(left);
        return left.signum() == 0
                || (leftTop.equals(magnitude(right)) && left.compareTo(right) == 0);
    }

    private static BigInteger magnitude(BigDecimal value) {
        return BigInteger.valueOf(value.precision()).subtract(BigInteger.valueOf(value.scale()));
    }

    @Override
    public Extent measure(JsonNode node) {
        long nodes = 1;
        int depth = 0;
        if (node.isContainer()) {
            for (JsonNode child : node) {
                Extent extent = measure(child);
                nodes += extent.nodes();
                depth = Math.max(depth, extent.depth());
            }
        }
        return new Extent(nodes, depth + 1);
    }
}
