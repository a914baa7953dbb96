package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000L;

    private final Pace pace = new Pace(60, 5);

    @Test
    void aSecondOwesTheRateWithoutDrift() {
        pace.restart(7);
        int steps = 0;
        for (long tick = 1; tick <= 60 * 100; tick++) {
            int due = pace.due(7 + tick * SECOND / 60);
            for (int i = 0; i < due; i++) {
                pace.ran();
            }
            steps += due;
        }
        assertThat(steps).isEqualTo(6_000);
        assertThat(pace.dropped()).isZero();
    }

    @Test
    void delayBeyondTheCatchUpIsDropped() {
        pace.restart(0);
        assertThat(pace.due(SECOND)).isEqualTo(5);
        assertThat(pace.dropped()).isEqualTo(55);
        for (int i = 0; i < 5; i++) {
            pace.ran();
        }
        assertThat(pace.due(SECOND)).isZero();
        assertThat(pace.due(SECOND + SECOND / 60 + 1)).isEqualTo(1);
    }
}
