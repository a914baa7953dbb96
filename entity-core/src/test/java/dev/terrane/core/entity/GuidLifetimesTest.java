package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.Mask;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuidLifetimesTest {
    private final Kernel kernel =
            GuestRoom.kernel(new KernelLimits(10, 10, 10, 100, GuidWidth.BITS_64, 2, 2, 2, 9, 2));

    @Test
    void everyGuidCountsItsOwnLifetimes() {
        assertThat(GuestRoom.guest(kernel).lifetime()).isEqualTo(1);
        Entity second = GuestRoom.guest(kernel);
        assertThat(second.lifetime()).isEqualTo(1);
        assertThat(second.incarnation()).isEqualTo(2);
        kernel.destroy(second.guid());
        assertThat(again(second.guid()).lifetime()).isEqualTo(2);
        kernel.destroy(second.guid());
        assertThat(again(second.guid()).lifetime()).isEqualTo(3);
    }

    @Test
    void aRestoredEntityLivesOnceMore() {
        Entity guest = GuestRoom.guest(kernel);
        EntityData data = kernel.export(guest, Mask.NONE);
        kernel.destroy(guest.guid());
        assertThat(created(kernel.restore(data)).lifetime()).isEqualTo(2);
    }

    @Test
    void whatWasForgottenNeverLivesUnderANumberItHad() {
        var guid = new Guid(-7);
        for (int i = 0; i < 3; i++) {
            again(guid);
            kernel.destroy(guid);
        }
        // Two others push it out of what is remembered.
        for (int i = 0; i < 2; i++) {
            kernel.destroy(GuestRoom.guest(kernel).guid());
        }
        assertThat(again(guid).lifetime()).isGreaterThan(3);
        assertThat(GuestRoom.guest(kernel).lifetime()).isEqualTo(1);
    }

    private Entity again(Guid guid) {
        return created(kernel.create(new Creation(GuestRoom.PLAYER, guid, 1, List.of())));
    }
}
