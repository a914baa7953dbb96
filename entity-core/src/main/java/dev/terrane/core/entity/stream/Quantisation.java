package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import org.jspecify.annotations.Nullable;

/**
 * Which floating members of a projection class travel in fixed point; every other member is exact
 * to the bit.
 *
 * @param fields precision by field index
 * @param tables precision by column index, by table index
 */
public record Quantisation(IndexMap<FixedPoint> fields, IndexMap<IndexMap<FixedPoint>> tables) {
    /** Nothing is quantised. */
    public static final Quantisation NONE = new Quantisation(IndexMap.empty(), IndexMap.empty());

    /** Precision of fields only. */
    public static Quantisation ofFields(IndexMap<FixedPoint> fields) {
        return new Quantisation(fields, IndexMap.empty());
    }

    /** Whether nothing is quantised. */
    public boolean isEmpty() {
        return fields.isEmpty() && tables.isEmpty();
    }

    /** Precision of the columns of a table. */
    public IndexMap<FixedPoint> columns(long table) {
        return tables.find(table).orElse(IndexMap.empty());
    }

    /** The value as a capture shows it. */
    static Value apply(IndexMap<FixedPoint> declared, long index, Value value) {
        int position = declared.positionOf(index);
        return position < 0 ? value : declared.valueAt(position).apply(value);
    }

    /** Path of a declaration that names no selected floating member; null when all do. */
    @Nullable String findMisfit(EntityLayout layout) {
        String misfit = findMisfit(layout.name(), layout.fields(), fields);
        for (int i = 0; i < tables.size() && misfit == null; i++) {
            TableLayout table = layout.tables().find(tables.keyAt(i)).orElse(null);
            misfit =
                    table == null
                            ? layout.name() + "." + tables.keyAt(i)
                            : findMisfit(
                                    layout.name() + "." + table.name(),
                                    table.columns(),
                                    tables.valueAt(i));
        }
        return misfit;
    }

    private static @Nullable String findMisfit(
            String owner, IndexMap<FieldLayout> members, IndexMap<FixedPoint> declared) {
        for (int i = 0; i < declared.size(); i++) {
            int position = members.positionOf(declared.keyAt(i));
            if (position < 0 || !FixedPoint.accepts(members.valueAt(position).type())) {
                return owner + "." + declared.keyAt(i);
            }
        }
        return null;
    }
}
