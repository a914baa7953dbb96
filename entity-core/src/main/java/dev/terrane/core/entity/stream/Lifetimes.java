package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;

/**
 * Highest row incarnation each table of a stream has shown; immutable. It outlives the rows, so a
 * retired lifetime never comes back.
 *
 * @param watermarks by table index; 0 before the first row
 */
record Lifetimes(IndexMap<Long> watermarks) {

    static Lifetimes of(Snapshot snapshot) {
        var watermarks = new IndexMap.Builder<Long>();
        snapshot.root().tables().forEach((table, index) -> watermarks.put(index, highest(table)));
        return new Lifetimes(watermarks.build());
    }

    /** The history after a patch; a new lifetime at or below its table's watermark is refused. */
    Lifetimes after(EntityPatch patch, String className) {
        if (patch.tables().isEmpty()) {
            return this;
        }
        var next = new IndexMap.Builder<Long>();
        watermarks.forEach(
                (watermark, index) ->
                        next.put(
                                index,
                                patch.tables()
                                        .find(index)
                                        .map(
                                                table ->
                                                        raise(
                                                                table.rows(),
                                                                watermark,
                                                                className + "." + index))
                                        .orElse(watermark)));
        return new Lifetimes(next.build());
    }

    private static long raise(IndexMap<RowChange> rows, long watermark, String location) {
        long highest = watermark;
        for (int i = 0; i < rows.size(); i++) {
            long fresh =
                    switch (rows.valueAt(i)) {
                        case RowChange.Add add -> add.incarnation();
                        case RowChange.Replace replace -> replace.incarnation();
                        case RowChange.Remove _, RowChange.Patch _ -> 0;
                    };
            if (fresh == 0) {
                continue;
            }
            if (fresh <= watermark) {
                throw RefusedException.rejected(
                        Reason.INCARNATION,
                        location + "[" + rows.keyAt(i) + "] incarnation " + fresh);
            }
            highest = Math.max(highest, fresh);
        }
        return highest;
    }

    private static long highest(TableSnapshot table) {
        long highest = 0;
        for (RowSnapshot row : table.rows().values()) {
            highest = Math.max(highest, row.incarnation());
        }
        return highest;
    }
}
