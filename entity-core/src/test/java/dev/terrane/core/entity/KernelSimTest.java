package dev.terrane.core.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.Mask;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Random operations against a kernel. After every flush a naive comparison of everything with the
 * flush before must find nothing that was not told, and the structure must be sound.
 */
class KernelSimTest {
    private static final int RUNS = 6;
    private static final int OPERATIONS = 20_000;
    private static final MapPlace AWAY = new MapPlace(5, 0);

    private final Coverage covered = new Coverage();
    private Kernel kernel = Camp.kernel();
    private Map<Guid, Image> last = new HashMap<>();

    /** Everything that can be seen of one entity. */
    private record Image(long incarnation, Optional<Guid> parent, Map<Long, Object> members) {}

    @Test
    void whatIsToldCoversWhatANaiveComparisonFinds() {
        Seeds.forEach(RUNS, this::run);
        covered.requireAtLeast(
                100,
                "create done",
                "create refused",
                "restore done",
                "contain done",
                "contain refused",
                "place done",
                "place refused",
                "swap done",
                "swap refused",
                "remove done",
                "remove refused",
                "destroy done",
                "field done",
                "row done",
                "row refused",
                "clear done",
                "switch done",
                "switch refused");
    }

    private void run(RandomGenerator random) {
        kernel = Camp.kernel(new KernelLimits(150, 40, 10, 100, GuidWidth.BITS_64, 4, 4, 4));
        kernel.maps().createMap(AWAY.map());
        last = new HashMap<>();
        for (int i = 0; i < OPERATIONS; i++) {
            operate(random);
            if (random.nextInt(12) == 0) {
                flush("operation " + i);
            }
        }
    }

    private void operate(RandomGenerator random) {
        var live = List.copyOf(kernel.entities());
        if (live.isEmpty()) {
            kernel.create(Creation.of(Camp.TENT));
            return;
        }
        var entity = live.get(random.nextInt(live.size()));
        var other = live.get(random.nextInt(live.size()));
        switch (random.nextInt(14)) {
            case 0 ->
                    note("create", kernel.create(creation(random)) instanceof CreateResult.Created);
            case 1 -> {
                var data = kernel.export(entity, Mask.NONE);
                if (kernel.destroy(entity.guid())) {
                    note("restore", kernel.restore(data) instanceof CreateResult.Created);
                }
            }
            case 2 ->
                    note(
                            "contain",
                            container(entity).create(slot(random), 7)
                                    instanceof CreateResult.Created);
            case 3, 4 -> note("place", isDone(container(entity).place(slot(random), other)));
            case 5, 6 ->
                    note(
                            "swap",
                            isDone(
                                    container(entity)
                                            .swap(slot(random), container(other), slot(random))));
            case 7 -> note("remove", isDone(container(entity).remove(slot(random))));
            case 8 -> {
                if (random.nextInt(3) == 0) {
                    note("destroy", kernel.destroy(entity.guid()));
                }
            }
            case 9 -> note("switch", isDone(kernel.maps().switchMap(entity, place(random))));
            case 10, 11 -> rows(entity, random);
            default -> field(entity, random);
        }
    }

    private static Creation creation(RandomGenerator random) {
        Guid guid = random.nextBoolean() ? new Guid(1_000 + random.nextInt(300)) : null;
        return new Creation(
                random.nextBoolean() ? Camp.TENT : Camp.CHEST, guid, 0, List.of(), place(random));
    }

    private static MapPlace place(RandomGenerator random) {
        return random.nextBoolean() ? AWAY : MapPlace.HOME;
    }

    private static long slot(RandomGenerator random) {
        return random.nextLong(1, 4);
    }

    private static Container container(Entity entity) {
        boolean tent = entity.layout().name().equals(Camp.TENT);
        return entity.findContainer(tent ? Camp.CHESTS : Camp.SUB).orElseThrow();
    }

    private void field(Entity entity, RandomGenerator random) {
        var fields = entity.fields().layout();
        int at = random.nextInt(fields.size());
        long index = fields.keyAt(at);
        int value = random.nextInt(4);
        var cells = entity.fields();
        switch (fields.valueAt(at).type()) {
            case BOOL -> cells.setBool(index, value % 2 == 0);
            case INT32 -> cells.setInt32(index, value);
            case UINT32 -> cells.setUInt32(index, value);
            case INT64 -> cells.setInt64(index, -value);
            case UINT64 -> cells.setUInt64(index, -value);
            case FLOAT -> cells.setFloat(index, value);
            case DOUBLE -> cells.setDouble(index, value);
            case STRING -> cells.setText(index, ByteText.of("v" + value));
            case GUID -> cells.setGuid(index, value);
        }
        note("field", true);
    }

