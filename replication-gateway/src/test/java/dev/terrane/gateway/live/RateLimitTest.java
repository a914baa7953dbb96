package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimitTest {
    private long nanos = Long.MAX_VALUE - 5;

    @Test
    void aSecondsWorthIsAvailableAtOnceAndComesBackWithTime() {
        RateLimit limit = new RateLimit(10, () -> nanos);
        for (int i = 0; i < 10; i++) {
            assertThat(limit.tryTake()).isTrue();
        }
        assertThat(limit.tryTake()).isFalse();
        nanos += 100_000_000;
        assertThat(limit.tryTake()).isTrue();
        assertThat(limit.tryTake()).isFalse();
        nanos += 3_600_000_000_000L;
        for (int i = 0; i < 10; i++) {
            assertThat(limit.tryTake()).isTrue();
        }
        assertThat(limit.tryTake()).isFalse();
    }
}
