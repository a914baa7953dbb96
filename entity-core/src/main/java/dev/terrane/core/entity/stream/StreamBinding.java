package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.StreamLayout.ChildRule;
import java.util.HashMap;
import java.util.Map;

/**
 * The trusted frame of one stream, fixed before any state and never changed by it. A contradiction
 * inside it is a programmer's error, because it never comes from untrusted bytes unjudged.
 *
 * @param schemaId schema id, not empty
 * @param root identity of the root
 * @param incarnation lifetime number of the root in this stream, at least 1
 * @param generation number of the stream, at least 1
 * @param layout exactly the selected members of the root with their types
 * @param children what may be seen of the children, by index of each selected container
 */
public record StreamBinding(
        String schemaId,
        Guid root,
        long incarnation,
        long generation,
        EntityLayout layout,
        IndexMap<ChildRule> children) {
    /** A binding without containers. */
    public StreamBinding(
            String schemaId, Guid root, long incarnation, long generation, EntityLayout layout) {
        this(schemaId, root, incarnation, generation, layout, IndexMap.empty());
    }

    public StreamBinding {
        if (schemaId.isEmpty() || incarnation < 1 || generation < 1) {
            throw new IllegalArgumentException(
                    "a binding has a schema id, and incarnation and generation from 1");
        }
        requireConsistent(new HashMap<>(), new StreamLayout(layout, children));
    }

    /** Root members and child rules as one layout. */
    public StreamLayout tree() {
        return new StreamLayout(layout, children);
    }

    /** One class has one type at one index, wherever in the tree it is used. */
    private static void requireConsistent(
            Map<String, Map<Long, FieldLayout>> known, StreamLayout tree) {
        EntityLayout layout = tree.members();
        agree(known, layout.name(), layout.fields());
        for (TableLayout table : layout.tables().values()) {
            if (table.rowClass().equals(layout.name())) {
                throw new IllegalArgumentException("table class " + layout.name() + " has tables");
            }
            agree(known, table.rowClass(), table.columns());
        }
        for (ChildRule rule : tree.children().values()) {
            StreamLayout every = rule.every();
            if (every != null) {
                requireConsistent(known, every);
            }
            rule.named().values().forEach(child -> requireConsistent(known, child));
        }
    }

    private static void agree(
            Map<String, Map<Long, FieldLayout>> known,
            String className,
            IndexMap<FieldLayout> fields) {
        Map<Long, FieldLayout> members = known.computeIfAbsent(className, name -> new HashMap<>());
        fields.forEach(
                (field, index) -> {
                    FieldLayout before = members.putIfAbsent(index, field);
                    if (before != null && before.type() != field.type()) {
                        throw new IllegalArgumentException(
                                className
                                        + "."
                                        + index
                                        + " is both "
                                        + before.type()
                                        + " and "
                                        + field.type());
                    }
                });
    }
}
