package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllocationMeterTest {
    @Test
    void garbageIsCounted() throws Exception {
        long bytes =
                AllocationMeter.bytes(
                        () -> {
                            for (int i = 0; i < 10; i++) {
                                assertThat(new byte[100_000]).hasSize(100_000);
                            }
                        });
        assertThat(bytes).isGreaterThan(1_000_000);
        var measured = AllocationMeter.measure(() -> new long[1000]);
        assertThat(measured.value()).hasSize(1000);
        assertThat(measured.bytes()).isBetween(8_000L, 200_000L);
    }
}
