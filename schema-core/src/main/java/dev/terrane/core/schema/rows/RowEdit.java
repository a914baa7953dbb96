package dev.terrane.core.schema.rows;

import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.SchemaDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Changes of single rows. Each gives a new document and leaves the other rows where they are. */
public final class RowEdit {
    private RowEdit() {}

    /** What a change gave. */
    public sealed interface Result {
        /**
         * The changed document.
         *
         * @param created whether the row is new
         */
        record Changed(SchemaDocument document, boolean created) implements Result {}

        /** A row of another class has the id. */
        record Taken(String className) implements Result {}
    }

    /** Puts a row of a class in the place of the one with its id, or at the end. */
    public static Result put(SchemaDocument document, String className, ConfigRow row) {
        Optional<RowQuery.Found> present = RowQuery.find(document, row.id());
        if (present.isPresent() && !present.get().className().equals(className)) {
            return new Result.Taken(present.get().className());
        }
        List<ConfigRow> rows = new ArrayList<>(document.rowsOf(className));
        if (present.isPresent()) {
            rows.replaceAll(old -> old.id() == row.id() ? row : old);
        } else {
            rows.add(row);
        }
        return new Result.Changed(
                document.withRows(new ConfigDefinition(className, rows)), present.isEmpty());
    }

    /** The document without the row of this id; empty when there is none. */
    public static Optional<SchemaDocument> remove(SchemaDocument document, long id) {
        return RowQuery.find(document, id)
                .map(
                        found -> {
                            List<ConfigRow> rows =
                                    new ArrayList<>(document.rowsOf(found.className()));
                            rows.removeIf(row -> row.id() == id);
                            return document.withRows(new ConfigDefinition(found.className(), rows));
                        });
    }
}
