package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommandRateTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aSecondsWorthIsAdmittedAtOnceThenTheRate() {
        var rate = new CommandRate(100, 0);
        assertThat(rate.admits(100, 0)).isTrue();
        assertThat(rate.admits(1, 0)).isFalse();
        assertThat(rate.admits(10, SECOND / 10)).isTrue();
        assertThat(rate.admits(1, SECOND / 10)).isFalse();
        // A rest earns no more than a second's worth.
        assertThat(rate.admits(100, 60 * SECOND)).isTrue();
        assertThat(rate.admits(1, 60 * SECOND)).isFalse();
    }

    @Test
    void aBatchLargerThanASecondsWorthIsPaidBack() {
        var rate = new CommandRate(100, 0);
        assertThat(rate.admits(250, 0)).isTrue();
        assertThat(rate.admits(1, SECOND)).isFalse();
        assertThat(rate.admits(1, 2 * SECOND)).isTrue();
    }

    @Test
    void zeroAdmitsEverything() {
        var rate = new CommandRate(0, 0);
        for (int i = 0; i < 1000; i++) {
            assertThat(rate.admits(256, 0)).isTrue();
        }
    }
}
