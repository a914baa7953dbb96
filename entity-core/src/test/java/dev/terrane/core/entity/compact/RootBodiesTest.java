package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bodies are encoded once for everyone who may see the same, and counted. */
class RootBodiesTest {
    private final Entity guest = GuestRoom.guest(GuestRoom.kernel());
    private final BodyCounters counters = new BodyCounters();
    private final RootBodies root =
            new RootBodies(guest, BodyLimits.CLASSES_MAX, Compacts.LIMITS, counters);

    @Test
    void selectionsThatShowTheSameAreOneClass() {
        ProjectionClass one = fields(GuestRoom.HP, GuestRoom.MP);
        ProjectionClass same = fields(GuestRoom.MP, GuestRoom.HP);
        assertThat(same).isEqualTo(one).hasSameHashCodeAs(one);
        assertThat(fields(GuestRoom.HP)).isNotEqualTo(one);
        join(one);
        join(same);
        assertThat(root.classCount()).isEqualTo(1);
    }

    @Test
    void aBodyIsEncodedOncePerClassAndBase() {
        ProjectionClass health = fields(GuestRoom.HP);
        ProjectionClass all = fields(GuestRoom.HP, GuestRoom.MP);
        for (int i = 0; i < 50; i++) {
            join(health);
            join(all);
        }
        long roots = 0;
        for (int tick = 1; tick <= 20; tick++) {
            set(GuestRoom.HP, tick);
            flush(tick);
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
    void aHiddenChangeEncodesNothing() {
        ProjectionClass health = fields(GuestRoom.HP);
        join(health);
        set(GuestRoom.MP, 1);
        flush(1);
        assertThat(root.isChanged(health, Flush.of(0))).isFalse();
        assertThat(root.since(health, Flush.of(0), BodyUse.SHARED))
                .isEqualTo(new BodyResult.Unchanged());
        assertThat(counters.shared()).isZero();
    }

    @Test
    void bodiesForOnePeerAreCountedApart() {
        ProjectionClass health = fields(GuestRoom.HP);
        join(health);
        set(GuestRoom.HP, 1);
        flush(1);
        set(GuestRoom.HP, 2);
        flush(2);
        Compacts.body(root.since(health, Flush.of(0), BodyUse.DEFERRED));
        assertThat(counters.deferred()).isEqualTo(1);
        assertThat(counters.shared()).isZero();
    }

    @Test
    void theSeventeenthClassIsRefusedByName() {
        var indices = GuestRoom.player().fields();
        for (int i = 0; i < BodyLimits.CLASSES_MAX; i++) {
            // Each of these is another subset of the fields.
            join(subset(i + 1));
        }
        ProjectionClass more = subset(BodyLimits.CLASSES_MAX + 1);
        assertThat(indices.size()).isGreaterThan(4);
        assertThat(root.join(more, Flush.of(0)))
                .contains(
                        new Refusal.OverLimit(
                                Refusal.Limit.PROJECTION_CLASSES, 16, 17, more.toString()));
        root.leave(subset(1));
        assertThat(root.join(more, Flush.of(0))).isEmpty();
    }

    @Test
    void theBaselineIsEncodedOnceUntilSomethingVisibleChanges() {
        ProjectionClass health = fields(GuestRoom.HP);
        join(health);
        CompactBody first = Compacts.body(root.baseline(health));
        set(GuestRoom.MP, 9);
        flush(1);
        assertThat(Compacts.body(root.baseline(health))).isSameAs(first);
        assertThat(counters.baselines()).isEqualTo(1);
        set(GuestRoom.HP, 9);
        flush(2);
        assertThat(Compacts.body(root.baseline(health))).isNotEqualTo(first);
    }

    @Test
    void aRealTimeFlushLeavesOtherMembersForTheTick() {
        ProjectionClass all = fields(GuestRoom.HP, GuestRoom.MP);
        join(all);
        set(GuestRoom.HP, 7);
        set(GuestRoom.MP, 8);
        var hp = new RealTime(Map.of(GuestRoom.PLAYER, Set.of(GuestRoom.HP)));
        assertThat(root.flushRealTime(new Flush(0, 1), hp)).isEmpty();
        CompactBody realTime = Compacts.body(root.since(all, Flush.of(0), BodyUse.SHARED));
        assertThat(realTime.toByteArray()).containsExactly(0b01, 7);
        flush(1);
        // A member that was sent in between is unchanged for who was sent it.
        assertThat(Compacts.body(root.since(all, new Flush(0, 1), BodyUse.SHARED)))
                .isEqualTo(CompactBody.copyOf(new byte[] {0b10, 8}));
        assertThat(Compacts.body(root.since(all, Flush.of(0), BodyUse.SHARED)))
                .isEqualTo(CompactBody.copyOf(new byte[] {0b11, 7, 8}));
    }

    @Test
    void aBaseThatWasForgottenIsAGap() {
        ProjectionClass health = fields(GuestRoom.HP);
        join(health);
        for (int tick = 1; tick <= 3; tick++) {
            set(GuestRoom.HP, tick);
            flush(tick);
        }
        root.keepFrom(Flush.of(2));
        Compacts.body(root.since(health, Flush.of(2), BodyUse.SHARED));
        assertThat(root.since(health, Flush.of(1), BodyUse.SHARED))
                .isInstanceOf(BodyResult.Refused.class);
    }

    private ProjectionClass subset(int bits) {
        var indices = GuestRoom.player().fields();
        return fields(
                IntStream.range(0, 8)
                        .filter(i -> (bits & (1 << i)) != 0)
                        .mapToObj(indices::keyAt)
                        .toArray(Long[]::new));
    }

    private ProjectionClass fields(Long... indices) {
        return Compacts.exact(guest, EntityProjection.ofFields(GuestRoom.PLAYER, List.of(indices)));
    }

    private void join(ProjectionClass projection) {
        assertThat(root.join(projection, Flush.of(0))).isEmpty();
    }

    private void flush(long tick) {
        assertThat(root.flush(Flush.of(tick))).isEmpty();
    }

    private void set(long index, long value) {
        guest.set(index, new Value.UInt32(value));
    }
}
