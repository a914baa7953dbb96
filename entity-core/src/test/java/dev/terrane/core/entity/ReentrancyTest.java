package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callbacks and flush listeners that change the kernel they are called by. */
@Timeout(60)
class ReentrancyTest {
    private final Kernel kernel = Camp.kernel();
    private final Entity tent = Camp.tent(kernel);
    private final Entity moved = created(Camp.chests(tent).create(1, 0));
    private final Entity target = Camp.chest(kernel);

    @Test
    void aCallbackCannotMakeASwapCloseACircle() {
        onRemoving(() -> assertThat(sub(moved).place(1, target)).isEqualTo(done()));
        assertThat(Camp.chests(tent).swap(1, sub(target), 1))
                .isEqualTo(ChangeResult.rejected(Reason.CYCLE, "Chest.sub[1]"));
        assertThat(moved.findParent()).containsSame(tent);
        assertThat(target.findParent()).containsSame(moved);
        assertThat(target.root()).isSameAs(tent);
    }

    @Test
    void aCallbackCannotMakeTheOtherSideOfASwapCloseACircle() {
        var chests = Camp.chests(tent);
        var other = created(sub(target).create(1, 0));
        // Other goes where moved is, whose owner the callback puts inside other.
        var owner = created(chests.create(2, 0));
        var inner = created(sub(owner).create(1, 0));
        chests.remove(2);
        kernel.callbacks()
                .onContainer(
                        Camp.CHEST,
                        Camp.SUB,
                        0,
                        change -> {
                            if (change.operation() == ContainerChange.Operation.REMOVING
                                    && change.old() == inner) {
                                assertThat(sub(other).place(1, owner)).isEqualTo(done());
                            }
                        });
        assertThat(sub(owner).swap(1, sub(target), 1))
                .isEqualTo(ChangeResult.rejected(Reason.CYCLE, "Chest.sub[1]"));
        assertThat(inner.findParent()).containsSame(owner);
        assertThat(other.findParent()).containsSame(target);
        assertThat(owner.root()).isSameAs(target);
    }

