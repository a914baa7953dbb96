package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.SchemaDocument;
import java.util.List;

/**
 * All differences between two documents. Equal documents, and only those, have none. The order is
 * that of the old document, then what was added in the order of the new; classes come before
 * configuration rows.
 *
 * @param changes the differences
 */
public record SchemaDiff(List<SchemaChange> changes) {
    public SchemaDiff {
        changes = List.copyOf(changes);
    }

    /** Compares two documents. */
    public static SchemaDiff of(SchemaDocument before, SchemaDocument after, SchemaUse use) {
        var changes = new Changes();
        new ClassComparison(before, after, use, changes).compare();
        new RowComparison(before, after, use, changes).compare();
        return new SchemaDiff(changes.list());
    }

    /** Each axis by its worst change. */
    public Impact worst() {
        Impact worst = Impact.NONE;
        for (SchemaChange change : changes) {
            worst = worst.orWorse(change.impact());
        }
        return worst;
    }
}
