package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.entity.stream.Streams;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A class of random fields and tables, some of them in real time, and random projections of it. Now
 * and then it has more members than fit one word of a mask.
 */
final class RandomClass {
    static final String NAME = "Thing";

    private final SeededRandom random;
    private final EntityLayout layout;
    private final Set<Long> realTime = new HashSet<>();
    private final Kernel kernel;

    RandomClass(SeededRandom random) {
        this.random = random;
        List<EntityLayout> classes = new ArrayList<>();
        long index = 0;
        int fieldCount = random.oneIn(4) ? random.between(60, 140) : random.between(1, 12);
        var fields = fields(fieldCount);
        index += fieldCount * 2L;
        var tables = new IndexMap.Builder<TableLayout>();
        for (int i = random.between(0, 3); i > 0; i--) {
            index += random.between(1, 3);
            int columns = random.oneIn(6) ? random.between(60, 80) : random.between(0, 4);
            EntityLayout row = EntityLayout.ofFields("Row" + index, fields(columns));
            classes.add(row);
            tables.put(index, new TableLayout("table" + index, row.name(), row.fields()));
        }
        layout = new EntityLayout(NAME, fields, tables.build(), IndexMap.empty());
        classes.add(layout);
        var masks = new IndexMap.Builder<Mask>();
        List.of(layout.fields(), layout.tables())
                .forEach(
                        members ->
                                members.forEach(
                                        (member, key) -> {
                                            if (random.oneIn(3)) {
                                                realTime.add(key);
                                                masks.put(key, Mask.of(MaskName.REAL_TIME));
                                            }
                                        }));
        var last = new long[1];
        kernel =
                new Kernel(
                        Catalog.of(classes, List.of(), Map.of(NAME, masks.build())),
                        () -> new Guid(++last[0]),
                        new KernelLimits(
                                100,
                                1_000,
                                10,
                                1_000,
                                dev.terrane.core.entity.GuidWidth.BITS_64,
                                1,
                                1,
                                1,
                                3,
                                9));
    }

    Kernel kernel() {
        return kernel;
    }

    EntityLayout layout() {
        return layout;
    }

    Set<Long> realTime() {
        return realTime;
    }

    /** Some members, and for some of the floating ones a precision. */
    ProjectionClass projection(Entity entity) {
        List<Long> fields = some(layout.fields());
        List<TableSelection> tables = new ArrayList<>();
        var precision = new IndexMap.Builder<IndexMap<FixedPoint>>();
        layout.tables()
                .forEach(
                        (table, index) -> {
                            if (random.oneIn(3)) {
                                return;
                            }
                            List<Long> columns = some(table.columns());
                            tables.add(new TableSelection(index, columns));
                            precision.put(index, precision(table.columns(), columns));
                        });
        var selection = EntityProjection.of(NAME, fields, tables);
        var quantisation = new Quantisation(precision(layout.fields(), fields), precision.build());
        return switch (ProjectionClass.of(
                "things@1", Streams.layout(entity, selection), quantisation)) {
            case ProjectionClass.Result.Ok(ProjectionClass projection) -> projection;
            case ProjectionClass.Result.Refused(var refusal) -> throw Compacts.fail(refusal);
        };
    }

    Value value(ScalarType type) {
        return switch (type) {
            case BOOL -> new Value.Bool(random.nextBoolean());
            case INT32 -> new Value.Int32(random.edgyInt());
            case UINT32 -> new Value.UInt32(random.edgyInt() & 0xFFFF_FFFFL);
            case INT64 -> new Value.Int64(random.edgyLong());
            case UINT64 -> new Value.UInt64(random.edgyLong());
            case FLOAT -> new Value.Float32(random.between(-5, 5) / 3f);
            case DOUBLE ->
                    new Value.Float64(
                            random.nextBoolean()
                                    ? random.edgyDouble()
                                    : random.between(-40, 40) / 100.0);
            case STRING -> new Value.Text(ByteText.copyOf(random.bytes(random.between(0, 9))));
            case GUID -> new Value.GuidRef(random.edgyLong());
        };
    }

    private IndexMap<FieldLayout> fields(int count) {
        var fields = new IndexMap.Builder<FieldLayout>();
        for (int i = 0; i < count; i++) {
            fields.put(i * 2L + 1, new FieldLayout("m" + i, random.choice(ScalarType.values())));
        }
        return fields.build();
    }

    private List<Long> some(IndexMap<?> members) {
        List<Long> some = new ArrayList<>();
        members.forEach(
                (member, index) -> {
                    if (random.nextBoolean()) {
                        some.add(index);
                    }
                });
        return some;
    }

    private IndexMap<FixedPoint> precision(IndexMap<FieldLayout> members, List<Long> selected) {
        var precision = new IndexMap.Builder<FixedPoint>();
        for (long index : selected) {
            if (FixedPoint.accepts(members.get(index).type()) && random.nextBoolean()) {
                precision.put(index, new FixedPoint(random.between(-4, 8)));
            }
        }
        return precision.build();
    }
}
