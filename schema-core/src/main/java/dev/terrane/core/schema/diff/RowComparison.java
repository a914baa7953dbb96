package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.FieldDefinition;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.core.schema.diff.SchemaChange.Side;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares the configuration rows of two documents by id. */
final class RowComparison {
    private final SchemaDocument before;
    private final SchemaDocument after;
    private final SchemaUse use;
    private final Changes changes;

    RowComparison(SchemaDocument before, SchemaDocument after, SchemaUse use, Changes changes) {
        this.before = before;
        this.after = after;
        this.use = use;
        this.changes = changes;
    }

    /** A row with its place. */
    private record Placed(String pointer, String className, ConfigRow row) {
        private Side whole() {
            return new Side(pointer, Long.toString(row.id()));
        }
    }

    void compare() {
        changes.order(
                new Changes.Ordered("/configs", classes(before)),
                new Changes.Ordered("/configs", classes(after)));
        compareOrders();
        Map<Long, Placed> old = rows(before);
        Map<Long, Placed> now = rows(after);
        old.forEach(
                (id, row) -> {
                    Placed same = now.get(id);
                    if (same == null) {
                        Verdict data = use.isRowUsed(id) ? Verdict.BREAK : Verdict.OK;
                        changes.add(
                                ChangeRule.ROW_REMOVED,
                                row.whole(),
                                null,
                                Impact.of(Verdict.OK, Verdict.OK, data));
                    } else {
                        compare(row, same);
                    }
                });
        now.forEach(
                (id, row) -> {
                    if (!old.containsKey(id)) {
                        changes.add(ChangeRule.ROW_ADDED, null, row.whole(), Impact.NONE);
                    }
                });
    }

    private void compare(Placed old, Placed now) {
        Verdict data = use.isRowUsed(old.row().id()) ? Verdict.WARN : Verdict.OK;
        if (!old.className().equals(now.className())) {
            changes.add(
                    ChangeRule.ROW_CHANGED,
                    new Side(old.pointer(), Text.of(old.className())),
                    new Side(now.pointer(), Text.of(now.className())),
                    Impact.of(Verdict.OK, Verdict.OK, data));
            return;
        }
        ClassDefinition left = before.findClass(old.className()).orElseThrow();
        Map<Long, FieldDefinition> right = new HashMap<>();
        after.findClass(now.className())
                .orElseThrow()
                .fields()
                .forEach(field -> right.put(field.index(), field));
        for (FieldDefinition field : left.fields()) {
            FieldDefinition same = right.get(field.index());
            // Another type is a change of the class, and told there.
            if (same == null || same.type() != field.type()) {
                continue;
            }
            String was = SchemaWriter.writeValue(old.row().get(field.name()));
            String is = SchemaWriter.writeValue(now.row().get(same.name()));
            if (!was.equals(is)) {
                changes.add(
                        ChangeRule.ROW_CHANGED,
                        new Side(old.pointer() + "/" + escape(field.name()), was),
                        new Side(now.pointer() + "/" + escape(same.name()), is),
                        Impact.of(Verdict.OK, Verdict.OK, data));
            }
        }
    }

    private void compareOrders() {
        for (int i = 0; i < before.configs().size(); i++) {
            ConfigDefinition old = before.configs().get(i);
            for (int j = 0; j < after.configs().size(); j++) {
                ConfigDefinition now = after.configs().get(j);
                if (now.className().equals(old.className())) {
                    changes.order(
                            new Changes.Ordered("/configs/" + i + "/rows", ids(old)),
                            new Changes.Ordered("/configs/" + j + "/rows", ids(now)));
                }
            }
        }
    }

    private static Map<Long, Placed> rows(SchemaDocument document) {
        Map<Long, Placed> rows = new LinkedHashMap<>();
        for (int i = 0; i < document.configs().size(); i++) {
            ConfigDefinition config = document.configs().get(i);
            for (int j = 0; j < config.rows().size(); j++) {
                ConfigRow row = config.rows().get(j);
                rows.put(
                        row.id(),
                        new Placed("/configs/" + i + "/rows/" + j, config.className(), row));
            }
        }
        return rows;
    }

    private static List<String> classes(SchemaDocument document) {
        return document.configs().stream().map(config -> Text.of(config.className())).toList();
    }

    private static List<String> ids(ConfigDefinition config) {
        return config.rows().stream().map(row -> Long.toString(row.id())).toList();
    }

    private static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
