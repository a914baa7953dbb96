package dev.terrane.gateway.live;

import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Value;
import java.util.List;

/** One change of a stage's entities from outside. */
public sealed interface StageChange {
    /**
     * Sets a field.
     *
     * @param guid entity
     * @param index field
     * @param value new value, of the field's type
     */
    record SetField(Guid guid, long index, Value value) implements StageChange {}

    /**
     * Adds or replaces a row.
     *
     * @param guid entity
     * @param table index of the table
     * @param row number; 0 for the next free one
     * @param columns values; missing ones are zero
     */
    record PutRow(Guid guid, long table, long row, List<Creation.Argument> columns)
            implements StageChange {
        public PutRow {
            columns = List.copyOf(columns);
        }
    }

    /**
     * Removes a row.
     *
     * @param guid entity
     * @param table index of the table
     * @param row number
     */
    record RemoveRow(Guid guid, long table, long row) implements StageChange {}

    /**
     * Creates an entity that no peer owns.
     *
     * @param creation class, guid, configuration and fields
     */
    record Create(Creation creation) implements StageChange {}

    /**
     * Destroys an entity.
     *
     * @param guid entity
     */
    record Destroy(Guid guid) implements StageChange {}
}
