package dev.terrane.core.chunk.edit;

import dev.terrane.core.chunk.edit.PatchTree.Extent;
import dev.terrane.core.chunk.edit.PatchTree.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs the operations of one patch on a private tree. Any fault unwinds; the tree is then thrown
 * away, which is what makes a patch atomic. Used once, by one thread.
 */
final class Patcher {
    /** Moving this many elements in a list costs about what one inserted value does. */
    private static final int SHIFTED_PER_NODE = 64;

    private final PatchTree tree;
    private final PatchLimits limits;
    private long nodes;
    private int operation;

    Patcher(PatchTree tree, PatchLimits limits) {
        this.tree = tree;
        this.limits = limits;
    }

    void run(JsonPatch patch) {
        for (PatchOperation next : patch.operations()) {
            try {
                step(next);
            } catch (PatchTree.UnfitException e) {
                throw invalid(next.path(), String.valueOf(e.getMessage()));
            }
            operation++;
        }
    }

    private void step(PatchOperation next) {
        switch (next) {
            case PatchOperation.Add(JsonPointer path, JsonNode value) -> {
                charge(value, path);
                add(path, tree.copy(value));
            }
            case PatchOperation.Remove(JsonPointer path) -> remove(path);
            case PatchOperation.Replace(JsonPointer path, JsonNode value) -> {
                charge(value, path);
                replace(path, tree.copy(value));
            }
            case PatchOperation.Move(JsonPointer from, JsonPointer path) -> {
                if (from.equals(path)) {
                    get(from);
                } else {
                    JsonNode moved = remove(from);
                    charge(moved, path);
                    add(path, moved);
                }
            }
            case PatchOperation.Copy(JsonPointer from, JsonPointer path) -> {
                JsonNode source = get(from);
                charge(source, path);
                add(path, tree.copy(source));
            }
            case PatchOperation.Test(JsonPointer path, JsonNode value) -> test(path, value);
        }
    }

    private void charge(JsonNode value, JsonPointer path) {
        Extent extent = tree.measure(value);
        nodes += extent.nodes();
        if (nodes > limits.nodesMax()) {
            throw over("nodesMax", limits.nodesMax(), nodes);
        }
        int depth = path.tokens().size() + extent.depth();
        if (depth > limits.depthMax()) {
            throw over("depthMax", limits.depthMax(), depth);
        }
    }

    /** Elements behind an insertion or removal move; a patch may not make millions do so. */
    private void shift(int elements) {
        nodes += elements / SHIFTED_PER_NODE;
        if (nodes > limits.nodesMax()) {
            throw over("nodesMax", limits.nodesMax(), nodes);
        }
    }

    private void add(JsonPointer path, JsonNode value) {
        if (path.isRoot()) {
            tree.replaceRoot(value);
            return;
        }
        JsonNode parent = parent(path);
        switch (tree.kind(parent)) {
            case OBJECT -> tree.putMember(parent, path.leaf(), value);
            case ARRAY -> {
                int size = tree.size(parent);
                int index = path.leaf().equals("-") ? size : index(path.leaf(), path);
                if (index > size) {
                    throw invalid(path, "the list has " + size + " elements");
                }
                shift(size - index);
                tree.insertElement(parent, index, value);
            }
            case SCALAR -> throw invalid(path, "its parent is neither object nor list");
        }
    }

    private JsonNode remove(JsonPointer path) {
        if (path.isRoot()) {
            throw invalid(path, "the whole document cannot be removed");
        }
        JsonNode parent = parent(path);
        return switch (tree.kind(parent)) {
            case OBJECT -> {
                if (tree.findMember(parent, path.leaf()) == null) {
                    throw invalid(path, "no such member");
                }
                yield tree.removeMember(parent, path.leaf());
            }
            case ARRAY -> {
                int index = existing(parent, path);
                shift(tree.size(parent) - index);
                yield tree.removeElement(parent, index);
            }
            case SCALAR -> throw invalid(path, "its parent is neither object nor list");
        };
    }

    private void replace(JsonPointer path, JsonNode value) {
        if (path.isRoot()) {
            tree.replaceRoot(value);
            return;
        }
        JsonNode parent = parent(path);
        switch (tree.kind(parent)) {
            case OBJECT -> {
                if (tree.findMember(parent, path.leaf()) == null) {
                    throw invalid(path, "no such member");
                }
                tree.putMember(parent, path.leaf(), value);
            }
            case ARRAY -> tree.setElement(parent, existing(parent, path), value);
            case SCALAR -> throw invalid(path, "its parent is neither object nor list");
        }
    }

    private void test(JsonPointer path, JsonNode value) {
        JsonNode found = find(path);
        if (found == null) {
            throw new PatchFault(
                    new PatchRefusal.TestFailed(operation, path.toString(), "nothing is there"));
        }
        if (!tree.matches(found, value)) {
            throw new PatchFault(
                    new PatchRefusal.TestFailed(
                            operation, path.toString(), "the value is another"));
        }
    }

    private JsonNode get(JsonPointer path) {
        JsonNode found = find(path);
        if (found == null) {
            throw invalid(path, "nothing is there");
        }
        return found;
    }

    private @Nullable JsonNode find(JsonPointer path) {
        return walk(path, path.tokens());
    }

    private JsonNode parent(JsonPointer path) {
        JsonNode parent = walk(path, path.tokens().subList(0, path.tokens().size() - 1));
        if (parent == null) {
            throw invalid(path, "its parent is not there");
        }
        return parent;
    }

    private @Nullable JsonNode walk(JsonPointer path, List<String> tokens) {
        JsonNode node = tree.root();
        for (String token : tokens) {
            Kind kind = tree.kind(node);
            JsonNode next = null;
            if (kind == Kind.OBJECT) {
                next = tree.findMember(node, token);
            } else if (kind == Kind.ARRAY && !token.equals("-")) {
                int index = index(token, path);
                next = index < tree.size(node) ? tree.element(node, index) : null;
            }
            if (next == null) {
                return null;
            }
            node = next;
        }
        return node;
    }

    private int existing(JsonNode array, JsonPointer path) {
        int size = tree.size(array);
        int index = path.leaf().equals("-") ? size : index(path.leaf(), path);
        if (index >= size) {
            throw invalid(path, "the list has " + size + " elements");
        }
        return index;
    }

    /** An index of RFC 6901: digits without leading zeros; beyond int32 it is clamped. */
    private int index(String token, JsonPointer path) {
        boolean digits = !token.isEmpty() && (token.charAt(0) != '0' || token.length() == 1);
        for (int i = 0; i < token.length(); i++) {
            digits &= token.charAt(i) >= '0' && token.charAt(i) <= '9';
        }
        if (!digits) {
            throw invalid(path, "'" + token + "' is not an index");
        }
        return token.length() > 10
                ? Integer.MAX_VALUE
                : (int) Math.min(Integer.MAX_VALUE, Long.parseLong(token));
    }

    private PatchFault invalid(JsonPointer path, String detail) {
        return new PatchFault(new PatchRefusal.InvalidTarget(operation, path.toString(), detail));
    }

    private PatchFault over(String name, long limit, long actual) {
        return new PatchFault(new PatchRefusal.OverLimit(operation, name, limit, actual));
    }
}
