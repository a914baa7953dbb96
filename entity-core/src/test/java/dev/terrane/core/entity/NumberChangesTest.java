package dev.terrane.core.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a table remembers of touched rows until the next flush, and the numbers of entities. */
class NumberChangesTest {
    private final Kernel kernel =
            GuestRoom.kernel(new KernelLimits(10, 100, 10, 100, GuidWidth.BITS_64, 8, 2, 4, 3, 9));
    private final Entity guest = GuestRoom.guest(kernel);
    private final Table table = GuestRoom.inventory(guest);

    @Test
    void rowsThatCameChangedAndWentAreListedUntilTheFlush() {
        table.addRow(1);
        table.addRow(2);
        assertThat(numbers()).containsExactly(1L, 2L);
        kernel.drainChanges();
        assertThat(table.changes().isEmpty()).isTrue();
        Row row = table.findRow(1).orElseThrow();
        row.set(GuestRoom.COUNT, new Value.UInt32(7));
        row.set(GuestRoom.COUNT, new Value.UInt32(8));
        row.set(GuestRoom.COUNT, new Value.UInt32(8));
        assertThat(numbers()).containsExactly(1L);
        table.removeRow(2);
        assertThat(numbers()).containsExactly(1L, 2L);
        table.addRow(2);
        assertThat(numbers()).containsExactly(1L, 2L);
        kernel.drainChanges();
        assertThat(numbers()).isEmpty();
        assertThat(table.changes().isAll()).isFalse();
    }

    @Test
    void theListIsBoundedAndSaysSo() {
        for (int i = 1; i <= 3; i++) {
            table.addRow(i);
        }
        assertThat(numbers()).containsExactly(1L, 2L, 3L);
        assertThat(table.changes().isAll()).isFalse();
        table.addRow(4);
        assertThat(table.changes().isAll()).isTrue();
        assertThat(numbers()).isEmpty();
        table.removeRow(4);
        assertThat(table.changes().isAll()).isTrue();
        kernel.drainChanges();
        assertThat(table.changes().isEmpty()).isTrue();
        table.clear();
        assertThat(table.changes().isAll()).isTrue();
    }

    @Test
    void aFailedFlushKeepsTheList() {
        kernel.drainChanges();
        table.addRow(1);
        var failing = new FlushListenerThat(new IllegalStateException("publish"));
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> kernel.flush(failing)))
                .isSameAs(failing.failure);
        assertThat(numbers()).containsExactly(1L);
    }

    @Test
    void aNumberIsUsedAgainOnlyAfterTheFlushThatTellsOfItsEnd() {
        Entity second = GuestRoom.guest(kernel);
        assertThat(guest.denseNumber()).isZero();
        assertThat(second.denseNumber()).isEqualTo(1);
        kernel.drainChanges();
        kernel.destroy(second.guid());
        assertThat(GuestRoom.guest(kernel).denseNumber()).isEqualTo(2);
        kernel.drainChanges();
        assertThat(GuestRoom.guest(kernel).denseNumber()).isEqualTo(1);
    }

    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < table.changes().size(); i++) {
            numbers.add(table.changes().numberAt(i));
        }
        return numbers;
    }

    /** Throws when it is told of a change. */
    private static final class FlushListenerThat implements QuietListener {
        private final IllegalStateException failure;

        FlushListenerThat(IllegalStateException failure) {
            this.failure = failure;
        }

        @Override
        public void changed(Entity entity) {
            throw failure;
        }
    }
}
