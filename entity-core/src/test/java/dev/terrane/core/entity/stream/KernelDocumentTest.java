package dev.terrane.core.entity.stream;

import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.entity.AddRowResult;
import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.ChangeResult;
import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.CreateResult;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.MapPlace;
import dev.terrane.core.entity.Maps;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.SchemaCatalog;
import dev.terrane.core.entity.SetResult;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection.ChildSelection;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The kernel document's example, on its own schema document, and the refusals it names that hold
 * for a kernel and its captures. What it says of documents is in schema-core, of streams in the
 * tests beside this one.
 */
class KernelDocumentTest {
    private static final Path EXAMPLE =
            Path.of("..", "schema-core", "src", "test", "resources", "schema", "example.json");
    private static final String SCHEMA = "guest-player@1";
    private static final String PLAYER = "GuestPlayer";
    private static final long NAME = 100;
    private static final long X = 101;
    private static final long HP = 104;
    private static final long MP = 105;
    private static final long INVENTORY = 200;
    private static final long BAG = 201;
    private static final long COUNT = 1;
    private static final MapPlace TOWN = new MapPlace(7, 0);
    private static final SnapshotLimits LIMITS = SnapshotLimits.defaults();

    private final Catalog catalog = catalog();
    private final Kernel kernel = town(catalog);
    private final Entity player = player(List.of());

    @Test
    void thePlayerOfProfileOneIsAsItsRowSays() {
        assertThat(player.get(HP)).isEqualTo(new Value.UInt32(100));
        assertThat(player.get(X)).isEqualTo(new Value.Float64(80));
        player.fields().setUInt32(HP, player.fields().getUInt32(HP) - 1);
        assertThat(player.get(HP)).isEqualTo(new Value.UInt32(99));
        var row = player.findTable(INVENTORY).orElseThrow().addRow();
        assertThat(row).isInstanceOf(AddRowResult.Added.class);
        ((AddRowResult.Added) row).row().set(COUNT, new Value.UInt32(3));
        assertThat(player(List.of()).get(HP)).isEqualTo(new Value.UInt32(100));
        Entity named = player(List.of(new Argument(NAME, Value.Text.of("")), hp(0)));
        assertThat(named.get(NAME)).isEqualTo(Value.Text.of(""));
        assertThat(named.get(HP)).isEqualTo(new Value.UInt32(0));
    }

    @Test
    void twoWritesOfTheScalarExampleAreOneDelta() {
        var first = new ScalarPublication.Baseline(SCHEMA, 1, 1, scalars());
        var opened = ScalarPublisher.open(first, LIMITS);
        var sender = ((ScalarPublisher.Opened.Open) opened).publisher();
        var receiver = new ScalarReplica(SCHEMA, player.guid(), PLAYER, LIMITS);
        receiver.apply(sender.baseline());
        player.set(HP, new Value.UInt32(90));
        player.set(HP, new Value.UInt32(80));
        var update = sender.update(scalars());
        assertThat(update)
                .isInstanceOfSatisfying(
                        ScalarPublisher.Update.Published.class,
                        published -> {
                            assertThat(published.delta().fields())
                                    .isEqualTo(IndexMap.of(HP, new Value.UInt32(80)));
                            receiver.apply(published.delta());
                        });
        assertThat(receiver.state()).contains(scalars());
    }

    @Test
    void theNestedExampleShowsOneItemOfTheBag() {
        Container bag = player.findContainer(BAG).orElseThrow();
        Entity item = created(bag.create(1, 0));
        created(bag.create(2, 0));
        var selection =
                new EntityProjection(
                        PLAYER,
                        List.of(NAME, HP),
                        List.of(new TableSelection(INVENTORY, List.of(COUNT))),
                        List.of(
                                new ContainerSelection(
                                        BAG,
                                        List.of(
                                                new ChildSelection(
                                                        item.guid(),
                                                        EntityProjection.ofFields(
                                                                "Item", List.of(COUNT)))))));
        StreamLayout layout = tree(selection);
        var binding =
                new StreamBinding(SCHEMA, player.guid(), 1, 1, layout.members(), layout.children());
        var sender = Streams.publisher(binding, Streams.capture(player, binding));
        var receiver = new Replica(binding, StreamLimits.defaults());
        receiver.apply(new Baseline(1, 1, sender.baseline().snapshot()));
        item.set(COUNT, new Value.UInt32(5));
        receiver.apply(Streams.published(sender.update(Streams.capture(player, binding))));
        var slots = receiver.state().orElseThrow().root().containers().get(BAG).slots();
        assertThat(slots.size()).isEqualTo(1);
        assertThat(slots.get(1).fields()).isEqualTo(IndexMap.of(COUNT, new Value.UInt32(5)));
        kernel.stop();
        assertThat(receiver.state()).isPresent();
    }

