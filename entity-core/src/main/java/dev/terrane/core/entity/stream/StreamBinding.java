package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
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
 * @param layout exactly the selected members with their types; no containers yet
 */
public record StreamBinding(
        String schemaId, Guid root, long incarnation, long generation, EntityLayout layout) {
    public StreamBinding {
        if (schemaId.isEmpty() || incarnation < 1 || generation < 1) {
            throw new IllegalArgumentException(
                    "a binding has a schema id, and incarnation and generation from 1");
        }
        if (!layout.containers().isEmpty()) {
            throw new IllegalArgumentException(
                    "container "
                            + layout.name()
                            + "."
                            + layout.containers().valueAt(0).name()
                            + " does not replicate yet");
        }
        requireConsistent(layout);
    }

    /** One class has one type at one index, also when several tables use it. */
    private static void requireConsistent(EntityLayout layout) {
        Map<String, Map<Long, FieldLayout>> known = new HashMap<>();
        agree(known, layout.name(), layout.fields());
        for (TableLayout table : layout.tables().values()) {
            if (table.rowClass().equals(layout.name())) {
                throw new IllegalArgumentException("table class " + layout.name() + " has tables");
            }
            agree(known, table.rowClass(), table.columns());
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
