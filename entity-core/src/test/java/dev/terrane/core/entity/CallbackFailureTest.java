package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A callback throws at every point a kernel calls one: what the point promises holds, and the same
 * operation succeeds afterwards.
 */
class CallbackFailureTest {
    private static final Mask SAVE = Mask.of(MaskName.SAVE);

    private final Kernel kernel = Camp.kernel();
    private final Set<String> visited = new HashSet<>();
    private final Entity tent = Camp.tent(kernel);
    private final Entity other = Camp.tent(kernel);
    private String failing = "";

    @Test
    void everyPointKeepsWhatItPromises() {
        List<String> points = arm();
        creations();
        destructions();
        fieldAndTable();
        containers();
        delayed();
        told();
        assertThat(visited).containsExactlyInAnyOrderElementsOf(points);
        assertThat(points).hasSize(3 * 6 + 2 + 1 + 4 + 7 + 2 + 2);
    }

    @Test
    void aStopGoesOnWhereACallbackThrew() {
        var throwing = new boolean[] {true};
        kernel.callbacks()
                .onClass(
                        Camp.TENT,
                        0,
                        event -> {
                            if (event.entity() == tent && throwing[0]) {
                                throw new IllegalStateException("stop");
                            }
                        });
        var between = Camp.chest(kernel);
        assertThat(catchThrowable(kernel::stop)).hasMessage("stop");
        assertThat(kernel.entities()).containsExactly(tent);
        assertThat(between.isLive()).isFalse();
        assertThat(kernel.create(Creation.of(Camp.TENT))).isInstanceOf(CreateResult.Refused.class);
        throwing[0] = false;
        kernel.stop();
        assertThat(kernel.entities()).isEmpty();
    }

    private List<String> arm() {
        var points = new ArrayList<String>();
        var callbacks = kernel.callbacks();
        for (ClassEvent.Origin origin : ClassEvent.Origin.values()) {
            Stage.CREATION.forEach(stage -> points.add(origin + " " + stage));
        }
        Stage.DESTRUCTION.forEach(stage -> points.add(stage.toString()));
        points.addAll(List.of("field", "RowAdded", "RowRemoving", "Clearing", "CellChanged"));
        for (ContainerChange.Operation operation : ContainerChange.Operation.values()) {
            points.add(operation.toString());
        }
        points.addAll(List.of("REMOVING crossed", "PLACED crossed", "sync_view", "sync_self"));
        points.addAll(List.of("ALL_FINISHED", "event"));
        callbacks.onEveryClass(
                0,
                event ->
                        reach(
                                Stage.CREATION.contains(event.stage())
                                        ? event.origin() + " " + event.stage()
                                        : event.stage().toString()));
        callbacks.onEveryField(0, change -> reach("field"));
        callbacks.onEveryTable(0, change -> reach(change.getClass().getSimpleName()));
        callbacks.onEveryContainer(
                0,
                change -> {
                    boolean crossed = change.container().owner() == other;
                    reach(change.operation() + (crossed ? " crossed" : ""));
                });
        callbacks.onEveryDelayed(MaskName.SYNC_VIEW, 0, update -> reach("sync_view"));
        callbacks.onEveryDelayed(MaskName.SYNC_SELF, 0, update -> reach("sync_self"));
        return points;
    }

    private void creations() {
        var saved = kernel.export(Camp.chest(kernel), SAVE);
        kernel.destroy(saved.guid());
        var guid = new Guid(500);
        for (Stage stage : Stage.CREATION) {
            int before = kernel.entities().size();
            fails(
                    ClassEvent.Origin.CREATED + " " + stage,
                    () -> kernel.create(new Creation(Camp.CHEST, guid, 7, List.of())));
            fails(ClassEvent.Origin.RESTORED + " " + stage, () -> kernel.restore(saved));
            fails(
                    ClassEvent.Origin.CONTAINED + " " + stage,
                    () -> Camp.chests(tent).create(1, guid, 7));
            assertThat(kernel.entities()).hasSize(before);
            assertThat(kernel.find(guid)).isEmpty();
            assertThat(kernel.find(saved.guid())).isEmpty();
            assertThat(Camp.chests(tent).size()).isZero();
            assertThat(kernel.maps().count(MapPlace.HOME)).isEqualTo(before);
        }
        assertThat(kernel.drainChanges().destroyed()).isEmpty();
        assertThat(Camp.chests(tent).create(1, guid, 7)).isInstanceOf(CreateResult.Created.class);
        assertThat(kernel.restore(saved)).isInstanceOf(CreateResult.Created.class);
        kernel.destroy(guid);
    }

