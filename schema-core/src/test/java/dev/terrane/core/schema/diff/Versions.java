package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** A document and edits of its text. */
final class Versions {
    static final String BASE =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "Player",
               "fields": [
                {"name": "id", "index": 99, "type": "uint32"},
                {"name": "hp", "index": 1, "type": "uint32", "mask": ["sync_self", "save"]},
                {"name": "name", "index": 2, "type": "string", "description": "shown"}],
               "tables": [
                {"name": "bag", "index": 20, "class": "Item", "mask": ["save"]},
                {"name": "log", "index": 21, "class": "Item"}],
               "containers": [{"name": "pets", "index": 30, "class": "Pet"}]},
              {"name": "Item",
               "fields": [{"name": "count", "index": 1, "type": "uint32"},
                          {"name": "kind", "index": 2, "type": "int32"}],
               "tables": [], "containers": []},
              {"name": "Pet", "description": "friend",
               "fields": [{"name": "mood", "index": 1, "type": "int32"}],
               "tables": [], "containers": []},
              {"name": "Spare",
               "fields": [{"name": "a", "index": 1, "type": "int32"}],
               "tables": [], "containers": [{"name": "in", "index": 2, "class": "Spare"}]},
              {"name": "Gem",
               "fields": [{"name": "id", "index": 9, "type": "uint32"}],
               "tables": [], "containers": []}],
             "configs": [
              {"class": "Player", "rows": [
                {"id": 1, "hp": 5, "name": "a"},
                {"id": 2, "hp": 6, "name": "b"}]},
              {"class": "Gem", "rows": [
                {"id": 7}]}]}
            """;

    private Versions() {}

    static SchemaDocument read(String text) {
        return switch (SchemaReader.read(text.getBytes(StandardCharsets.UTF_8))) {
            case SchemaResult.Ok(SchemaDocument document) -> document;
            case SchemaResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }

    /** The base with pieces of its text replaced: old, new, old, new, … */
    static String edit(String... pieces) {
        return editText(BASE, pieces);
    }

    static String editText(String base, String... pieces) {
        String text = base;
        for (int i = 0; i < pieces.length; i += 2) {
            if (!text.contains(pieces[i])) {
                throw new AssertionError("not there: " + pieces[i]);
            }
            text = text.replace(pieces[i], pieces[i + 1]);
        }
        return text;
    }

    /** Nothing in use; some indices of Player retired. */
    static SchemaUse unused(Set<Long> retired) {
        return new SchemaUse() {
            @Override
            public boolean isClassStored(String className) {
                return false;
            }

            @Override
            public boolean isSelected(String className, long index) {
                return false;
            }

            @Override
            public boolean isRowUsed(long rowId) {
                return false;
            }

            @Override
            public boolean isRetired(String className, long index) {
                return className.equals("Player") && retired.contains(index);
            }
        };
    }
}
