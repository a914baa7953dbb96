package dev.terrane.gateway.live;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Refusal.Limit;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.schema.ScalarType;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much of an entity a stream of all its members would show, and would after the changes of a
 * batch. Counts as streams do, so whoever sees less than all members is never shown more than this.
 */
final class StateSize {
    private final EntityLayout layout;

    /** Bytes of each text field. */
    private final Map<Long, Long> fields = new HashMap<>();

    /** Bytes of texts of each row, by table and number. */
    private final Map<Long, Map<Long, Long>> tables = new HashMap<>();

    private long members;
    private long rows;
    private long textBytes;
    private long unnamed;

    private StateSize(String schemaId, EntityLayout layout) {
        this.layout = layout;
        this.members = (long) layout.fields().size() + layout.tables().size();
        this.textBytes = utf8(schemaId) + utf8(layout.name());
        layout.tables().values().forEach(table -> textBytes += utf8(table.rowClass()));
    }

    /** What an entity is now. */
    static StateSize of(String schemaId, Entity entity) {
        var size = new StateSize(schemaId, entity.layout());
        entity.layout()
                .fields()
                .forEach((field, index) -> size.setText(index, field, entity.get(index)));
        entity.layout()
                .tables()
                .forEach(
                        (_, index) ->
                                entity.findMaterialisedTable(index)
                                        .ifPresent(
                                                table -> {
                                                    for (Row row : table.rows()) {
                                                        size.putRow(index, row);
                                                    }
                                                }));
        return size;
    }

    /** What an entity would be that is created so: zero, then profile, then argument. */
    static StateSize of(String schemaId, Catalog catalog, Creation creation) {
        EntityLayout layout = catalog.findClass(creation.className()).orElseThrow();
        var size = new StateSize(schemaId, layout);
        catalog.findProfile(creation.profileId())
                .ifPresent(profile -> profile.values().forEach((v, index) -> size.set(index, v)));
        creation.arguments().forEach(argument -> size.set(argument.index(), argument.value()));
        return size;
    }

    /** A field takes a value. */
    void set(long index, Value value) {
        setText(index, layout.fields().get(index), value);
    }

    /** A row is put; the number of one that is not known yet is 0. */
    void putRow(long table, long number, List<Argument> columns) {
        long bytes = 0;
        for (Argument column : columns) {
            bytes += column.value().textBytes();
        }
        // A number that is not known yet takes a place all the same.
        put(table, number != 0 ? number : --unnamed, bytes);
    }

    /** A row is taken away; false when there is none. */
    boolean removeRow(long table, long number) {
        Long bytes = rowsOf(table).remove(number);
        if (bytes == null) {
            return false;
        }
        textBytes -= bytes;
        rows--;
        members -= columnsOf(table).size();
        return true;
    }

    /** Rows of one table. */
    int rowCount(long table) {
        return rowsOf(table).size();
    }

    /** The limit of streams that it is over, if any. */
    Optional<Refusal.OverLimit> over(SnapshotLimits limits) {
        if (rows > limits.rowsMax()) {
            return Optional.of(over(Limit.ROWS, limits.rowsMax(), rows));
        }
        if (members > limits.membersMax()) {
            return Optional.of(over(Limit.MEMBERS, limits.membersMax(), members));
        }
        return textBytes > limits.stringBytesMax()
                ? Optional.of(over(Limit.STRING_BYTES, limits.stringBytesMax(), textBytes))
                : Optional.empty();
    }

    private Refusal.OverLimit over(Limit limit, long max, long actual) {
        return new Refusal.OverLimit(limit, max, actual, layout.name());
    }

    private void setText(long index, FieldLayout field, Value value) {
        if (field.type() == ScalarType.STRING) {
            Long before = fields.put(index, (long) value.textBytes());
            textBytes += value.textBytes() - (before == null ? 0 : before);
        }
    }

    private void putRow(long table, Row row) {
        long bytes = 0;
        IndexMap<FieldLayout> columns = columnsOf(table);
        for (int i = 0; i < columns.size(); i++) {
            if (columns.valueAt(i).type() == ScalarType.STRING) {
                bytes += row.get(columns.keyAt(i)).textBytes();
            }
        }
        put(table, row.number(), bytes);
    }

    private void put(long table, long number, long bytes) {
        Long before = rowsOf(table).put(number, bytes);
        textBytes += bytes - (before == null ? 0 : before);
        if (before == null) {
            rows++;
            members += columnsOf(table).size();
        }
    }

    private Map<Long, Long> rowsOf(long table) {
        return tables.computeIfAbsent(table, _ -> new HashMap<>());
    }

    private IndexMap<FieldLayout> columnsOf(long table) {
        return layout.tables().get(table).columns();
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
