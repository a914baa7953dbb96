package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.List;

/**
 * A projection class unrolled for the codec. Projection order: fields, then tables, each by
 * ascending index.
 */
final class Plan {
    private final ProjectionClass projection;
    private final Scalars fields;
    private final List<Scalars> tables = new ArrayList<>();

    Plan(ProjectionClass projection) {
        this.projection = projection;
        EntityLayout layout = projection.layout();
        this.fields =
                new Scalars(layout.name(), layout.fields(), projection.quantisation().fields());
        layout.tables()
                .forEach(
                        (table, index) ->
                                tables.add(
                                        new Scalars(
                                                layout.name() + "." + table.name(),
                                                table.columns(),
                                                projection.quantisation().columns(index))));
    }

    ProjectionClass projection() {
        return projection;
    }

    String className() {
        return projection.layout().name();
    }

    /** Number of members a mask covers. */
    int members() {
        return fields.size() + tables.size();
    }

    Scalars fields() {
        return fields;
    }

    int tableCount() {
        return tables.size();
    }

    Scalars columns(int table) {
        return tables.get(table);
    }

    TableLayout table(int table) {
        return projection.layout().tables().valueAt(table);
    }

    long tableIndex(int table) {
        return projection.layout().tables().keyAt(table);
    }
}
