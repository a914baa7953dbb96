package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;

/**
 * One entity with every selected member; a selected table is present even when it has no rows.
 *
 * @param guid identity
 * @param incarnation lifetime number
 * @param className class
 * @param fields values by field index
 * @param tables tables by member index
 * @param containers containers by member index
 */
public record EntitySnapshot(
        Guid guid,
        long incarnation,
        String className,
        IndexMap<Value> fields,
        IndexMap<TableSnapshot> tables,
        IndexMap<ContainerSnapshot> containers) {

    /** An entity without selected containers. */
    public EntitySnapshot(
            Guid guid,
            long incarnation,
            String className,
            IndexMap<Value> fields,
            IndexMap<TableSnapshot> tables) {
        this(guid, incarnation, className, fields, tables, IndexMap.empty());
    }

    /**
     * One container with the children that may be seen.
     *
     * @param slots children by slot
     */
    public record ContainerSnapshot(IndexMap<EntitySnapshot> slots) {}

    /**
     * One table.
     *
     * @param rowClass class that types the columns
     * @param rows rows by number
     */
    public record TableSnapshot(String rowClass, IndexMap<RowSnapshot> rows) {}

    /**
     * One row with every selected column.
     *
     * @param incarnation lifetime number in the table
     * @param columns values by column index
     */
    public record RowSnapshot(long incarnation, IndexMap<Value> columns) {}
}
