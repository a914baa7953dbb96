package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.BoxClasses;
import dev.terrane.core.entity.stream.Boxes;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Quantisation;
import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies are encoded once for everyone who may see the same, and counted. */
class SharedBodiesTest {
    private final Kernel kernel = GuestRoom.kernel();
    private final Entity guest = GuestRoom.guest(kernel);
    private final OneRoot root = new OneRoot(kernel, guest);
    private final BodyCounters counters = root.counters();

    @Test
    void selectionsThatShowTheSameAreOneClass() {
        ProjectionClass one = fields(GuestRoom.HP, GuestRoom.MP);
        ProjectionClass same = fields(GuestRoom.MP, GuestRoom.HP);
        assertThat(same).isEqualTo(one).hasSameHashCodeAs(one);
        assertThat(fields(GuestRoom.HP)).isNotEqualTo(one);
        root.join(one);
        root.join(same);
        assertThat(root.baseline(same)).isSameAs(root.baseline(one));
        assertThat(counters.baselines()).isEqualTo(1);
    }

    @Test
    void aBodyIsEncodedOncePerClassAndBase() {
        ProjectionClass health = fields(GuestRoom.HP);
        ProjectionClass all = fields(GuestRoom.HP, GuestRoom.MP);
        for (int i = 0; i < 50; i++) {
            root.join(health);
            root.join(all);
        }
        long roots = 0;
        for (int tick = 1; tick <= 20; tick++) {
            set(GuestRoom.HP, tick);
            root.flush(Flush.of(tick));
            roots++;
            for (int recipient = 0; recipient < 50; recipient++) {
                for (int back = 1; back <= Math.min(tick, 3); back++) {
                    Flush base = Flush.of(tick - (long) back);
                    Compacts.body(root.since(health, base, BodyUse.SHARED));
                    Compacts.body(root.since(all, base, BodyUse.SHARED));
                }
            }
        }
        assertThat(counters.shared()).isLessThanOrEqualTo(roots * 2 * 3).isGreaterThan(roots * 2);
        assertThat(counters.deferred()).isZero();
    }

    @Test
    void bodiesForOnePeerAreCountedApart() {
        ProjectionClass health = fields(GuestRoom.HP);
        root.join(health);
        set(GuestRoom.HP, 1);
        root.flush(Flush.of(1));
        set(GuestRoom.HP, 2);
        root.flush(Flush.of(2));
        Compacts.body(root.since(health, Flush.of(0), BodyUse.DEFERRED));
        assertThat(counters.deferred()).isEqualTo(1);
        assertThat(counters.shared()).isZero();
    }

    @Test
    void theBaselineIsEncodedOnceUntilSomethingVisibleChanges() {
        ProjectionClass health = fields(GuestRoom.HP);
        root.join(health);
        CompactBody first = root.baseline(health);
        set(GuestRoom.MP, 9);
        root.flush(Flush.of(1));
        assertThat(root.baseline(health)).isSameAs(first);
        assertThat(counters.baselines()).isEqualTo(1);
        set(GuestRoom.HP, 9);
        root.flush(Flush.of(2));
        assertThat(root.baseline(health)).isNotEqualTo(first);
    }

    @Test
    void aRealTimeFlushLeavesOtherMembersForTheTick() {
        Kernel boxes = Boxes.kernel(IndexMap.of(Boxes.SIZE, Mask.of(MaskName.REAL_TIME)));
        Entity box = Boxes.box(boxes);
        ProjectionClass both = BoxClasses.fields(Quantisation.NONE, Boxes.SIZE, Boxes.SECRET);
        var stage = new OneRoot(boxes, box);
        stage.join(both);
        box.set(Boxes.SIZE, new Value.UInt32(7));
        box.set(Boxes.SECRET, new Value.UInt32(8));
        stage.flushRealTime(new Flush(0, 1));
        assertThat(Compacts.body(stage.since(both, Flush.of(0), BodyUse.SHARED)))
                .isEqualTo(CompactBody.copyOf(new byte[] {0b01, 7}));
        stage.flush(Flush.of(1));
        // A member that was sent in between is unchanged for who was sent it.
        assertThat(Compacts.body(stage.since(both, new Flush(0, 1), BodyUse.SHARED)))
                .isEqualTo(CompactBody.copyOf(new byte[] {0b10, 8}));
        assertThat(Compacts.body(stage.since(both, Flush.of(0), BodyUse.SHARED)))
                .isEqualTo(CompactBody.copyOf(new byte[] {0b11, 7, 8}));
    }

    private ProjectionClass fields(Long... indices) {
        return Compacts.exact(guest, EntityProjection.ofFields(GuestRoom.PLAYER, List.of(indices)));
    }

    private void set(long index, long value) {
        guest.set(index, new Value.UInt32(value));
    }
}
