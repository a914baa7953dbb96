package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Container;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.Table;
import dev.terrane.core.entity.Value;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import java.util.List;

/** Random changes of the things of a {@link RandomClass}, counted by their kind. */
final class ThingChanges {
    private static final int THINGS_MAX = 14;

    private final SeededRandom random;
    private final Coverage coverage;
    private final RandomClass world;

    ThingChanges(SeededRandom random, Coverage coverage, RandomClass world) {
        this.random = random;
        this.coverage = coverage;
        this.world = world;
    }

    Entity create() {
        return GuestRoom.created(world.kernel().create(Creation.of(RandomClass.NAME)));
    }

    /** Something happens, or nothing; never the end of a thing that nobody may end. */
    void change(List<Entity> kept) {
        Entity thing = any();
        boolean nested = !world.layout().containers().isEmpty();
        switch (random.nextInt(nested ? 18 : 4)) {
            case 0, 1 -> setField(thing);
            case 2, 3 -> changeRows(thing);
            case 4, 5, 6 -> come(container(thing));
            case 7, 8, 9 -> go(container(holder(thing)), kept);
            case 10, 11 -> move(container(holder(thing)), container(any()));
            case 12, 13 -> exchange();
            case 14, 15, 16 -> {
                Entity holder = holder(thing);
                move(container(holder), container(holder));
            }
            default -> {
                if (random.nextBoolean()) {
                    stack();
                }
            }
        }
    }

    /** Takes away what may be too much of a thing. */
    void relieve(Entity thing) {
        world.layout().tables().forEach((_, index) -> thing.findTable(index).orElseThrow().clear());
        world.layout()
                .containers()
                .forEach(
                        (_, index) -> {
                            Container container = thing.findContainer(index).orElseThrow();
                            while (container.size() > 0) {
                                container.remove(container.slotAt(0));
                            }
                        });
        world.layout()
                .fields()
                .forEach((field, index) -> thing.set(index, Value.zero(field.type())));
    }

    /** What a thing is inside of, or itself. */
    private static Entity holder(Entity thing) {
        return thing.findParent().orElse(thing);
    }

    private Entity any() {
        return random.choice(List.copyOf(world.kernel().entities()));
    }

    private Container container(Entity owner) {
        var containers = world.layout().containers();
        return owner.findContainer(containers.keyAt(random.nextInt(containers.size())))
                .orElseThrow();
    }

    /** A slot that is taken, if there is one. */
    private long slot(Container container) {
        return container.size() > 0 && !random.oneIn(6)
                ? container.slotAt(random.nextInt(container.size()))
                : random.between(1, 4);
    }

    private void come(Container container) {
        long slot = random.between(1, 5);
        if (container.find(slot).isPresent()) {
            return;
        }
        Entity other = any();
        if (random.nextBoolean() && world.kernel().entities().size() < THINGS_MAX) {
            container.create(slot, 0);
            coverage.count("child created");
        } else if (other.findHolder().isEmpty()) {
            container.place(slot, other);
            coverage.count("child placed");
        }
    }

    private void go(Container container, List<Entity> kept) {
        long slot = slot(container);
        Entity child = container.find(slot).orElse(null);
        if (child == null) {
            return;
        }
        if (random.oneIn(3) && !kept.contains(child)) {
            end(container, slot, child);
            return;
        }
        container.remove(slot);
        coverage.count("child removed");
        if (random.oneIn(4)) {
            container.place(slot, child);
            coverage.count("child removed and put back");
        }
    }

    private void end(Container container, long slot, Entity child) {
        Guid guid = child.guid();
        world.kernel().destroy(guid);
        coverage.count("child destroyed");
        if (random.nextBoolean()) {
            container.create(slot, guid, 0);
            coverage.count("new incarnation");
        }
    }

    private void move(Container from, Container to) {
        move(from, slot(from), to, random.oneIn(3) ? random.between(1, 4) : slot(to));
    }

    /** Two that are inside of something change places; every second time of the same root. */
    private void exchange() {
        Entity one = any();
        Container from = one.findHolder().orElse(null);
        boolean near = random.nextBoolean();
        List<Entity> others =
                world.kernel().entities().stream()
                        .filter(other -> other.findHolder().isPresent())
                        .filter(other -> !near || other.root() == one.root())
                        .toList();
        if (from != null && !others.isEmpty()) {
            Entity other = random.choice(others);
            move(from, one.slot(), other.findHolder().orElseThrow(), other.slot());
        }
    }

    private void move(Container from, long slot, Container to, long target) {
        Entity child = from.find(slot).orElse(null);
        boolean taken = to.find(target).isPresent();
        boolean across = from.owner().root() != to.owner().root();
        from.swap(slot, to, target);
        if (child != null && to.find(target).orElse(null) == child) {
            coverage.count(
                    (taken ? "swapped" : "moved")
                            + (from == to
                                    ? " between slots"
                                    : across ? " across roots" : " inside"));
        }
    }

    /** All things, one inside of the other as deep as it goes. */
    private void stack() {
        List<Entity> all = List.copyOf(world.kernel().entities());
        for (Entity thing : all) {
            thing.findHolder().ifPresent(holder -> holder.remove(thing.slot()));
        }
        for (int i = 1; i < all.size(); i++) {
            first(all.get(i - 1)).place(random.between(1, 2), all.get(i));
        }
        while (world.kernel().entities().size() < THINGS_MAX) {
            first(any()).create(3, 0);
            create();
        }
        coverage.count("stacked");
    }

    private Container first(Entity owner) {
        return owner.findContainer(world.layout().containers().keyAt(0)).orElseThrow();
    }

    private void setField(Entity entity) {
        var fields = world.layout().fields();
        int position = random.nextInt(fields.size());
        long index = fields.keyAt(position);
        var before = entity.get(index);
        entity.set(index, world.value(fields.valueAt(position).type()));
        coverage.count(entity.findHolder().isPresent() ? "set child's field" : "set field");
        if (random.oneIn(4)) {
            entity.set(index, before);
            coverage.count("set and set back");
        }
    }

    private void changeRows(Entity entity) {
        var tables = world.layout().tables();
        if (tables.isEmpty()) {
            return;
        }
        long index = tables.keyAt(random.nextInt(tables.size()));
        Table table = entity.findTable(index).orElseThrow();
        long number = random.between(1, 6);
        if (entity.findHolder().isPresent()) {
            coverage.count("child's rows");
        }
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                table.addRow(number);
                coverage.count("add row");
            }
            case 2 -> {
                table.findRow(number).ifPresent(row -> setColumn(row, table));
                coverage.count("set column");
            }
            case 3 -> {
                table.removeRow(number);
                coverage.count("remove row");
            }
            case 4 -> {
                if (table.removeRow(number)) {
                    table.addRow(number);
                }
                coverage.count("replace row");
            }
            default -> manyRows(table);
        }
    }

    private void setColumn(Row row, Table table) {
        var columns = table.layout().columns();
        if (!columns.isEmpty()) {
            int position = random.nextInt(columns.size());
            row.set(columns.keyAt(position), world.value(columns.valueAt(position).type()));
        }
    }

    private void manyRows(Table table) {
        if (random.oneIn(3)) {
            table.clear();
            coverage.count("clear");
        }
        if (random.nextBoolean()) {
            for (int i = 0; i < 5; i++) {
                table.addRow(random.between(1, 9));
            }
            coverage.count("many rows");
        }
    }
}
