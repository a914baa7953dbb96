package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;

/** What a stream says: the state at a revision, or what changed up to the next. Immutable. */
public sealed interface Publication {
    /** Generation of the stream. */
    long generation();

    /** Revision after this publication. */
    long revision();

    /**
     * Complete state at a revision.
     *
     * @param generation generation of the stream
     * @param revision revision of the state
     * @param snapshot the state
     */
    record Baseline(long generation, long revision, Snapshot snapshot) implements Publication {}

    /**
     * Changes from one revision to the next; committed as a whole or not at all.
     *
     * @param schemaId schema id of the stream
     * @param generation generation of the stream
     * @param requiredRevision revision it applies to
     * @param revision revision after it, one more
     * @param root changes of the root; without any when it is removed
     * @param removed whether this is the tombstone of the root
     */
    record Delta(
            String schemaId,
            long generation,
            long requiredRevision,
            long revision,
            EntityPatch root,
            boolean removed)
            implements Publication {}

    /**
     * Changes of one entity that keeps its lifetime.
     *
     * @param guid identity
     * @param incarnation lifetime number
     * @param fields changed fields by index
     * @param tables changed tables by index
     * @param containers changed containers by index
     */
    record EntityPatch(
            Guid guid,
            long incarnation,
            IndexMap<Value> fields,
            IndexMap<TablePatch> tables,
            IndexMap<ContainerChange> containers) {
        /** Changes of fields and tables only. */
        public EntityPatch(
                Guid guid, long incarnation, IndexMap<Value> fields, IndexMap<TablePatch> tables) {
            this(guid, incarnation, fields, tables, IndexMap.empty());
        }

        /** Whether it says anew who stands in some container. */
        public boolean isReplacing() {
            boolean replacing = false;
            for (ContainerChange change : containers.values()) {
                replacing |=
                        switch (change) {
                            case ContainerChange.Replacement _ -> true;
                            case ContainerChange.Patch(IndexMap<EntityPatch> slots) ->
                                    slots.values().stream().anyMatch(EntityPatch::isReplacing);
                        };
            }
            return replacing;
        }

        /** Whether nothing changes. */
        public boolean isEmpty() {
            return fields.isEmpty() && tables.isEmpty() && containers.isEmpty();
        }
    }

    /** What became of one container. */
    sealed interface ContainerChange {
        /**
         * A slot, a child or a child's lifetime changed.
         *
         * @param slots every child that may be seen, complete, by slot; none clears it
         */
        record Replacement(IndexMap<EntitySnapshot> slots) implements ContainerChange {}

        /**
         * Only what is inside unchanged children changed.
         *
         * @param slots patches of the children by slot, at least one
         */
        record Patch(IndexMap<EntityPatch> slots) implements ContainerChange {}
    }

    /**
     * Changed rows of one table.
     *
     * @param rows changes by row number
     */
    record TablePatch(IndexMap<RowChange> rows) {}

    /** What became of one row. */
    sealed interface RowChange {
        /**
         * A row where there was none.
         *
         * @param incarnation its lifetime number
         * @param columns every selected column
         */
        record Add(long incarnation, IndexMap<Value> columns) implements RowChange {}

        /**
         * The row is gone.
         *
         * @param required lifetime number it had
         */
        record Remove(long required) implements RowChange {}

        /**
         * Values of the same row changed.
         *
         * @param incarnation its lifetime number
         * @param columns the changed columns, at least one
         */
        record Patch(long incarnation, IndexMap<Value> columns) implements RowChange {}

        /**
         * Another row under the same number.
         *
         * @param required lifetime number of the row before
         * @param incarnation lifetime number of the new row, higher
         * @param columns every selected column
         */
        record Replace(long required, long incarnation, IndexMap<Value> columns)
                implements RowChange {}
    }
}