    private void rows(Entity entity, RandomGenerator random) {
        if (!entity.layout().tables().has(Camp.LOOT)) {
            return;
        }
        var table = Camp.loot(entity);
        long number = random.nextLong(1, 7);
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> note("clear", table.clear() > 0);
            case 3 -> note("row", table.removeRow(number));
            case 4, 5, 6, 7, 8 -> note("row", table.addRow(number) instanceof RowResult.Added);
            default ->
                    table.findRow(number)
                            .ifPresent(row -> row.columns().setUInt32(1, random.nextInt(5)));
        }
    }

    private void flush(String when) {
        var told = kernel.drainChanges();
        Map<Guid, Image> now = new HashMap<>();
        for (Entity entity : kernel.entities()) {
            now.put(entity.guid(), image(entity));
        }
        Set<Guid> created = new HashSet<>();
        told.created().forEach(entity -> created.add(entity.guid()));
        Set<Guid> moved = new HashSet<>();
        told.moved().forEach(entity -> moved.add(entity.guid()));
        Map<Guid, Set<Long>> changed = new HashMap<>();
        told.changed().forEach(change -> changed.put(change.entity().guid(), change.members()));
        Set<KernelChanges.Gone> gone = new HashSet<>(told.destroyed());
        Set<KernelChanges.Gone> expectedGone = new HashSet<>();
        last.forEach(
                (guid, image) -> {
                    Image after = now.get(guid);
                    if (after == null || after.incarnation() != image.incarnation()) {
                        expectedGone.add(new KernelChanges.Gone(guid, image.incarnation()));
                    } else {
                        compare(image, after, changed.getOrDefault(guid, Set.of()), when);
                        if (!image.parent().equals(after.parent())) {
                            assertThat(moved).as(when).contains(guid);
                        }
                    }
                });
        assertThat(gone).as(when).isEqualTo(expectedGone);
        now.forEach(
                (guid, image) -> {
                    Image earlier = last.get(guid);
                    boolean isNew = earlier == null || earlier.incarnation() != image.incarnation();
                    assertThat(created.contains(guid)).as(when).isEqualTo(isNew);
                });
        last = now;
        checkStructure(when);
    }

    private static void compare(Image before, Image after, Set<Long> told, String when) {
        after.members()
                .forEach(
                        (index, value) -> {
                            if (!value.equals(before.members().get(index))) {
                                assertThat(told).as(when).contains(index);
                            }
                        });
    }

    private void checkStructure(String when) {
        var places = new ArrayList<Entity>();
        places.addAll(kernel.maps().findEntities(MapPlace.HOME).orElseThrow());
        places.addAll(kernel.maps().findEntities(AWAY).orElseThrow());
        assertThat(places).as(when).containsExactlyInAnyOrderElementsOf(kernel.entities());
        Map<String, Integer> lines = new HashMap<>();
        for (Entity entity : kernel.entities()) {
            lines.merge(entity.layout().name(), 1, Integer::sum);
            Container holder = entity.findHolder().orElse(null);
            if (holder != null) {
                assertThat(holder.find(entity.slot())).as(when).containsSame(entity);
                assertThat(holder.owner().isLive()).as(when).isTrue();
                assertThat(holder.owner().place()).as(when).isEqualTo(entity.place());
            }
            Container container = container(entity);
            for (int i = 0; i < container.size(); i++) {
                Entity child = container.childAt(i);
                assertThat(child.findHolder()).as(when).containsSame(container);
                assertThat(child.slot()).as(when).isEqualTo(container.slotAt(i));
                assertThat(child.depth()).as(when).isLessThanOrEqualTo(4);
            }
        }
        for (Entity entity : kernel.entities()) {
            assertThat(entity.shape().fieldColumns().used())
                    .as(when)
                    .isEqualTo(lines.get(entity.layout().name()));
        }
    }

    private static Image image(Entity entity) {
        Map<Long, Object> members = new TreeMap<>();
        entity.layout().fields().forEach((field, index) -> members.put(index, entity.get(index)));
        entity.layout()
                .tables()
                .forEach(
                        (table, index) -> {
                            var rows = new ArrayList<Object>();
                            entity.findMaterialisedTable(index)
                                    .ifPresent(
                                            live -> {
                                                for (Row row : live.rows()) {
                                                    rows.add(row.incarnation());
                                                    rows.add(
                                                            EntityExport.columns(
                                                                    row, live.layout()));
                                                }
                                            });
                            members.put(index, rows);
                        });
        entity.layout()
                .containers()
                .forEach(
                        (layout, index) -> {
                            var slots = new ArrayList<Object>();
                            entity.findMaterialisedContainer(index)
                                    .ifPresent(
                                            live ->
                                                    live.slots()
                                                            .forEach(
                                                                    slot -> {
                                                                        slots.add(slot.number());
                                                                        slots.add(slot.child());
                                                                    }));
                            members.put(index, slots);
                        });
        return new Image(entity.incarnation(), entity.findParent().map(Entity::guid), members);
    }

    private static boolean isDone(ChangeResult result) {
        return result instanceof ChangeResult.Done;
    }

    private void note(String kind, boolean done) {
        covered.count(kind + (done ? " done" : " refused"));
    }
}
