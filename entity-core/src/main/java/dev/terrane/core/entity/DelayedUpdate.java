package dev.terrane.core.entity;

import dev.terrane.core.schema.MaskName;
import java.util.List;

/**
 * What changed in one entity since the last flush, for one audience. Which members are named was
 * fixed when the flush began; their values are those at the moment of delivery.
 *
 * @param entity the entity
 * @param mask the audience, {@code sync_view} or {@code sync_self}
 * @param fields fields written, with their current values
 * @param tables tables changed
 * @param containers containers changed
 */
public record DelayedUpdate(
        Entity entity,
        MaskName mask,
        IndexMap<Value> fields,
        IndexMap<TableUpdate> tables,
        IndexMap<ContainerUpdate> containers) {

    boolean isEmpty() {
        return fields.isEmpty() && tables.isEmpty() && containers.isEmpty();
    }

    /**
     * One table. Clearing comes first, then removals, then the rows.
     *
     * @param cleared whether all rows of before were removed at once
     * @param removed rows that were removed and are not there now
     * @param rows rows that are there now: all columns of one that was added, those written of one
     *     that was there
     */
    public record TableUpdate(boolean cleared, List<Long> removed, IndexMap<IndexMap<Value>> rows) {
        public TableUpdate {
            removed = List.copyOf(removed);
        }
    }

    /**
     * One container.
     *
     * @param destroyed children this audience was told of that were destroyed in it
     * @param slots what is in the slots that changed, except those only left by such a child
     */
    public record ContainerUpdate(List<Destroyed> destroyed, IndexMap<SlotUpdate> slots) {
        public ContainerUpdate {
            destroyed = List.copyOf(destroyed);
        }
    }

    /**
     * A child that was destroyed.
     *
     * @param slot where it was
     * @param guid who it was
     */
    public record Destroyed(long slot, Guid guid) {}

    /** What is in a slot. */
    public sealed interface SlotUpdate {
        /** Nothing. */
        record Empty() implements SlotUpdate {}

        /**
         * A child this audience was told of before.
         *
         * @param child who it is
         */
        record Known(Guid child) implements SlotUpdate {}

        /**
         * A child this audience is told of for the first time.
         *
         * @param child its members for this audience
         */
        record Full(EntityData child) implements SlotUpdate {}
    }
}