    @Test
    void everyRefusalOfAKernelIsMadeAndChangesNothing() {
        Map<String, Refusal> refused = new LinkedHashMap<>();
        creations(refused);
        values(refused);
        containersAndMaps(refused);
        captures(refused);
        Map<String, Reason> reasons = new LinkedHashMap<>();
        refused.forEach(
                (name, refusal) -> reasons.put(name, ((Refusal.Rejected) refusal).reason()));
        assertThat(reasons).containsExactlyEntriesOf(expected());
        assertThat(kernel.entities()).hasSize(1);
        assertThat(player.get(HP)).isEqualTo(new Value.UInt32(100));
        assertThat(player.findContainer(BAG).orElseThrow().size()).isZero();
        assertThat(player.place()).isEqualTo(TOWN);
        assertThat(player.custom().find("rage")).contains(new Value.UInt32(0));
    }

    private static Map<String, Reason> expected() {
        Map<String, Reason> expected = new LinkedHashMap<>();
        expected.put("no such class", Reason.UNKNOWN_CLASS);
        expected.put("no such map", Reason.UNKNOWN_MAP);
        expected.put("no such instance", Reason.UNKNOWN_MAP);
        expected.put("the id exists", Reason.GUID_IN_USE);
        expected.put("no such profile", Reason.UNKNOWN_PROFILE);
        expected.put("a profile of another class", Reason.PROFILE_CLASS);
        expected.put("an argument of no field", Reason.UNKNOWN_MEMBER);
        expected.put("an argument of a table", Reason.UNKNOWN_MEMBER);
        expected.put("an argument of another type", Reason.VALUE_TYPE);
        expected.put("a value of another type", Reason.VALUE_TYPE);
        expected.put("a value of no field", Reason.UNKNOWN_MEMBER);
        expected.put("a value that is not finite", Reason.NOT_FINITE);
        expected.put("a custom value nobody added", Reason.UNKNOWN_MEMBER);
        expected.put("a custom value of another type", Reason.VALUE_TYPE);
        expected.put("a row that exists", Reason.ROW_EXISTS);
        expected.put("a slot of 0", Reason.INDEX_RANGE);
        expected.put("a child of another class", Reason.CLASS_MISMATCH);
        expected.put("a slot without a child", Reason.SLOT_EMPTY);
        expected.put("an instance of no map", Reason.UNKNOWN_MAP);
        expected.put("a switch to no map", Reason.UNKNOWN_MAP);
        expected.put("a capture of an unknown index", Reason.UNKNOWN_MEMBER);
        expected.put("a capture of index 0", Reason.INDEX_RANGE);
        expected.put("a capture of an index twice", Reason.DUPLICATE);
        expected.put("a capture of a table as a field", Reason.MEMBER_KIND);
        expected.put("a capture of a container as a field", Reason.MEMBER_KIND);
        expected.put("a capture of another class", Reason.CLASS_MISMATCH);
        expected.put("a capture of another root", Reason.ROOT_MISMATCH);
        expected.put("a column of another class", Reason.UNKNOWN_MEMBER);
        expected.put("a child selection of another class", Reason.CLASS_MISMATCH);
        expected.put("a child selected twice", Reason.DUPLICATE);
        return expected;
    }

    private void creations(Map<String, Refusal> refused) {
        refused.put("no such class", refusal(create(Creation.of("Nobody"))));
        refused.put(
                "no such map",
                refusal(create(new Creation(PLAYER, null, 1, List.of(), new MapPlace(8, 0)))));
        refused.put(
                "no such instance",
                refusal(create(new Creation(PLAYER, null, 1, List.of(), new MapPlace(7, 3)))));
        refused.put(
                "the id exists",
                refusal(create(new Creation(PLAYER, player.guid(), 1, List.of(), TOWN))));
        refused.put("no such profile", refusal(create(make(PLAYER, 2))));
        refused.put("a profile of another class", refusal(create(make("Item", 1))));
        refused.put("an argument of no field", argument(new Argument(9, new Value.UInt32(1))));
        refused.put(
                "an argument of a table", argument(new Argument(INVENTORY, new Value.UInt32(1))));
        refused.put("an argument of another type", argument(new Argument(HP, new Value.Int32(1))));
    }

