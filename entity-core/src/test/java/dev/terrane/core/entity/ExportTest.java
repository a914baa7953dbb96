package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExportTest {
    private static final Mask SAVE = Mask.of(MaskName.SAVE);

    private final Kernel kernel = Camp.kernel();
    private final Entity tent = fill(Camp.tent(kernel));

    @Test
    void onlyFlaggedMembersLeave() {
        var saved = kernel.export(tent, SAVE);
        assertThat(saved.fields())
                .isEqualTo(
                        new IndexMap.Builder<Value>()
                                .put(Camp.SEEN, Camp.number(3))
                                .put(Camp.KEPT, new Value.Int64(Long.MIN_VALUE))
                                .put(Camp.OWNER, new Value.GuidRef(-9))
                                .put(Camp.BIG, new Value.UInt64(-1))
                                .build());
        assertThat(saved.tables().sameKeys(IndexMap.of(Camp.LOOT, ""))).isTrue();
        assertThat(saved.tables().get(Camp.LOOT).get(4).values())
                .containsExactly(Camp.number(8), Value.Text.of("king"));
        assertThat(saved.containers().sameKeys(IndexMap.of(Camp.CHESTS, ""))).isTrue();
        var chest = saved.containers().get(Camp.CHESTS).get(2);
        assertThat(chest.fields().get(Camp.LABEL)).isEqualTo(Value.Text.of("oak"));
        assertThat(chest.containers().get(Camp.SUB).size()).isEqualTo(1);
        assertThat(chest.profileId()).isEqualTo(7);
        var view = kernel.export(tent, Mask.of(MaskName.SYNC_SELF, MaskName.REAL_TIME));
        assertThat(view.fields().size()).isEqualTo(3);
        assertThat(view.tables().isEmpty()).isTrue();
        var nothing = kernel.export(tent, Mask.NONE);
        assertThat(nothing.fields().isEmpty()).isTrue();
        assertThat(nothing.containers().isEmpty()).isTrue();
    }

    @Test
    void theRestoredEntityEqualsTheSavedOneWithoutDefaults() {
        var chest = Camp.chests(tent).find(2).orElseThrow();
        chest.set(Camp.GOLD, Camp.number(0));
        var saved = kernel.export(tent, SAVE);
        kernel.destroy(chest.findContainer(Camp.SUB).orElseThrow().childAt(0).guid());
        kernel.destroy(chest.guid());
        kernel.destroy(tent.guid());
        var other = Camp.kernel();
        for (Kernel target : List.of(kernel, other)) {
            var restored = created(target.restore(saved));
            assertThat(target.export(restored, SAVE)).isEqualTo(saved);
            assertThat(restored.get(Camp.PLAIN)).isEqualTo(new Value.Bool(false));
            var child = Camp.chests(restored).find(2).orElseThrow();
            assertThat(child.get(Camp.GOLD)).isEqualTo(Camp.number(0));
            assertThat(child.get(Camp.ID)).isEqualTo(Camp.number(0));
            assertThat(child.findParent()).containsSame(restored);
            assertThat(added(Camp.loot(restored).addRow()).number()).isEqualTo(5);
        }
        assertThat(kernel.find(tent.guid()).orElseThrow().incarnation())
                .isGreaterThan(tent.incarnation());
    }

    @Test
    void refusalsNameThePlaceAndLeaveNothing() {
        var saved = kernel.export(tent, SAVE);
        assertThat(kernel.restore(saved)).isEqualTo(no(Reason.GUID_IN_USE, "1"));
        kernel.destroy(tent.guid());
        assertThat(kernel.restore(saved)).isEqualTo(no(Reason.GUID_IN_USE, "2"));
        var fresh = Camp.kernel();
        assertThat(fresh.restore(with(saved, "Nobody")))
                .isEqualTo(no(Reason.UNKNOWN_CLASS, "Nobody"));
        assertThat(fresh.restore(with(saved, new MapPlace(4, 0))))
                .isEqualTo(no(Reason.UNKNOWN_MAP, "map 4 instance 0"));
        assertThat(fresh.restore(with(saved, IndexMap.of(99, Camp.number(1)))))
                .isEqualTo(no(Reason.UNKNOWN_MEMBER, "Tent.99"));
        assertThat(fresh.restore(with(saved, IndexMap.of(Camp.KEPT, Camp.number(1)))))
                .isEqualTo(no(Reason.VALUE_TYPE, "Tent.kept"));
        assertThat(fresh.restore(holding(saved, saved)))
                .isEqualTo(no(Reason.CLASS_MISMATCH, "Tent.chests[1]"));
        var twin =
                new EntityData(
                        saved.guid(),
                        Camp.CHEST,
                        0,
                        MapPlace.HOME,
                        IndexMap.empty(),
                        IndexMap.empty(),
                        IndexMap.empty());
        assertThat(fresh.restore(holding(saved, twin))).isEqualTo(no(Reason.DUPLICATE, "1"));
        assertThat(fresh.entities()).isEmpty();
        assertThat(limited(2, 64, 10).restore(saved))
                .isEqualTo(over(Refusal.Limit.ENTITIES, 2, 3, Camp.CHEST));
        assertThat(limited(3, 1, 10).restore(saved))
                .isEqualTo(over(Refusal.Limit.CONTAINER_DEPTH, 1, 2, Camp.CHEST));
        assertThat(limited(3, 2, 10).restore(saved)).isInstanceOf(CreateResult.Created.class);
    }

    @Test
    void customValuesKeepTheirTypeAndDoNotLeave() {
        var custom = tent.custom();
        assertThat(custom.add("mood", Camp.number(0))).isEqualTo(new ChangeResult.Done());
        assertThat(custom.find("mood")).contains(Camp.number(0));
        assertThat(custom.add("mood", Camp.number(1)))
                .isEqualTo(ChangeResult.rejected(Reason.DUPLICATE, "mood"));
        var max = Camp.number(0xFFFF_FFFFL);
        assertThat(custom.set("mood", max)).isEqualTo(new SetResult.Changed(Camp.number(0)));
        assertThat(custom.set("mood", max)).isEqualTo(new SetResult.Unchanged());
        assertThat(custom.set("mood", new Value.Int32(1))).isEqualTo(setNo(Reason.VALUE_TYPE));
        assertThat(custom.set("none", max))
                .isEqualTo(
                        new SetResult.Refused(new Refusal.Rejected(Reason.UNKNOWN_MEMBER, "none")));
        assertThat(custom.find("mood")).contains(max);
        assertThat(custom.names()).containsExactly("mood");
        assertThat(custom.add("", max)).isInstanceOf(ChangeResult.Refused.class);
        assertThat(custom.add("x".repeat(256), max)).isEqualTo(new ChangeResult.Done());
        assertThat(custom.add("x".repeat(257), max)).isInstanceOf(ChangeResult.Refused.class);
        var small = Camp.tent(limited(3, 1, 1));
        assertThat(small.custom().add("a", max)).isEqualTo(new ChangeResult.Done());
        assertThat(small.custom().add("b", max)).isInstanceOf(ChangeResult.Refused.class);
        assertThat(kernel.export(tent, SAVE).toString()).doesNotContain("mood");
        kernel.destroy(tent.guid());
        assertThat(custom.set("mood", Camp.number(2))).isEqualTo(setNo(Reason.STALE));
        assertThat(custom.add("c", max)).isEqualTo(ChangeResult.rejected(Reason.STALE, "c"));
    }

    @Test
    void stringsAreBoundedWhenSetAndTheOldValueIsKept() {
        var edge = Value.Text.of("x".repeat(65_536));
        assertThat(tent.set(Camp.OWN, edge)).isInstanceOf(SetResult.Changed.class);
        assertThat(tent.set(Camp.OWN, Value.Text.of("y".repeat(65_537))))
                .isEqualTo(
                        new SetResult.Refused(
                                new Refusal.OverLimit(
                                        Refusal.Limit.VALUE_BYTES, 65_536, 65_537, "Tent.own")));
        assertThat(tent.get(Camp.OWN)).isEqualTo(edge);
    }

    private static Entity fill(Entity tent) {
        tent.set(Camp.SEEN, Camp.number(3));
        tent.set(Camp.OWN, Value.Text.of("secret"));
        tent.set(Camp.KEPT, new Value.Int64(Long.MIN_VALUE));
        tent.set(Camp.PLAIN, new Value.Bool(true));
        tent.set(Camp.OWNER, new Value.GuidRef(-9));
        tent.set(Camp.BIG, new Value.UInt64(-1));
        var row = added(Camp.loot(tent).addRow(4));
        row.set(1, Camp.number(8));
        row.set(2, Value.Text.of("king"));
        added(tent.findTable(Camp.NOTES).orElseThrow().addRow());
        var chest = created(Camp.chests(tent).create(2, 7));
        created(chest.findContainer(Camp.SUB).orElseThrow().create(1, 0));
        return tent;
    }

    private static Kernel limited(int entities, int depth, int custom) {
        return Camp.kernel(
                new KernelLimits(entities, 10, 10, 100, GuidWidth.BITS_64, depth, custom, 1));
    }

    private static EntityData with(EntityData data, String className) {
        return new EntityData(
                data.guid(),
                className,
                0,
                data.place(),
                data.fields(),
                data.tables(),
                data.containers());
    }

    private static EntityData with(EntityData data, MapPlace place) {
        return new EntityData(
                data.guid(),
                data.className(),
                0,
                place,
                data.fields(),
                data.tables(),
                data.containers());
    }

    private static EntityData with(EntityData data, IndexMap<Value> fields) {
        return new EntityData(
                data.guid(),
                data.className(),
                0,
                data.place(),
                fields,
                data.tables(),
                data.containers());
    }

    private static EntityData holding(EntityData data, EntityData child) {
        return new EntityData(
                data.guid(),
                data.className(),
                0,
                data.place(),
                data.fields(),
                data.tables(),
                IndexMap.of(Camp.CHESTS, IndexMap.of(1, child)));
    }

    private static CreateResult no(Reason reason, String location) {
        return new CreateResult.Refused(new Refusal.Rejected(reason, location));
    }

    private static CreateResult over(Refusal.Limit limit, long max, long actual, String location) {
        return new CreateResult.Refused(new Refusal.OverLimit(limit, max, actual, location));
    }

    private static SetResult setNo(Reason reason) {
        return new SetResult.Refused(new Refusal.Rejected(reason, "mood"));
    }
}
