package dev.terrane.core.entity.canonical;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Layouts;
import dev.terrane.core.entity.stream.Projection;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import dev.terrane.core.entity.stream.Publication.RowChange;
import dev.terrane.core.entity.stream.Publication.TablePatch;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Publications that golden vectors and hostile tests start from. */
final class Vectors {
    private static final Guid ROOT = new Guid(-7_000_000_007L);

    private Vectors() {}

    static EntityProjection everything() {
        var columns = List.of(GuestRoom.COUNT, GuestRoom.LABEL);
        return EntityProjection.of(
                GuestRoom.PLAYER,
                fieldIndices(),
                List.of(
                        new TableSelection(GuestRoom.INVENTORY, columns),
                        new TableSelection(GuestRoom.EFFECTS, columns)));
    }

    static StreamBinding binding() {
        var projection = new Projection(GuestRoom.SCHEMA, ROOT, everything());
        var selected =
                (Layouts.Result.Selected)
                        Layouts.select(GuestRoom.player(), projection, SnapshotLimits.defaults());
        return new StreamBinding(GuestRoom.SCHEMA, ROOT, 3, 2, selected.layout());
    }

    /** Every publication with its name. */
    static Map<String, Publication> all() {
        Map<String, Publication> all = new LinkedHashMap<>();
        all.put("baseline-zeros", zeros());
        all.put("baseline-extremes", extremes());
        deltas().forEach(delta -> all.put(name(delta), delta));
        return all;
    }

    static List<Delta> deltas() {
        return List.of(
                fields(IndexMap.of(GuestRoom.FLAG, new Value.Bool(false))),
                fields(IndexMap.of(GuestRoom.INT32, new Value.Int32(-1))),
                fields(IndexMap.of(GuestRoom.ID, new Value.UInt32(0xFFFF_FFFFL))),
                fields(IndexMap.of(GuestRoom.INT64, new Value.Int64(Long.MIN_VALUE))),
                fields(IndexMap.of(GuestRoom.UINT64, new Value.UInt64(-1))),
                fields(IndexMap.of(GuestRoom.FLOAT, new Value.Float32(0.1f))),
                fields(IndexMap.of(GuestRoom.X, new Value.Float64(-0.0))),
                fields(
                        IndexMap.of(
                                GuestRoom.NAME,
                                new Value.Text(
                                        ByteText.copyOf(new byte[] {0, (byte) 0xFF, 0x41})))),
                fields(IndexMap.of(GuestRoom.GUILD, new Value.GuidRef(Long.MAX_VALUE))),
                fields(
                        new IndexMap.Builder<Value>()
                                .put(GuestRoom.HP, new Value.UInt32(90))
                                .put(GuestRoom.MP, new Value.UInt32(0))
                                .build()),
                row(new RowChange.Add(5, item(3, "rope"))),
                row(new RowChange.Remove(5)),
                row(new RowChange.Patch(5, IndexMap.of(GuestRoom.COUNT, new Value.UInt32(0)))),
                row(new RowChange.Replace(5, 6, item(3, "rope"))),
                new Delta(
                        GuestRoom.SCHEMA,
                        2,
                        41,
                        42,
                        new EntityPatch(ROOT, 3, IndexMap.empty(), IndexMap.empty()),
                        true));
    }

    private static String name(Delta delta) {
        if (delta.removed()) {
            return "delta-tombstone";
        }
        if (!delta.root().tables().isEmpty()) {
            var change = delta.root().tables().valueAt(0).rows().valueAt(0);
            return "delta-row-" + change.getClass().getSimpleName().toLowerCase(Locale.ROOT);
        }
        var fields = delta.root().fields();
        return fields.size() > 1
                ? "delta-two-fields"
                : "delta-" + fields.valueAt(0).type().name().toLowerCase(Locale.ROOT);
    }

    private static Baseline zeros() {
        var fields = new IndexMap.Builder<Value>();
        GuestRoom.player()
                .fields()
                .forEach((field, index) -> fields.put(index, Value.zero(field.type())));
        var empty = new TableSnapshot("Item", IndexMap.empty());
        var tables =
                new IndexMap.Builder<TableSnapshot>()
                        .put(GuestRoom.INVENTORY, empty)
                        .put(GuestRoom.EFFECTS, empty)
                        .build();
        return baseline(1, new EntitySnapshot(ROOT, 3, GuestRoom.PLAYER, fields.build(), tables));
    }

    private static Baseline extremes() {
        var fields =
                new IndexMap.Builder<Value>()
                        .put(GuestRoom.ID, new Value.UInt32(0xFFFF_FFFFL))
                        .put(GuestRoom.NAME, Value.Text.of("Grüße"))
                        .put(GuestRoom.X, new Value.Float64(Double.MIN_VALUE))
                        .put(GuestRoom.HP, new Value.UInt32(1))
                        .put(GuestRoom.MP, new Value.UInt32(2))
                        .put(GuestRoom.GUILD, new Value.GuidRef(Long.MIN_VALUE))
                        .put(GuestRoom.FLAG, new Value.Bool(true))
                        .put(GuestRoom.INT32, new Value.Int32(Integer.MIN_VALUE))
                        .put(GuestRoom.INT64, new Value.Int64(Long.MAX_VALUE))
                        .put(GuestRoom.UINT64, new Value.UInt64(-1))
                        .put(GuestRoom.FLOAT, new Value.Float32(-Float.MAX_VALUE))
                        .build();
        var rows =
                new IndexMap.Builder<RowSnapshot>()
                        .put(1, new RowSnapshot(1, item(1, "")))
                        .put(IndexMap.KEY_MAX, new RowSnapshot(2, item(0, "rope")))
                        .build();
        var tables =
                new IndexMap.Builder<TableSnapshot>()
                        .put(GuestRoom.INVENTORY, new TableSnapshot("Item", rows))
                        .put(GuestRoom.EFFECTS, new TableSnapshot("Item", IndexMap.empty()))
                        .build();
        return baseline(
                Long.MAX_VALUE, new EntitySnapshot(ROOT, 3, GuestRoom.PLAYER, fields, tables));
    }

    private static Baseline baseline(long revision, EntitySnapshot root) {
        return new Baseline(2, revision, new Snapshot(GuestRoom.SCHEMA, root));
    }

    private static Delta fields(IndexMap<Value> fields) {
        return new Delta(
                GuestRoom.SCHEMA,
                2,
                41,
                42,
                new EntityPatch(ROOT, 3, fields, IndexMap.empty()),
                false);
    }

    private static Delta row(RowChange change) {
        var tables = IndexMap.of(GuestRoom.INVENTORY, new TablePatch(IndexMap.of(8, change)));
        return new Delta(
                GuestRoom.SCHEMA,
                2,
                41,
                42,
                new EntityPatch(ROOT, 3, IndexMap.empty(), tables),
                false);
    }

    private static IndexMap<Value> item(long count, String label) {
        return new IndexMap.Builder<Value>()
                .put(GuestRoom.COUNT, new Value.UInt32(count))
                .put(GuestRoom.LABEL, Value.Text.of(label))
                .build();
    }

    private static List<Long> fieldIndices() {
        var indices = new ArrayList<Long>();
        GuestRoom.player().fields().forEach((field, index) -> indices.add(index));
        return indices;
    }
}