    private void destructions() {
        var guid = new Guid(600);
        var chest = GuestRoom.created(Camp.chests(tent).create(1, guid, 7));
        kernel.drainChanges();
        for (String point : List.of("PRE_DESTROY", "DESTROY", "DESTROYING")) {
            fails(point, () -> kernel.destroy(guid));
            assertThat(chest.isLive()).isTrue();
            assertThat(Camp.chests(tent).find(1)).containsSame(chest);
            assertThat(kernel.drainChanges().isEmpty()).isTrue();
        }
        assertThat(kernel.destroy(guid)).isTrue();
        assertThat(chest.isLive()).isFalse();
    }

    private void fieldAndTable() {
        fails("field", () -> tent.set(Camp.KEPT, new Value.Int64(4)));
        assertThat(tent.get(Camp.KEPT)).isEqualTo(new Value.Int64(4));
        assertThat(kernel.drainChanges().changed()).hasSize(1);
        var loot = Camp.loot(tent);
        fails("RowAdded", () -> loot.addRow(1));
        assertThat(loot.findRow(1).orElseThrow().incarnation()).isEqualTo(1);
        fails("CellChanged", () -> loot.findRow(1).orElseThrow().set(1, Camp.number(2)));
        assertThat(loot.findRow(1).orElseThrow().get(1)).isEqualTo(Camp.number(2));
        fails("RowRemoving", () -> loot.removeRow(1));
        assertThat(loot.size()).isEqualTo(1);
        fails("Clearing", loot::clear);
        assertThat(loot.findRow(1).orElseThrow().isLive()).isTrue();
        assertThat(loot.removeRow(1)).isTrue();
        assertThat(added(loot.addRow(1)).incarnation()).isEqualTo(2);
        assertThat(loot.clear()).isEqualTo(1);
    }

    private void containers() {
        var chests = Camp.chests(tent);
        fails("CREATED", () -> chests.create(1, 7));
        Entity a = chests.find(1).orElseThrow();
        Entity b = Camp.chest(kernel);
        fails("PLACED", () -> chests.place(2, b));
        assertThat(b.slot()).isEqualTo(2);
        fails("SWAPPED", () -> chests.swap(1, chests, 2));
        assertThat(a.slot()).isEqualTo(2);
        fails("REMOVING", () -> chests.remove(2));
        assertThat(a.slot()).isEqualTo(2);
        Entity c = GuestRoom.created(Camp.chests(other).create(1, 0));
        for (String point : List.of("REMOVING", "REMOVING crossed")) {
            fails(point, () -> chests.swap(2, Camp.chests(other), 1));
            assertThat(a.findParent()).containsSame(tent);
            assertThat(c.findParent()).containsSame(other);
        }
        fails("PLACED crossed", () -> chests.swap(2, Camp.chests(other), 1));
        assertThat(a.findParent()).containsSame(other);
        assertThat(c.findParent()).containsSame(tent);
        fails("PLACED", () -> chests.swap(2, Camp.chests(other), 1));
        assertThat(a.findParent()).containsSame(tent);
        assertThat(chests.remove(2)).isEqualTo(new ChangeResult.Done());
    }

    private void delayed() {
        kernel.update();
        tent.set(Camp.OWN, Value.Text.of("one"));
        fails("sync_view", kernel::update);
        tent.set(Camp.OWN, Value.Text.of("two"));
        fails("sync_self", kernel::update);
        var seen = new ArrayList<DelayedUpdate>();
        kernel.callbacks()
                .onEveryDelayed(MaskName.SYNC_VIEW, 1, (Consumer<DelayedUpdate>) seen::add);
        kernel.update();
        assertThat(seen).isEmpty();
        tent.set(Camp.OWN, Value.Text.of("three"));
        kernel.update();
        assertThat(seen).hasSize(1);
    }

    /** What the application tells on its own leaves everything as it was. */
    private void told() {
        kernel.drainChanges();
        tent.onEvent(3, 0, event -> reach("event"));
        var after = new ArrayList<Object>();
        tent.onEvent(3, 1, after::add);
        fails("ALL_FINISHED", () -> kernel.allFinished(tent.guid(), List.of()));
        fails("event", () -> kernel.dispatch(tent.guid(), 3, List.of()));
        assertThat(after).isEmpty();
        assertThat(tent.isLive()).isTrue();
        assertThat(kernel.drainChanges().isEmpty()).isTrue();
        assertThat(kernel.allFinished(tent.guid(), List.of())).isTrue();
        assertThat(kernel.dispatch(tent.guid(), 3, List.of())).isTrue();
        assertThat(after).hasSize(1);
    }

    private void reach(String point) {
        if (point.equals(failing)) {
            visited.add(point);
            throw new IllegalStateException(point);
        }
    }

    private void fails(String point, Runnable operation) {
        failing = point;
        assertThat(catchThrowable(operation::run)).hasMessage(point);
        failing = "";
    }
}
