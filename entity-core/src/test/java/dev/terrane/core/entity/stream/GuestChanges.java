package dev.terrane.core.entity.stream;

import static dev.terrane.core.entity.GuestRoom.inventory;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A guest in each of two worlds, a random selection of what may be seen, and random changes: what
 * is selected happens in both, what is hidden in the other one only. The naive model of simulations
 * without containers.
 */
public final class GuestChanges {
    private final SeededRandom random;
    private final Coverage coverage;
    private final Kernel seenKernel = GuestRoom.kernel();
    private final Kernel otherKernel = GuestRoom.kernel();
    private final Entity seen = GuestRoom.guest(seenKernel);
    private final Entity other = GuestRoom.guest(otherKernel);
    private final EntityProjection selection;
    private Set<Long> quantised = Set.of();

    public GuestChanges(SeededRandom random, Coverage coverage) {
        this.random = random;
        this.coverage = coverage;
        this.selection = select();
    }

    /** The kernel of the guest that is watched. */
    public Kernel seenKernel() {
        return seenKernel;
    }

    /** The kernel of the other guest. */
    public Kernel otherKernel() {
        return otherKernel;
    }

    /** The guest that is watched. */
    public Entity seen() {
        return seen;
    }

    /** The guest of the world that differs in what is hidden. */
    public Entity other() {
        return other;
    }

    /** Some fields, and the inventory with some of its columns; the effects stay hidden. */
    public EntityProjection selection() {
        return selection;
    }

    /** Fields whose changes are counted apart. */
    public void quantise(Set<Long> fields) {
        quantised = fields;
    }

    /** Up to four changes, and now and then a clear. */
    public void change() {
        int changes = random.between(0, 4);
        for (int i = 0; i < changes; i++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> setField();
                case 3 -> addRow();
                case 4 -> setColumn();
                case 5 -> removeRow();
                case 6 -> replaceRow();
                default -> hide();
            }
        }
        if (random.oneIn(12)) {
            both(guest -> inventory(guest).clear());
            coverage.count("clear");
        }
    }

    /** Makes the same change in both worlds. */
    public void both(Consumer<Entity> change) {
        change.accept(seen);
        change.accept(other);
    }

    /** A value of a field's type, often an extreme one. */
    public Value value(FieldLayout field) {
        return switch (field.type()) {
            case BOOL -> new Value.Bool(random.nextBoolean());
            case INT32 -> new Value.Int32(random.edgyInt());
            case UINT32 -> new Value.UInt32(random.edgyInt() & 0xFFFF_FFFFL);
            case INT64 -> new Value.Int64(random.edgyLong());
            case UINT64 -> new Value.UInt64(random.edgyLong());
            case FLOAT -> new Value.Float32(random.between(-5, 5) / 3f);
            case DOUBLE -> new Value.Float64(random.edgyDouble());
            case STRING -> new Value.Text(ByteText.copyOf(random.bytes(random.between(0, 9))));
            case GUID -> new Value.GuidRef(random.edgyLong());
        };
    }

    private void setField() {
        IndexMap<FieldLayout> fields = seen.layout().fields();
        int position = random.nextInt(fields.size());
        long index = fields.keyAt(position);
        if (!selection.fields().contains(index)) {
            return;
        }
        Value value = value(fields.valueAt(position));
        both(guest -> guest.set(index, value));
        coverage.count(quantised.contains(index) ? "set quantised" : "set field");
    }

    private void addRow() {
        long number = random.between(1, 6);
        both(guest -> inventory(guest).addRow(number));
        coverage.count("add row");
    }

    private void setColumn() {
        long number = random.between(1, 6);
        Value value = new Value.UInt32(random.between(0, 3));
        both(
                guest ->
                        inventory(guest)
                                .findRow(number)
                                .ifPresent(row -> row.set(GuestRoom.COUNT, value)));
        coverage.count("set column");
    }

    private void removeRow() {
        long number = random.between(1, 6);
        both(guest -> inventory(guest).removeRow(number));
        coverage.count("remove row");
    }

    private void replaceRow() {
        long number = random.between(1, 6);
        both(
                guest -> {
                    if (inventory(guest).removeRow(number)) {
                        inventory(guest).addRow(number);
                    }
                });
        coverage.count("replace row");
    }

    /** Changes of one world only, none of which the selection shows. */
    private void hide() {
        IndexMap<FieldLayout> fields = other.layout().fields();
        int position = random.nextInt(fields.size());
        if (!selection.fields().contains(fields.keyAt(position))) {
            other.set(fields.keyAt(position), value(fields.valueAt(position)));
            coverage.count("hidden field");
        }
        other.findTable(GuestRoom.EFFECTS).orElseThrow().addRow();
        // A row that comes and goes between flushes was never seen, but moves the kernel's counter.
        inventory(other).addRow(99);
        inventory(other).removeRow(99);
        coverage.count("hidden churn");
    }

    private EntityProjection select() {
        List<Long> fields = new ArrayList<>();
        GuestRoom.player()
                .fields()
                .forEach(
                        (field, index) -> {
                            if (random.nextBoolean()) {
                                fields.add(index);
                            }
                        });
        List<Long> columns = random.nextBoolean() ? List.of(GuestRoom.COUNT) : List.of(1L, 2L);
        return EntityProjection.of(
                GuestRoom.PLAYER,
                fields,
                List.of(new TableSelection(GuestRoom.INVENTORY, columns)));
    }
}
