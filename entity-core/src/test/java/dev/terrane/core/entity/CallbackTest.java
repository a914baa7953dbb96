package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallbackTest {
    private final Kernel kernel = Camp.kernel();

    @Test
    void stagesComeInTheDocumentedOrder() {
        var notes = Camp.record(kernel);
        var tent = Camp.tent(kernel);
        kernel.allFinished(tent.guid(), List.of());
        kernel.destroy(tent.guid());
        assertThat(notes)
                .containsExactly(
                        "PRE_LOAD_DATA 1",
                        "LOAD_DATA 1",
                        "PRE_EFFECT_DATA 1",
                        "EFFECT_DATA 1",
                        "POST_EFFECT_DATA 1",
                        "DATA_FINISHED 1",
                        "ALL_FINISHED 1",
                        "PRE_DESTROY 1",
                        "DESTROY 1");
        assertThat(kernel.allFinished(tent.guid(), List.of())).isFalse();
        assertThat(Stage.values()).extracting(Stage::number).doesNotHaveDuplicates().hasSize(9);
    }

    @Test
    void defaultsAndArgumentsAreThereInTheFirstStage() {
        var seen = new ArrayList<Object>();
        kernel.callbacks()
                .onClass(
                        Camp.CHEST,
                        0,
                        event -> {
                            if (event.stage() == Stage.PRE_LOAD_DATA) {
                                seen.add(event.origin());
                                seen.add(event.entity().get(Camp.LABEL));
                                seen.add(event.entity().get(Camp.GOLD));
                                seen.add(event.arguments());
                                seen.add(event.entity().findParent().isPresent());
                            }
                        });
        kernel.create(
                new Creation(
                        Camp.CHEST,
                        null,
                        7,
                        List.of(new Creation.Argument(Camp.GOLD, Camp.number(0)))));
        Camp.chests(Camp.tent(kernel)).create(1, 7);
        assertThat(seen)
                .containsExactly(
                        ClassEvent.Origin.CREATED,
                        Value.Text.of("oak"),
                        Camp.number(0),
                        List.of(Camp.number(0), Camp.number(Camp.GOLD)),
                        false,
                        ClassEvent.Origin.CONTAINED,
                        Value.Text.of("oak"),
                        Camp.number(50),
                        List.of(),
                        true);
    }

    @Test
    void fieldsTellOldAndNewAndEqualWritesNothing() {
        var tent = Camp.tent(kernel);
        var notes = Camp.record(kernel);
        tent.set(Camp.BIG, new Value.UInt64(-1));
        tent.set(Camp.BIG, new Value.UInt64(-1));
        tent.set(Camp.BIG, new Value.Int64(3));
        tent.set(Camp.OWNER, new Value.GuidRef(-5));
        assertThat(notes)
                .containsExactly(
                        "7: UInt64[0]->UInt64[18446744073709551615]",
                        "6: GuidRef[value=0]->GuidRef[value=-5]");
    }

    @Test
    void tablesTellRemovalsBeforeAndAdditionsAfter() {
        var loot = Camp.loot(Camp.tent(kernel));
        var notes = Camp.record(kernel);
        var row = added(loot.addRow(4));
        row.set(1, Camp.number(3));
        row.set(1, Camp.number(3));
        loot.addRow();
        loot.removeRow(4);
        loot.clear();
        loot.clear();
        assertThat(notes)
                .containsExactly(
                        "added 4 of 1",
                        "4.1: UInt32[value=0]->UInt32[value=3]",
                        "added 5 of 2",
                        "removing 4 of 2",
                        "clearing 1");
    }

    @Test
    void containersTellWhatTheyDo() {
        var tent = Camp.tent(kernel);
        var other = Camp.tent(kernel);
        var loose = Camp.chest(kernel);
        var notes = Camp.record(kernel);
        var chests = Camp.chests(tent);
        created(chests.create(1, 0));
        chests.place(2, loose);
        chests.swap(1, chests, 2);
        chests.swap(1, chests, 1);
        chests.swap(1, Camp.chests(other), 5);
        Camp.chests(other).swap(5, chests, 2);
        chests.remove(2);
        Camp.chests(other).destroy(5);
        assertThat(notes)
                .containsExactly(
                        "PRE_LOAD_DATA 4",
                        "LOAD_DATA 4",
                        "PRE_EFFECT_DATA 4",
                        "EFFECT_DATA 4",
                        "POST_EFFECT_DATA 4",
                        "DATA_FINISHED 4",
                        "CREATED 1[1] -->4",
                        "PLACED 1[2] -->3",
                        "SWAPPED 1[1,2] 4->3",
                        "REMOVING 1[1] 3->-",
                        "PLACED 2[5] -->3",
                        "REMOVING 2[5] 3->-",
                        "REMOVING 1[2] 4->-",
                        "PLACED 1[2] -->3",
                        "PLACED 2[5] -->4",
                        "REMOVING 1[2] 3->-",
                        "PRE_DESTROY 4",
                        "DESTROY 4",
                        "DESTROYING 2[5] 4->-");
    }

    @Test
    void prioritiesOrderCallbacksForOneAndForEveryClass() {
        var notes = new ArrayList<String>();
        var callbacks = kernel.callbacks();
        callbacks.onField(Camp.TENT, Camp.SEEN, 5, change -> notes.add("late"));
        callbacks.onEveryField(0, change -> notes.add("every"));
        callbacks.onField(Camp.TENT, Camp.SEEN, 0, change -> notes.add("second"));
        callbacks.onField(Camp.TENT, Camp.SEEN, -1, change -> notes.add("first"));
        callbacks.onField(Camp.TENT, Camp.KEPT, -1, change -> notes.add("other"));
        callbacks.onTable(Camp.TENT, Camp.LOOT, 0, change -> notes.add("loot"));
        callbacks.onContainer(Camp.TENT, Camp.CHESTS, 0, change -> notes.add("chests"));
        var tent = Camp.tent(kernel);
        tent.set(Camp.SEEN, Camp.number(1));
        tent.findTable(Camp.NOTES).orElseThrow().addRow();
        Camp.loot(tent).addRow();
        Camp.chests(tent).create(1, 0);
        assertThat(notes).containsExactly("first", "every", "second", "late", "loot", "chests");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> callbacks.onClass("Nobody", 0, event -> {}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> callbacks.onField(Camp.TENT, Camp.LOOT, 0, change -> {}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> callbacks.onEveryDelayed(MaskName.SAVE, 0, update -> {}));
    }

    @Test
    void applicationEventsReachOneEntity() {
        var tent = Camp.tent(kernel);
        var notes = new ArrayList<String>();
        tent.onEvent(3, 1, event -> notes.add("b" + event.arguments()));
        tent.onEvent(3, 0, event -> notes.add("a" + event.entity().guid()));
        assertThat(kernel.dispatch(tent.guid(), 3, List.of(new Value.Bool(true)))).isTrue();
        assertThat(kernel.dispatch(tent.guid(), 4, List.of())).isTrue();
        assertThat(kernel.dispatch(new Guid(99), 3, List.of())).isFalse();
        assertThat(notes).containsExactly("a1", "b[Bool[value=true]]");
    }

    @Test
    void structuralChangesInsideAStructuralCallbackAreRefused() {
        var tent = Camp.tent(kernel);
        var results = new ArrayList<Object>();
        kernel.callbacks()
                .onEveryTable(
                        0,
                        change -> {
                            results.add(change.table().addRow(9));
                            results.add(change.table().removeRow(1));
                            results.add(change.table().clear());
                        });
        kernel.callbacks()
                .onEveryContainer(
                        0,
                        change -> {
                            var container = change.container();
                            results.add(container.remove(1));
                            results.add(container.swap(1, container, 2));
                            results.add(container.create(3, 0));
                        });
        Camp.loot(tent).addRow(1);
        Camp.chests(tent).create(1, 0);
        var busy = new Refusal.Rejected(Reason.BUSY, "Tent.loot");
        assertThat(results)
                .containsExactly(
                        new AddRowResult.Refused(busy),
                        false,
                        0,
                        ChangeResult.rejected(Reason.BUSY, "Tent.chests[1]"),
                        ChangeResult.rejected(Reason.BUSY, "Tent.chests[1]"),
                        new CreateResult.Refused(
                                new Refusal.Rejected(Reason.BUSY, "Tent.chests[3]")));
    }

    @Test
    void anEntityDestroyedByACallbackIsNotHandedOut() {
        kernel.callbacks()
                .onClass(
                        Camp.TENT,
                        0,
                        event -> {
                            if (event.stage() == Stage.LOAD_DATA) {
                                kernel.destroy(event.entity().guid());
                            }
                        });
        var notes = Camp.record(kernel);
        assertThat(kernel.create(Creation.of(Camp.TENT)))
                .isEqualTo(new CreateResult.Refused(new Refusal.Rejected(Reason.STALE, "1")));
        assertThat(notes).endsWith("DESTROY 1", "LOAD_DATA 1");
        assertThat(kernel.entities()).isEmpty();
        var destroyedAgain = new ArrayList<Boolean>();
        var chest = Camp.chest(kernel);
        kernel.callbacks()
                .onClass(
                        Camp.CHEST,
                        0,
                        event -> destroyedAgain.add(kernel.destroy(event.entity().guid())));
        assertThat(kernel.destroy(chest.guid())).isTrue();
        assertThat(destroyedAgain).containsExactly(false, false);
    }

    @Test
    void stopDestroysLatestFirstAndCreatesNoMore() {
        Camp.tent(kernel);
        var chest = Camp.chest(kernel);
        var data = kernel.export(chest, Mask.NONE);
        var notes = Camp.record(kernel);
        kernel.stop();
        assertThat(notes)
                .containsExactly("PRE_DESTROY 2", "DESTROY 2", "PRE_DESTROY 1", "DESTROY 1");
        var stopped = new CreateResult.Refused(new Refusal.Rejected(Reason.STOPPED, Camp.TENT));
        assertThat(kernel.create(Creation.of(Camp.TENT))).isEqualTo(stopped);
        assertThat(kernel.restore(data))
                .isEqualTo(
                        new CreateResult.Refused(new Refusal.Rejected(Reason.STOPPED, Camp.CHEST)));
    }
}
