package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.terrane.core.schema.ScalarType;
import dev.terrane.testing.AllocationMeter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StorageTest {
    private final Kernel kernel = GuestRoom.kernel();

    @Test
    void typedAccessIsExactAndWithoutConversion() {
        var cells = GuestRoom.guest(kernel).fields();
        assertThat(cells.setUInt64(GuestRoom.UINT64, -1)).isTrue();
        assertThat(cells.setUInt64(GuestRoom.UINT64, -1)).isFalse();
        assertThat(cells.getUInt64(GuestRoom.UINT64)).isEqualTo(-1);
        assertThat(cells.setUInt32(GuestRoom.HP, 0xFFFF_FFFFL)).isTrue();
        assertThat(cells.setUInt32(GuestRoom.HP, 1L << 32)).isFalse();
        assertThat(cells.setUInt32(GuestRoom.HP, -1)).isFalse();
        assertThat(cells.getUInt32(GuestRoom.HP)).isEqualTo(0xFFFF_FFFFL);
        assertThat(cells.setInt32(GuestRoom.INT32, Integer.MIN_VALUE)).isTrue();
        assertThat(cells.getInt32(GuestRoom.INT32)).isEqualTo(Integer.MIN_VALUE);
        assertThat(cells.setInt64(GuestRoom.INT64, Long.MIN_VALUE)).isTrue();
        assertThat(cells.getInt64(GuestRoom.INT64)).isEqualTo(Long.MIN_VALUE);
        assertThat(cells.setFloat(GuestRoom.FLOAT, -0.0f)).isTrue();
        assertThat(cells.getFloat(GuestRoom.FLOAT)).isEqualTo(-0.0f);
        assertThat(cells.get(GuestRoom.FLOAT)).isEqualTo(new Value.Float32(-0.0f));
        assertThat(cells.setFloat(GuestRoom.FLOAT, Float.NaN)).isFalse();
        assertThat(cells.setDouble(GuestRoom.X, Double.MIN_VALUE)).isTrue();
        assertThat(cells.setDouble(GuestRoom.X, Double.POSITIVE_INFINITY)).isFalse();
        assertThat(cells.getDouble(GuestRoom.X)).isEqualTo(Double.MIN_VALUE);
        assertThat(cells.setBool(GuestRoom.FLAG, true)).isTrue();
        assertThat(cells.getBool(GuestRoom.FLAG)).isTrue();
        assertThat(cells.setGuid(GuestRoom.GUILD, -7)).isTrue();
        assertThat(cells.getGuid(GuestRoom.GUILD)).isEqualTo(-7);
        assertThat(cells.setText(GuestRoom.NAME, ByteText.of("Ada"))).isTrue();
        assertThat(cells.setText(GuestRoom.NAME, ByteText.of("Ada"))).isFalse();
        assertThat(cells.getText(GuestRoom.NAME)).isEqualTo(ByteText.of("Ada"));
        assertThat(cells.setInt32(GuestRoom.HP, 1)).isFalse();
        assertThat(cells.setInt32(5, 1)).isFalse();
        assertThat(cells.setInt32(GuestRoom.INVENTORY, 1)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> cells.getInt32(GuestRoom.HP));
        assertThatIllegalArgumentException().isThrownBy(() -> cells.getInt32(5));
        for (int i = 0; i < cells.layout().size(); i++) {
            Value value = cells.get(cells.layout().keyAt(i));
            if (value.type() == ScalarType.STRING) {
                assertThat(cells.textAt(i)).isEqualTo(ByteText.of("Ada"));
            } else {
                assertThat(cells.bitsAt(i)).isEqualTo(value.bits());
                assertThat(Value.ofBits(value.type(), value.bits())).isEqualTo(value);
            }
        }
    }

    @Test
    void goneOwnersRefuseAndTheirLinesAreUsedAgainWithZeros() {
        var entity = GuestRoom.guest(kernel);
        var shape = entity.shape();
        var row = added(GuestRoom.inventory(entity).addRow());
        row.columns().setUInt32(GuestRoom.COUNT, 9);
        row.columns().setText(GuestRoom.LABEL, ByteText.of("x"));
        assertThat(shape.fieldColumns().used()).isEqualTo(1);
        assertThat(shape.rowColumns(0).used()).isEqualTo(1);
        kernel.destroy(entity.guid());
        assertThat(shape.fieldColumns().used()).isZero();
        assertThat(shape.rowColumns(0).used()).isZero();
        assertThat(entity.fields().setUInt32(GuestRoom.HP, 1)).isFalse();
        assertThat(row.columns().setUInt32(GuestRoom.COUNT, 1)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> entity.fields().getUInt32(GuestRoom.HP));
        assertThatIllegalStateException().isThrownBy(() -> entity.fields().bitsAt(0));
        var next = created(kernel.create(Creation.of(GuestRoom.PLAYER)));
        assertThat(next.get(GuestRoom.HP)).isEqualTo(new Value.UInt32(0));
        assertThat(next.get(GuestRoom.NAME)).isEqualTo(Value.Text.of(""));
        var nextRow = added(GuestRoom.inventory(next).addRow());
        assertThat(nextRow.get(GuestRoom.COUNT)).isEqualTo(new Value.UInt32(0));
        assertThat(nextRow.get(GuestRoom.LABEL)).isEqualTo(Value.Text.of(""));
        assertThat(row.isLive()).isFalse();
    }

    @Test
    void columnsAgreeWithANaiveModel() {
        long seed = 20_261_129L;
        var random = new SplittableRandom(seed);
        var live = new ArrayList<Entity>();
        Map<Guid, Map<Long, Value>> model = new HashMap<>();
        int[] done = new int[3];
        for (int i = 0; i < 20_000; i++) {
            int choice = random.nextInt(20);
            if (live.isEmpty() || (choice == 0 && live.size() < 300)) {
                var entity = created(kernel.create(Creation.of(GuestRoom.PLAYER)));
                live.add(entity);
                model.put(entity.guid(), new HashMap<>());
                done[0]++;
            } else if (choice == 1) {
                var entity = live.remove(random.nextInt(live.size()));
                kernel.destroy(entity.guid());
                model.remove(entity.guid());
                done[1]++;
            } else {
                var entity = live.get(random.nextInt(live.size()));
                var fields = entity.layout().fields();
                int at = random.nextInt(fields.size());
                Value value = random(fields.valueAt(at).type(), random);
                entity.set(fields.keyAt(at), value);
                model.get(entity.guid()).put(fields.keyAt(at), value);
                done[2]++;
            }
        }
        for (Entity entity : live) {
            Map<Long, Value> expected = model.get(entity.guid());
            entity.layout()
                    .fields()
                    .forEach(
                            (field, index) ->
                                    assertThat(entity.get(index))
                                            .as("seed %d field %d", seed, index)
                                            .isEqualTo(
                                                    expected.getOrDefault(
                                                            index, Value.zero(field.type()))));
        }
        assertThat(Arrays.stream(done).min().orElseThrow())
                .as("seed %d", seed)
                .isGreaterThanOrEqualTo(100);
    }

    @Test
    void aFlushTellsOnlyOfWhatChanged() {
        for (int i = 0; i < 1_000; i++) {
            GuestRoom.guest(kernel);
        }
        var first = new Counting();
        assertThat(kernel.flush(first)).isEqualTo(1);
        assertThat(first.created).hasSize(1_000);
        assertThat(first.roots).hasSize(1_000);
        var idle = new Counting();
        assertThat(kernel.flush(idle)).isEqualTo(2);
        assertThat(idle.calls()).isZero();
        var guest = kernel.find(new Guid(500)).orElseThrow();
        var bag = guest.findContainer(GuestRoom.BAG).orElseThrow();
        var item = created(bag.create(1, 2));
        kernel.flush(new Counting());
        guest.fields().setUInt32(GuestRoom.HP, 5);
        guest.fields().setUInt32(GuestRoom.HP, 6);
        added(GuestRoom.inventory(guest).addRow());
        item.fields().setUInt32(GuestRoom.COUNT, 9);
        var third = new Counting();
        assertThat(kernel.flush(third)).isEqualTo(4);
        assertThat(third.changed)
                .containsExactly(
                        "500[" + GuestRoom.HP + ", " + GuestRoom.INVENTORY + "]",
                        item.guid() + "[" + GuestRoom.COUNT + "]");
        assertThat(third.roots).containsExactly(guest);
        assertThat(third.calls()).isEqualTo(3);
        assertThat(guest.changes().isAnyDirty()).isFalse();
        kernel.destroy(guest.guid());
        var orphaned = new Counting();
        kernel.flush(orphaned);
        assertThat(orphaned.moved).containsExactly(item);
        assertThat(orphaned.destroyed).hasSize(1);
        assertThat(orphaned.roots).containsExactly(item);
    }

    @Test
    void membersKnowTheFlushTheyChangedBefore() {
        var guest = GuestRoom.guest(kernel);
        var changes = guest.changes();
        int hp = changes.ordinalOf(GuestRoom.HP);
        int inventory = changes.ordinalOf(GuestRoom.INVENTORY);
        assertThat(changes.indexAt(hp)).isEqualTo(GuestRoom.HP);
        assertThat(changes.size()).isEqualTo(14);
        kernel.flush(new Counting());
        assertThat(changes.changedAt(hp)).isEqualTo(1);
        guest.fields().setUInt32(GuestRoom.HP, 1);
        var row = added(GuestRoom.inventory(guest).addRow());
        kernel.flush(new Counting());
        row.columns().setUInt32(GuestRoom.COUNT, 2);
        kernel.flush(new Counting());
        assertThat(changes.changedAt(hp)).isEqualTo(2);
        assertThat(changes.changedAt(inventory)).isEqualTo(3);
        assertThat(row.changedAt()).isEqualTo(3);
        assertThat(changes.changedAt(changes.ordinalOf(GuestRoom.MP))).isEqualTo(1);
        assertThat(GuestRoom.guest(kernel).changes().changedAt(hp)).isEqualTo(4);
    }

    @Test
    void dirtyOrdinalsAreFoundAcrossWords() {
        var fields = new IndexMap.Builder<FieldLayout>();
        for (int i = 1; i <= 130; i++) {
            fields.put(i, new FieldLayout("f" + i, ScalarType.INT32));
        }
        var wide =
                new Kernel(
                        Catalog.of(
                                List.of(EntityLayout.ofFields("Wide", fields.build())), List.of()),
                        () -> new Guid(1),
                        KernelLimits.defaults());
        var entity = created(wide.create(Creation.of("Wide")));
        for (long index : new long[] {1, 64, 65, 130}) {
            entity.fields().setInt32(index, 1);
        }
        assertThat(entity.changes().dirtyIndices()).containsExactly(1L, 64L, 65L, 130L);
        assertThat(entity.changes().nextDirty(129)).isEqualTo(129);
        assertThat(entity.changes().nextDirty(130)).isEqualTo(-1);
        assertThat(entity.changes().nextDirty(500)).isEqualTo(-1);
        assertThat(entity.changes().isDirty(63)).isTrue();
        assertThat(entity.changes().isDirty(62)).isFalse();
    }

    @Test
    void whenTheListenerThrowsEverythingIsToldAgain() {
        var guest = GuestRoom.guest(kernel);
        kernel.flush(new Counting());
        guest.fields().setUInt32(GuestRoom.HP, 1);
        var failing =
                new Counting() {
                    @Override
                    public void root(Entity root) {
                        throw new IllegalStateException("publish");
                    }
                };
        assertThatIllegalStateException().isThrownBy(() -> kernel.flush(failing));
        var again = new Counting();
        assertThat(kernel.flush(again)).isEqualTo(2);
        assertThat(again.changed).hasSize(1);
        assertThat(again.roots).containsExactly(guest);
        var meddling =
                new Counting() {
                    @Override
                    public void created(Entity entity) {
                        entity.fields().setUInt32(GuestRoom.HP, 77);
                    }
                };
        var late = GuestRoom.guest(kernel);
        assertThatIllegalStateException().isThrownBy(() -> kernel.flush(meddling));
        assertThat(late.fields().getUInt32(GuestRoom.HP)).isEqualTo(100);
    }

    @Test
    void steadyWritingAndFlushingAllocatesNothingThatGrows() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            GuestRoom.guest(kernel);
        }
        kernel.flush(new Silent());
        var cells = kernel.find(new Guid(1_000)).orElseThrow().fields();
        var silent = new Silent();
        // Allowed is what the measuring itself may cost.
        long most = 64 * 1024;
        var measured =
                AllocationMeter.cheapest(
                        most,
                        () ->
                                () -> {
                                    rounds(cells, silent, 20_000);
                                    return true;
                                });
        assertThat(measured.bytes()).isLessThan(most);
    }

    private void rounds(Cells cells, FlushListener silent, int count) {
        for (int i = 0; i < count; i++) {
            cells.setDouble(GuestRoom.X, i + 0.5);
            cells.setUInt32(GuestRoom.HP, i);
            cells.setInt64(GuestRoom.INT64, -i);
            kernel.flush(silent);
        }
    }

    private static Value random(ScalarType type, SplittableRandom random) {
        long bits = random.nextLong();
        return switch (type) {
            case BOOL -> new Value.Bool(random.nextBoolean());
            case INT32 -> new Value.Int32((int) bits);
            case UINT32 -> new Value.UInt32(bits & 0xFFFF_FFFFL);
            case INT64 -> new Value.Int64(bits);
            case UINT64 -> new Value.UInt64(bits);
            case FLOAT -> new Value.Float32((float) random.nextDouble());
            case DOUBLE -> new Value.Float64(random.nextDouble());
            case GUID -> new Value.GuidRef(bits);
            case STRING -> Value.Text.of(Long.toHexString(bits));
        };
    }

    /** Keeps what it is told. */
    private static class Counting implements FlushListener {
        private final List<Entity> created = new ArrayList<>();
        private final List<String> changed = new ArrayList<>();
        private final List<Entity> moved = new ArrayList<>();
        private final List<KernelChanges.Gone> destroyed = new ArrayList<>();
        private final List<Entity> roots = new ArrayList<>();

        int calls() {
            return created.size() + changed.size() + moved.size() + destroyed.size() + roots.size();
        }

        @Override
        public void created(Entity entity) {
            created.add(entity);
        }

        @Override
        public void changed(Entity entity) {
            changed.add(entity.guid() + entity.changes().dirtyIndices().toString());
        }

        @Override
        public void moved(Entity entity) {
            moved.add(entity);
        }

        @Override
        public void destroyed(KernelChanges.Gone gone) {
            destroyed.add(gone);
        }

        @Override
        public void root(Entity root) {
            roots.add(root);
        }
    }

    /** Hears everything and keeps nothing. */
    private static final class Silent implements QuietListener {}
}
