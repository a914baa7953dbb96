package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Members of one class that may be seen. Empty means none, never all. Lists are taken as given:
 * what is unknown, 0 or repeated is refused where the projection is used.
 *
 * @param className the class
 * @param fields field indices
 * @param tables tables with their columns; a table's rows are all seen
 * @param containers containers with their allowed children
 */
public record EntityProjection(
        String className,
        List<Long> fields,
        List<TableSelection> tables,
        List<ContainerSelection> containers) {
    public EntityProjection {
        fields = List.copyOf(fields);
        tables = List.copyOf(tables);
        containers = List.copyOf(containers);
    }

    /** A selection of fields only. */
    public static EntityProjection ofFields(String className, List<Long> fields) {
        return new EntityProjection(className, fields, List.of(), List.of());
    }

    /** A selection of fields and tables. */
    public static EntityProjection of(
            String className, List<Long> fields, List<TableSelection> tables) {
        return new EntityProjection(className, fields, tables, List.of());
    }

    /**
     * One selected table.
     *
     * @param index member index
     * @param columns column indices in the row class; empty shows the rows without values
     */
    public record TableSelection(long index, List<Long> columns) {
        public TableSelection {
            columns = List.copyOf(columns);
        }
    }

    /**
     * One selected container. A child that is neither named nor covered by a rule for every child
     * stays hidden; selecting the container alone shows none.
     *
     * @param index member index
     * @param every what may be seen of every child that is not named; null for nothing
     * @param children what may be seen of each named child
     */
    public record ContainerSelection(
            long index, @Nullable EntityProjection every, List<ChildSelection> children) {
        public ContainerSelection {
            children = List.copyOf(children);
        }

        /** Named children only. */
        public ContainerSelection(long index, List<ChildSelection> children) {
            this(index, null, children);
        }

        /** The same members of every child. */
        public static ContainerSelection ofEvery(long index, EntityProjection every) {
            return new ContainerSelection(index, every, List.of());
        }
    }

    /**
     * One allowed child.
     *
     * @param guid the child
     * @param selection its members
     */
    public record ChildSelection(Guid guid, EntityProjection selection) {}
}
