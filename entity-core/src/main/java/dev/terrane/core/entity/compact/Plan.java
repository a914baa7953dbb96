package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A projection class unrolled for the codec, its children's too. Projection order: fields, then
 * tables, then containers, each by ascending index.
 */
final class Plan {
    private final ProjectionClass projection;
    private final Scalars fields;
    private final List<Scalars> tables = new ArrayList<>();
    private final List<Children<Plan>> containers = new ArrayList<>();

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
        projection
                .children()
                .values()
                .forEach(rule -> containers.add(new Children<>(rule, Plan::new)));
    }

    ProjectionClass projection() {
        return projection;
    }

    String className() {
        return projection.layout().name();
    }

    /** Number of members a mask covers. */
    int members() {
        return fields.size() + tables.size() + containers.size();
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

    /** Place of a table among the members. */
    int tableMember(int table) {
        return fields.size() + table;
    }

    /** Whether there can be children. */
    boolean isNested() {
        return !containers.isEmpty();
    }

    int containerCount() {
        return containers.size();
    }

    ContainerLayout container(int container) {
        return projection.layout().containers().valueAt(container);
    }

    long containerIndex(int container) {
        return projection.layout().containers().keyAt(container);
    }

    /** Place of a container among the members. */
    int containerMember(int container) {
        return fields.size() + tables.size() + container;
    }

    /** Path of a slot, for refusals. */
    String location(int container, long slot) {
        return className() + "." + container(container).name() + "[" + slot + "]";
    }

    /** How a child in a container is seen; null when it is hidden. */
    @Nullable Plan findChild(int container, Guid child) {
        return containers.get(container).find(child);
    }
}
