package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.ProjectionClass.ChildClasses;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.testing.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A class of random fields, tables and containers of its own kind, some of them in real time, and
 * random projections of it. Now and then it has more members than fit one word of a mask.
 */
final class RandomClass {
    static final String NAME = "Thing";

    /** Levels of children that streams show by default. */
    static final int DEPTH_MAX = 8;

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
        var containers = new IndexMap.Builder<ContainerLayout>();
        for (int i = random.oneIn(5) ? 0 : random.oneIn(3) ? 1 : 2; i > 0; i--) {
            index += random.between(1, 3);
            containers.put(index, new ContainerLayout("container" + index, NAME));
        }
        layout = new EntityLayout(NAME, fields, tables.build(), containers.build());
        classes.add(layout);
        var masks = new IndexMap.Builder<Mask>();
        List.of(layout.fields(), layout.tables(), layout.containers())
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
                                DEPTH_MAX + 2,
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

    RealTime realTime() {
        return new RealTime(Map.of(NAME, realTime));
    }

    /**
     * Some members, and for some of the floating ones a precision; now and then as deep as streams
     * show, or one level deeper.
     */
    ProjectionClass projection(boolean deeper) {
        return random.oneIn(6)
                ? deep(DEPTH_MAX + (deeper ? random.nextInt(2) : 0))
                : some(random.nextInt(3));
    }

    /** A random selection that many levels deep, of the children by class and by name. */
    private ProjectionClass some(int depth) {
        List<Long> fields = some(layout.fields());
        var tables = new IndexMap.Builder<TableLayout>();
        var precision = new IndexMap.Builder<IndexMap<FixedPoint>>();
        for (long index : some(layout.tables())) {
            TableLayout table = layout.tables().get(index);
            List<Long> columns = some(table.columns());
            tables.put(
                    index,
                    new TableLayout(
                            table.name(), table.rowClass(), selected(table.columns(), columns)));
            precision.put(index, precision(table.columns(), columns));
        }
        var children = new IndexMap.Builder<ChildClasses>();
        layout.containers()
                .forEach(
                        (_, index) -> {
                            if (depth > 0 && !random.oneIn(5)) {
                                children.put(index, rule(depth));
                            }
                        });
        return of(
                selected(layout.fields(), fields),
                tables.build(),
                new Quantisation(precision(layout.fields(), fields), precision.build()),
                children.build());
    }

    /** One field and one container that many levels deep. */
    private ProjectionClass deep(int depth) {
        var field = selected(layout.fields(), List.of(layout.fields().keyAt(0)));
        var children =
                depth == 0 || layout.containers().isEmpty()
                        ? IndexMap.<ChildClasses>empty()
                        : IndexMap.of(
                                layout.containers().keyAt(0), ChildClasses.of(deep(depth - 1)));
        return of(field, IndexMap.empty(), Quantisation.NONE, children);
    }

    private ChildClasses rule(int depth) {
        Map<Guid, ProjectionClass> named = new HashMap<>();
        if (random.oneIn(3)) {
            named.put(new Guid(random.between(1, 9)), some(depth - 1));
        }
        return new ChildClasses(random.oneIn(6) ? null : some(depth - 1), named);
    }

    private ProjectionClass of(
            IndexMap<FieldLayout> fields,
            IndexMap<TableLayout> tables,
            Quantisation quantisation,
            IndexMap<ChildClasses> children) {
        var containers = new IndexMap.Builder<ContainerLayout>();
        children.forEach((_, index) -> containers.put(index, layout.containers().get(index)));
        return BoxClasses.ok(
                ProjectionClass.of(
                        "things@1",
                        new EntityLayout(NAME, fields, tables, containers.build()),
                        quantisation,
                        children));
    }

    private static IndexMap<FieldLayout> selected(IndexMap<FieldLayout> all, List<Long> chosen) {
        var selected = new IndexMap.Builder<FieldLayout>();
        chosen.forEach(index -> selected.put(index, all.get(index)));
        return selected.build();
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
