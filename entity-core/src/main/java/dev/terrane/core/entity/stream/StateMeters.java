package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;

/** The limits of one complete state, each counted on its own, and the judgement of its values. */
final class StateMeters {
    private final SnapshotLimits limits;
    private final Meter entities;
    private final Meter slots;
    private final Meter rows;
    private final Meter members;
    private final Meter text;

    StateMeters(SnapshotLimits limits) {
        this.limits = limits;
        entities = new Meter(Refusal.Limit.STREAM_ENTITIES, limits.entitiesMax());
        slots = new Meter(Refusal.Limit.CONTAINER_SLOTS, limits.entitiesMax());
        rows = new Meter(Refusal.Limit.ROWS, limits.rowsMax());
        members = new Meter(Refusal.Limit.MEMBERS, limits.membersMax());
        text = new Meter(Refusal.Limit.STRING_BYTES, limits.stringBytesMax());
    }

    /** What the state counts. */
    StateSums sums() {
        return new StateSums(entities.used(), rows.used(), members.used(), text.used());
    }

    void schema(String schemaId) {
        text.add(Texts.utf8Bytes(schemaId), "schema id");
    }

    /** One entity, the root at depth 0. */
    void entity(String className, int depth) {
        if (depth > limits.depthMax()) {
            throw new RefusedException(
                    new Refusal.OverLimit(
                            Refusal.Limit.ENTITY_DEPTH, limits.depthMax(), depth, className));
        }
        entities.add(1, className);
        text.add(Texts.utf8Bytes(className), className);
    }

    void table(TableLayout table) {
        members.add(1, table.name());
        text.add(Texts.utf8Bytes(table.rowClass()), table.name());
    }

    void container(ContainerLayout container) {
        members.add(1, container.name());
    }

    /** One occupied slot, whether its child may be seen or not. */
    void slot(ContainerLayout container) {
        slots.add(1, container.name());
    }

    void row(TableLayout table) {
        rows.add(1, table.name());
    }

    void value(FieldLayout field, Value value, String owner) {
        members.add(1, owner);
        requireFits(field, value, limits.valueBytesMax(), owner);
        text.add(value.textBytes(), owner);
    }

    static void requireFits(FieldLayout field, Value value, int valueBytesMax, String owner) {
        if (value.type() != field.type()) {
            throw RefusedException.rejected(Reason.VALUE_TYPE, owner + "." + field.name());
        }
        if (!value.isFinite()) {
            throw RefusedException.rejected(Reason.NOT_FINITE, owner + "." + field.name());
        }
        if (value.textBytes() > valueBytesMax) {
            throw new RefusedException(
                    new Refusal.OverLimit(
                            Refusal.Limit.VALUE_BYTES,
                            valueBytesMax,
                            value.textBytes(),
                            owner + "." + field.name()));
        }
    }
}
