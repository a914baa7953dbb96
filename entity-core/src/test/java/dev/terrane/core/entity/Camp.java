package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.created;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Classes with every flag that matters to a kernel, from a document; a kernel that takes notes. */
final class Camp {
    static final String TENT = "Tent";
    static final String CHEST = "Chest";
    static final long SEEN = 1;
    static final long OWN = 2;
    static final long FAST = 3;
    static final long KEPT = 4;
    static final long PLAIN = 5;
    static final long OWNER = 6;
    static final long BIG = 7;
    static final long LOOT = 20;
    static final long NOTES = 21;
    static final long CHESTS = 30;
    static final long HIDDEN = 31;
    static final long LABEL = 1;
    static final long GOLD = 2;
    static final long ID = 9;
    static final long SUB = 12;

    private static final String DOCUMENT =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "Tent",
               "fields": [
                {"name": "seen", "index": 1, "type": "uint32", "mask": ["sync_view", "save"]},
                {"name": "own", "index": 2, "type": "string", "mask": ["sync_self", "sync_view"]},
                {"name": "fast", "index": 3, "type": "double", "mask": ["sync_view", "real_time"]},
                {"name": "kept", "index": 4, "type": "int64", "mask": ["save"]},
                {"name": "plain", "index": 5, "type": "bool"},
                {"name": "owner", "index": 6, "type": "guid", "mask": ["save"]},
                {"name": "big", "index": 7, "type": "uint64", "mask": ["save", "sync_self"]}],
               "tables": [
                {"name": "loot", "index": 20, "class": "Coin", "mask": ["save", "sync_view"]},
                {"name": "notes", "index": 21, "class": "Coin"}],
               "containers": [
                {"name": "chests", "index": 30, "class": "Chest", "mask": ["save", "sync_view"]},
                {"name": "hidden", "index": 31, "class": "Chest"}]},
              {"name": "Coin",
               "fields": [{"name": "count", "index": 1, "type": "uint32"},
                          {"name": "face", "index": 2, "type": "string"}],
               "tables": [], "containers": []},
              {"name": "Chest",
               "fields": [{"name": "label", "index": 1, "type": "string", "mask": ["sync_view", "save"]},
                          {"name": "gold", "index": 2, "type": "uint32", "mask": ["save"]},
                          {"name": "id", "index": 9, "type": "uint32"}],
               "tables": [],
               "containers": [{"name": "sub", "index": 12, "class": "Chest", "mask": ["save"]}]}],
             "configs": [{"class": "Chest",
               "rows": [{"id": 7, "label": "oak", "gold": 50}]}]}
            """;

    private Camp() {}

    static Catalog catalog() {
        return switch (SchemaReader.read(DOCUMENT.getBytes(StandardCharsets.UTF_8))) {
            case SchemaResult.Ok(SchemaDocument document) -> SchemaCatalog.of(document);
            case SchemaResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }

    static Kernel kernel() {
        return kernel(KernelLimits.defaults());
    }

    static Kernel kernel(KernelLimits limits) {
        var last = new long[1];
        return new Kernel(catalog(), () -> new Guid(++last[0]), limits);
    }

    static Entity tent(Kernel kernel) {
        return created(kernel.create(Creation.of(TENT)));
    }

    static Entity chest(Kernel kernel) {
        return created(kernel.create(Creation.of(CHEST)));
    }

    static Container chests(Entity tent) {
        return tent.findContainer(CHESTS).orElseThrow();
    }

    static Table loot(Entity tent) {
        return tent.findTable(LOOT).orElseThrow();
    }

    static Value number(long value) {
        return new Value.UInt32(value);
    }

    /** Everything one kernel tells, as text. */
    static List<String> record(Kernel kernel) {
        var notes = new ArrayList<String>();
        var callbacks = kernel.callbacks();
        callbacks.onEveryClass(0, event -> notes.add(event.stage() + " " + event.entity().guid()));
        callbacks.onEveryField(
                0, change -> notes.add(change.index() + ": " + change.old() + "->" + change.now()));
        callbacks.onEveryTable(0, change -> notes.add(describe(change)));
        callbacks.onEveryContainer(0, change -> notes.add(describe(change)));
        return notes;
    }

    private static String describe(TableChange change) {
        return switch (change) {
            case TableChange.RowAdded(Table table, Row row) ->
                    "added " + row.number() + " of " + table.size();
            case TableChange.RowRemoving(Table table, Row row) ->
                    "removing " + row.number() + " of " + table.size();
            case TableChange.Clearing(Table table) -> "clearing " + table.size();
            case TableChange.CellChanged(_, Row row, long column, Value old, Value now) ->
                    row.number() + "." + column + ": " + old + "->" + now;
        };
    }

    private static String describe(ContainerChange change) {
        Entity old = change.old();
        Entity now = change.now();
        return change.operation()
                + " "
                + change.container().owner().guid()
                + "["
                + change.slot()
                + (change.otherSlot() == 0 ? "" : "," + change.otherSlot())
                + "] "
                + (old == null ? "-" : old.guid().toString())
                + "->"
                + (now == null ? "-" : now.guid().toString());
    }
}
