package dev.terrane.bench;

import dev.terrane.core.entity.AddRowResult;
import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Cells;
import dev.terrane.core.entity.CreateResult;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Table;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.schema.ScalarType;
import java.util.ArrayList;
import java.util.List;

/**
 * 200 entities with 10 rows each, of which 20 change a tick: the workload the byte bounds are
 * stated for. Its numbers come from xorshift32 with seed 42, in the order of the draws.
 */
final class EntityWorkload {
    static final int ENTITIES = 200;
    static final int CHANGED = 20;
    static final int VIEWS = 50;
    static final int VIEW_SIZE = 40;
    static final long HP = 1;
    static final long MP = 2;
    static final long X = 3;
    static final long Y = 4;
    static final long NAME = 5;
    static final long INVENTORY = 6;
    static final long ITEM = 1;
    static final long QTY = 2;

    private final List<Entity> entities = new ArrayList<>();
    private final Kernel kernel;
    private int state = 42;

    /** What happens in a tick. */
    interface Change {
        void apply(EntityWorkload workload, int tick);
    }

    EntityWorkload() {
        var last = new long[1];
        kernel =
                new Kernel(
                        Catalog.of(List.of(entityClass(), rowClass()), List.of()),
                        () -> new Guid(++last[0] * 0x9E37_79B9_7F4A_7C15L),
                        KernelLimits.defaults());
        for (int i = 0; i < ENTITIES; i++) {
            Entity entity = created(kernel.create(Creation.of("Entity")));
            entity.set(HP, new Value.UInt32(draw() % 1000));
            entity.set(MP, new Value.UInt32(draw() % 1000));
            entity.set(X, new Value.Float64(draw() / 0x1p32 * 1000));
            entity.set(Y, new Value.Float64(draw() / 0x1p32 * 1000));
            entity.set(NAME, Value.Text.of("entity-" + i));
            Table rows = entity.findTable(INVENTORY).orElseThrow();
            for (int r = 0; r < 10; r++) {
                dev.terrane.core.entity.Row row = added(rows.addRow());
                row.set(ITEM, new Value.UInt32(draw() % 100_000));
                row.set(QTY, new Value.UInt32(1 + draw() % 99));
            }
            entities.add(entity);
        }
    }

    Kernel kernel() {
        return kernel;
    }

    List<Entity> entities() {
        return entities;
    }

    static int changedAt(int tick, int k) {
        return (tick * CHANGED + k * 7) % ENTITIES;
    }

    static int visible(int view, int k) {
        return (view * 4 + k) % ENTITIES;
    }

    void integers(int tick) {
        for (int k = 0; k < CHANGED; k++) {
            Cells fields = entities.get(changedAt(tick, k)).fields();
            fields.setUInt32(HP, (fields.getUInt32(HP) + 1 + draw() % 997) % 1000);
            fields.setUInt32(MP, (fields.getUInt32(MP) + 1 + draw() % 997) % 1000);
        }
    }

    void doubles(int tick) {
        for (int k = 0; k < CHANGED; k++) {
            Cells fields = entities.get(changedAt(tick, k)).fields();
            fields.setDouble(X, draw() / 0x1p32 * 1000);
            fields.setDouble(Y, draw() / 0x1p32 * 1000);
        }
    }

    private static Entity created(CreateResult result) {
        return switch (result) {
            case CreateResult.Created(Entity entity) -> entity;
            case CreateResult.Refused(Refusal refusal) ->
                    throw new IllegalStateException(refusal.toString());
        };
    }

    private static dev.terrane.core.entity.Row added(AddRowResult result) {
        return switch (result) {
            case AddRowResult.Added(dev.terrane.core.entity.Row row) -> row;
            case AddRowResult.Refused(Refusal refusal) ->
                    throw new IllegalStateException(refusal.toString());
        };
    }

    private long draw() {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state & 0xFFFF_FFFFL;
    }

    private static EntityLayout rowClass() {
        return EntityLayout.ofFields(
                "Row",
                new IndexMap.Builder<FieldLayout>()
                        .put(ITEM, new FieldLayout("item", ScalarType.UINT32))
                        .put(QTY, new FieldLayout("qty", ScalarType.UINT32))
                        .build());
    }

    private static EntityLayout entityClass() {
        var fields =
                new IndexMap.Builder<FieldLayout>()
                        .put(HP, new FieldLayout("hp", ScalarType.UINT32))
                        .put(MP, new FieldLayout("mp", ScalarType.UINT32))
                        .put(X, new FieldLayout("x", ScalarType.DOUBLE))
                        .put(Y, new FieldLayout("y", ScalarType.DOUBLE))
                        .put(NAME, new FieldLayout("name", ScalarType.STRING))
                        .build();
        var tables =
                IndexMap.of(INVENTORY, new TableLayout("inventory", "Row", rowClass().fields()));
        return new EntityLayout("Entity", fields, tables, IndexMap.empty());
    }
}