    @Test
    void aCallbackCannotMakeASwapTooDeep() {
        var shallow = Camp.kernel(new KernelLimits(100, 100, 10, 100, GuidWidth.BITS_64, 2, 0, 1));
        var top = Camp.tent(shallow);
        var child = created(Camp.chests(top).create(1, 0));
        var goal = Camp.chest(shallow);
        var above = Camp.chest(shallow);
        shallow.callbacks()
                .onContainer(
                        Camp.TENT,
                        Camp.CHESTS,
                        0,
                        change -> {
                            assertThat(sub(above).place(1, goal)).isEqualTo(done());
                            created(sub(child).create(1, 0));
                        });
        assertThat(Camp.chests(top).swap(1, sub(goal), 1))
                .isEqualTo(
                        new ChangeResult.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.CONTAINER_DEPTH, 2, 3, "Chest.sub[1]")));
        assertThat(child.findParent()).containsSame(top);
    }

    @Test
    void anInstanceIsGivenUpOnceHoweverOftenACallbackAsks() {
        var few = Camp.kernel(new KernelLimits(100, 100, 10, 100, GuidWidth.BITS_64, 2, 0, 3));
        var place = opened(few.maps().createInstance(0));
        var inside = created(few.create(new Creation(Camp.TENT, null, 0, List.of(), place)));
        few.callbacks()
                .onClass(
                        Camp.TENT,
                        0,
                        event -> {
                            if (event.stage() == Stage.DESTROY) {
                                few.maps().switchMap(inside, MapPlace.HOME);
                                assertThat(few.maps().releaseInstance(place)).isEqualTo(done());
                            }
                        });
        assertThat(few.maps().releaseInstance(place)).isEqualTo(done());
        opened(few.maps().createInstance(0));
        opened(few.maps().createInstance(0));
        assertThat(few.maps().createInstance(0)).isInstanceOf(Maps.InstanceResult.Refused.class);
    }

    @Test
    void nothingIsToldOrKeptOfWhatAFlushListenerTries() {
        kernel.callbacks().onEveryTable(0, change -> {});
        var loot = Camp.loot(tent);
        loot.addRow(1);
        var notes = Camp.record(kernel);
        int lines = tent.shape().fieldColumns().used();
        var saved = kernel.export(target, Mask.of(MaskName.SAVE));
        kernel.destroy(target.guid());
        var goal = Camp.chest(kernel);
        notes.clear();
        var tries =
                List.<Runnable>of(
                        () -> Camp.tent(kernel),
                        () -> Camp.chests(tent).create(5, 0),
                        () -> kernel.restore(saved),
                        () -> kernel.destroy(tent.guid()),
                        () -> tent.set(Camp.SEEN, Camp.number(9)),
                        () -> tent.fields().setUInt32(Camp.SEEN, 9),
                        () -> loot.addRow(),
                        () -> loot.removeRow(1),
                        loot::clear,
                        () -> Camp.chests(tent).remove(1),
                        () -> Camp.chests(tent).swap(1, Camp.chests(tent), 2),
                        () -> Camp.chests(tent).swap(1, sub(goal), 2),
                        kernel::drainChanges);
        var refused = new ArrayList<String>();
        kernel.flush(
                new OnRoot(
                        () ->
                                tries.forEach(
                                        attempt ->
                                                assertThatIllegalStateException()
                                                        .isThrownBy(attempt::run)
                                                        .satisfies(
                                                                e ->
                                                                        refused.add(
                                                                                String.valueOf(
                                                                                        e
                                                                                                .getMessage()))))));
        assertThat(refused).hasSameSizeAs(tries).containsOnly("a flush is being told");
        assertThat(notes).isEmpty();
        assertThat(tent.shape().fieldColumns().used()).isEqualTo(lines);
        assertThat(loot.size()).isEqualTo(1);
        assertThat(kernel.drainChanges().isEmpty()).isTrue();
        assertThat(kernel.restore(saved)).isInstanceOf(CreateResult.Created.class);
    }

    @Test
    void lifetimesNobodyIsToldOfLeaveNothingBehind() {
        var known = Camp.tent(kernel);
        kernel.drainChanges();
        for (int i = 0; i < 50_000; i++) {
            var child = created(Camp.chests(tent).create(7, 0));
            child.set(Camp.GOLD, Camp.number(i + 1));
            var other = Camp.tent(kernel);
            Camp.loot(other).addRow();
            kernel.destroy(child.guid());
            kernel.destroy(other.guid());
        }
        assertThat(kernel.changeLog().size()).isLessThan(10_000);
        assertThat(Camp.tent(kernel).denseNumber()).isLessThan(10);
        known.set(Camp.SEEN, Camp.number(1));
        var changes = kernel.drainChanges();
        assertThat(changes.created()).hasSize(1);
        assertThat(changes.changed())
                .extracting(KernelChanges.Change::entity)
                .containsExactly(tent, known);
        assertThat(changes.destroyed()).isEmpty();
    }

    @Test
    void entitiesOfAnotherKernelAreAProgrammersError() {
        var stranger = Camp.tent(Camp.kernel());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel.maps().switchMap(stranger, MapPlace.HOME));
        assertThat(kernel.maps().count(MapPlace.HOME)).isEqualTo(kernel.entities().size());
    }

    private void onRemoving(Runnable action) {
        kernel.callbacks()
                .onContainer(
                        Camp.TENT,
                        Camp.CHESTS,
                        0,
                        change -> {
                            if (change.operation() == ContainerChange.Operation.REMOVING) {
                                action.run();
                            }
                        });
    }

    private static Container sub(Entity chest) {
        return chest.findContainer(Camp.SUB).orElseThrow();
    }

    private static ChangeResult done() {
        return new ChangeResult.Done();
    }

    private static MapPlace opened(Maps.InstanceResult result) {
        return ((Maps.InstanceResult.Opened) result).place();
    }

    /** Does something when a root is told of. */
    private record OnRoot(Runnable action) implements QuietListener {
        @Override
        public void root(Entity root) {
            if (root.layout().name().equals(Camp.TENT)) {
                action.run();
            }
        }
    }
}