    private void values(Map<String, Refusal> refused) {
        refused.put("a value of another type", refusal(player.set(HP, new Value.Int32(1))));
        refused.put("a value of no field", refusal(player.set(9, new Value.UInt32(1))));
        refused.put(
                "a value that is not finite",
                refusal(player.set(X, new Value.Float64(Double.NaN))));
        player.custom().add("rage", new Value.UInt32(0));
        refused.put(
                "a custom value nobody added",
                refusal(player.custom().set("fury", new Value.UInt32(1))));
        refused.put(
                "a custom value of another type",
                refusal(player.custom().set("rage", new Value.Int64(1))));
        var table = player.findTable(INVENTORY).orElseThrow();
        table.addRow(1);
        refused.put("a row that exists", ((AddRowResult.Refused) table.addRow(1)).refusal());
        table.clear();
        var long64 = new Value.Text(ByteText.copyOf(new byte[(64 << 10) + 1]));
        assertThat(player.set(NAME, long64)).isInstanceOf(SetResult.Refused.class);
        assertThat(player.get(NAME)).isEqualTo(Value.Text.of("Guest"));
        assertThatThrownBy(() -> player.fields().getInt32(HP))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void containersAndMaps(Map<String, Refusal> refused) {
        Container bag = player.findContainer(BAG).orElseThrow();
        refused.put("a slot of 0", refusal(bag.create(0, 0)));
        refused.put("a child of another class", refusal(bag.place(1, player)));
        refused.put("a slot without a child", refusal(bag.remove(1)));
        refused.put(
                "an instance of no map",
                ((Maps.InstanceResult.Refused) kernel.maps().createInstance(8)).refusal());
        refused.put(
                "a switch to no map", refusal(kernel.maps().switchMap(player, new MapPlace(7, 1))));
    }

    private void captures(Map<String, Refusal> refused) {
        refused.put("a capture of an unknown index", fields(9L));
        refused.put("a capture of index 0", fields(0L));
        refused.put("a capture of an index twice", fields(HP, HP));
        refused.put("a capture of a table as a field", fields(INVENTORY));
        refused.put("a capture of a container as a field", fields(BAG));
        refused.put(
                "a capture of another class",
                capture(player.guid(), EntityProjection.ofFields("Item", List.of(COUNT))));
        refused.put(
                "a capture of another root",
                capture(new Guid(99), EntityProjection.ofFields(PLAYER, List.of())));
        refused.put(
                "a column of another class",
                capture(
                        player.guid(),
                        EntityProjection.of(
                                PLAYER,
                                List.of(),
                                List.of(new TableSelection(INVENTORY, List.of(HP))))));
        refused.put(
                "a child selection of another class",
                children(
                        new ChildSelection(
                                new Guid(5), EntityProjection.ofFields(PLAYER, List.of()))));
        var item = new ChildSelection(new Guid(5), EntityProjection.ofFields("Item", List.of()));
        refused.put("a child selected twice", children(item, item));
    }

    private Refusal fields(Long... indices) {
        var result = Capture.captureFields(player, List.of(indices), LIMITS);
        return ((Capture.ScalarResult.Refused) result).refusal();
    }

    private Refusal capture(Guid root, EntityProjection selection) {
        var result = Capture.capture(player, new Projection(SCHEMA, root, selection), LIMITS);
        return ((Capture.Result.Refused) result).refusal();
    }

    private Refusal children(ChildSelection... children) {
        var selection =
                new EntityProjection(
                        PLAYER,
                        List.of(),
                        List.of(),
                        List.of(new ContainerSelection(BAG, List.of(children))));
        var result =
                Layouts.selectTree(
                        catalog, new Projection(SCHEMA, player.guid(), selection), LIMITS);
        return ((Layouts.TreeResult.Refused) result).refusal();
    }

    private StreamLayout tree(EntityProjection selection) {
        var result =
                Layouts.selectTree(
                        catalog, new Projection(SCHEMA, player.guid(), selection), LIMITS);
        return ((Layouts.TreeResult.Selected) result).layout();
    }

    private ScalarSnapshot scalars() {
        var result = Capture.captureFields(player, List.of(HP, MP), LIMITS);
        return ((Capture.ScalarResult.Captured) result).snapshot();
    }

    private Refusal argument(Argument argument) {
        return refusal(create(new Creation(PLAYER, null, 1, List.of(argument), TOWN)));
    }

    private static Argument hp(long value) {
        return new Argument(HP, new Value.UInt32(value));
    }

    private static Creation make(String className, long profile) {
        return new Creation(className, null, profile, List.of(), TOWN);
    }

    private Entity player(List<Argument> arguments) {
        return created(create(new Creation(PLAYER, null, 1, arguments, TOWN)));
    }

    private static Catalog catalog() {
        try {
            return switch (SchemaReader.read(Files.readAllBytes(EXAMPLE))) {
                case SchemaResult.Ok(SchemaDocument document) -> SchemaCatalog.of(document);
                case SchemaResult.Rejected rejected ->
                        throw new AssertionError(rejected.toString());
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Kernel town(Catalog catalog) {
        var last = new long[1];
        var kernel = new Kernel(catalog, () -> new Guid(++last[0]), KernelLimits.defaults());
        assertThat(kernel.maps().createMap(TOWN.map())).isEqualTo(new ChangeResult.Done());
        return kernel;
    }

    private CreateResult create(Creation creation) {
        return kernel.create(creation);
    }

    private static Refusal refusal(CreateResult result) {
        return ((CreateResult.Refused) result).refusal();
    }

    private static Refusal refusal(SetResult result) {
        return ((SetResult.Refused) result).refusal();
    }

    private static Refusal refusal(ChangeResult result) {
        return ((ChangeResult.Refused) result).refusal();
    }
}
