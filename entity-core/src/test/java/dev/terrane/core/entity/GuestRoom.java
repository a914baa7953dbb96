package dev.terrane.core.entity;

import dev.terrane.core.schema.ScalarType;
import java.util.List;

/** The classes the tests use: a guest with every scalar type, an inventory and a bag. */
public final class GuestRoom {
    public static final String SCHEMA = "guest-room@1";
    public static final String PLAYER = "GuestPlayer";
    public static final long ID = 99;
    public static final long NAME = 100;
    public static final long X = 101;
    public static final long HP = 104;
    public static final long MP = 105;
    public static final long GUILD = 110;
    public static final long FLAG = 111;
    public static final long INT32 = 112;
    public static final long INT64 = 113;
    public static final long UINT64 = 114;
    public static final long FLOAT = 115;
    public static final long INVENTORY = 200;
    public static final long BAG = 201;
    public static final long EFFECTS = 202;
    public static final long COUNT = 1;
    public static final long LABEL = 2;

    private GuestRoom() {}

    /** The player's class. */
    public static EntityLayout player() {
        var fields =
                new IndexMap.Builder<FieldLayout>()
                        .put(ID, new FieldLayout("id", ScalarType.UINT32))
                        .put(NAME, new FieldLayout("name", ScalarType.STRING))
                        .put(X, new FieldLayout("x", ScalarType.DOUBLE))
                        .put(HP, new FieldLayout("hp", ScalarType.UINT32))
                        .put(MP, new FieldLayout("mp", ScalarType.UINT32))
                        .put(GUILD, new FieldLayout("guild", ScalarType.GUID))
                        .put(FLAG, new FieldLayout("flag", ScalarType.BOOL))
                        .put(INT32, new FieldLayout("int32", ScalarType.INT32))
                        .put(INT64, new FieldLayout("int64", ScalarType.INT64))
                        .put(UINT64, new FieldLayout("uint64", ScalarType.UINT64))
                        .put(FLOAT, new FieldLayout("float", ScalarType.FLOAT))
                        .build();
        var tables =
                new IndexMap.Builder<TableLayout>()
                        .put(INVENTORY, new TableLayout("inventory", "Item", item().fields()))
                        .put(EFFECTS, new TableLayout("effects", "Item", item().fields()))
                        .build();
        return new EntityLayout(
                PLAYER, fields, tables, IndexMap.of(BAG, new ContainerLayout("bag", "Item")));
    }

    /** The row class. */
    public static EntityLayout item() {
        return EntityLayout.ofFields(
                "Item",
                new IndexMap.Builder<FieldLayout>()
                        .put(COUNT, new FieldLayout("count", ScalarType.UINT32))
                        .put(LABEL, new FieldLayout("label", ScalarType.STRING))
                        .build());
    }

    /** Both classes, profile 1 for players and profile 2 for items. */
    public static Catalog catalog() {
        var guest =
                new Profile(
                        1,
                        PLAYER,
                        new IndexMap.Builder<Value>()
                                .put(ID, new Value.UInt32(1))
                                .put(NAME, Value.Text.of("Guest"))
                                .put(HP, new Value.UInt32(100))
                                .put(MP, new Value.UInt32(100))
                                .build());
        var item = new Profile(2, "Item", IndexMap.of(COUNT, new Value.UInt32(1)));
        return Catalog.of(List.of(player(), item()), List.of(guest, item));
    }

    /** A kernel whose guids are 1, 2, … */
    public static Kernel kernel() {
        return kernel(KernelLimits.defaults());
    }

    /** A kernel with its own limits. */
    public static Kernel kernel(KernelLimits limits) {
        var last = new long[1];
        return new Kernel(catalog(), () -> new Guid(++last[0]), limits);
    }

    /** A player from profile 1. */
    public static Entity guest(Kernel kernel) {
        return created(kernel.create(new Creation(PLAYER, null, 1, List.of())));
    }

    /** The entity of a creation that must have succeeded. */
    public static Entity created(CreateResult result) {
        return switch (result) {
            case CreateResult.Created(Entity entity) -> entity;
            case CreateResult.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** The row of an addition that must have succeeded. */
    public static Row added(AddRowResult result) {
        return switch (result) {
            case AddRowResult.Added(Row row) -> row;
            case AddRowResult.Refused(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** The player's inventory. */
    public static Table inventory(Entity player) {
        return player.findTable(INVENTORY).orElseThrow();
    }
}
