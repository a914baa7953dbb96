package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MapsTest {
    private final Kernel kernel =
            Camp.kernel(new KernelLimits(100, 10, 10, 100, GuidWidth.BITS_64, 8, 2, 4));
    private final Maps maps = kernel.maps();

    @Test
    void creationNeedsAnInstanceThatExists() {
        assertThat(kernel.create(at(3, 0)))
                .isEqualTo(
                        new CreateResult.Refused(
                                new Refusal.Rejected(Reason.UNKNOWN_MAP, "map 3 instance 0")));
        assertThat(kernel.create(at(0, 1))).isInstanceOf(CreateResult.Refused.class);
        assertThat(kernel.entities()).isEmpty();
        assertThat(maps.createMap(3)).isEqualTo(new ChangeResult.Done());
        assertThat(maps.createMap(3)).isEqualTo(no(Reason.MAP_EXISTS, "map 3"));
        var tent = created(kernel.create(at(3, 0)));
        assertThat(tent.place()).isEqualTo(new MapPlace(3, 0));
        assertThat(maps.findEntities(new MapPlace(3, 0)).orElseThrow()).containsExactly(tent);
        assertThat(maps.findEntities(new MapPlace(9, 0))).isEmpty();
        assertThat(maps.maps()).containsExactly(0, 3);
    }

    @Test
    void instancesAreNumberedOnceAndBounded() {
        assertThat(maps.createInstance(0))
                .isEqualTo(new Maps.InstanceResult.Opened(new MapPlace(0, 1)));
        assertThat(maps.releaseInstance(new MapPlace(0, 1))).isEqualTo(new ChangeResult.Done());
        assertThat(maps.createInstance(0))
                .isEqualTo(new Maps.InstanceResult.Opened(new MapPlace(0, 2)));
        assertThat(maps.createInstance(7)).isInstanceOf(Maps.InstanceResult.Refused.class);
        assertThat(maps.createMap(1)).isEqualTo(new ChangeResult.Done());
        maps.createInstance(1);
        assertThat(maps.createInstance(1))
                .isEqualTo(
                        new Maps.InstanceResult.Refused(
                                new Refusal.OverLimit(Refusal.Limit.MAP_INSTANCES, 4, 5, "map 1")));
        assertThat(maps.createMap(2)).isInstanceOf(ChangeResult.Refused.class);
        assertThat(maps.exists(2)).isFalse();
        assertThat(maps.exists(new MapPlace(1, 1))).isTrue();
    }

    @Test
    void switchingTakesTheChildrenAlongAndCountsFollow() {
        maps.createMap(1);
        var tent = Camp.tent(kernel);
        var chest = created(Camp.chests(tent).create(1, 0));
        var inner = created(chest.findContainer(Camp.SUB).orElseThrow().create(1, 0));
        var there = new MapPlace(1, 0);
        assertThat(maps.count(MapPlace.HOME)).isEqualTo(3);
        assertThat(maps.switchMap(tent, new MapPlace(5, 0)))
                .isEqualTo(no(Reason.UNKNOWN_MAP, "map 5 instance 0"));
        assertThat(maps.switchMap(chest, there)).isEqualTo(no(Reason.ALREADY_PLACED, "2"));
        assertThat(maps.switchMap(tent, there)).isEqualTo(new ChangeResult.Done());
        assertThat(maps.findEntities(there).orElseThrow()).containsExactly(tent, chest, inner);
        assertThat(maps.count(0)).isZero();
        assertThat(maps.count(1)).isEqualTo(3);
        assertThat(inner.place()).isEqualTo(there);
        Camp.chests(tent).remove(1);
        assertThat(chest.place()).isEqualTo(there);
        var home = Camp.tent(kernel);
        Camp.chests(home).place(1, chest);
        assertThat(inner.place()).isEqualTo(MapPlace.HOME);
        kernel.destroy(tent.guid());
        assertThat(maps.count(there)).isZero();
        assertThat(maps.count(MapPlace.HOME)).isEqualTo(3);
        assertThat(maps.switchMap(tent, there)).isEqualTo(no(Reason.STALE, "1"));
        assertThat(maps.count(77)).isZero();
        assertThat(maps.count(new MapPlace(77, 0))).isZero();
    }

    @Test
    void releasingAnInstanceDestroysWhatIsInIt() {
        maps.createInstance(0);
        var place = new MapPlace(0, 1);
        var tent = created(kernel.create(at(0, 1)));
        created(Camp.chests(tent).create(1, 0));
        var home = Camp.tent(kernel);
        assertThat(maps.releaseInstance(MapPlace.HOME))
                .isEqualTo(no(Reason.UNKNOWN_MAP, "map 0 instance 0"));
        assertThat(maps.releaseInstance(place)).isEqualTo(new ChangeResult.Done());
        assertThat(kernel.entities()).containsExactly(home);
        assertThat(maps.exists(place)).isFalse();
    }

    private static Creation at(int map, int instance) {
        return new Creation(Camp.TENT, null, 0, List.of(), new MapPlace(map, instance));
    }

    private static ChangeResult no(Reason reason, String location) {
        return ChangeResult.rejected(reason, location);
    }
}
