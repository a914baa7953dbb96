package dev.terrane.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimeTest {
    @Test
    void simulatedTimeMovesOnlyByHand() {
        SimClock clock = SimClock.create();
        assertThat(clock.instant()).isEqualTo(SimClock.START);
        clock.advance(Duration.ofMillis(1500));
        assertThat(clock.millis()).isEqualTo(SimClock.START.toEpochMilli() + 1500);
        assertThat(clock.nanos()).isEqualTo(1_500_000_000L);
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        clock.jumpTo(SimClock.START);
        assertThat(clock.nanos()).isZero();
    }

    @Test
    void aViewInAnotherZoneSharesTheTime() {
        SimClock clock = SimClock.create();
        var tokyo = clock.withZone(ZoneId.of("Asia/Tokyo"));
        clock.advance(Duration.ofHours(1));
        assertThat(tokyo.instant()).isEqualTo(clock.instant());
        assertThat(tokyo.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
    }

    @Test
    void awaitReturnsAsSoonAsTheConditionHolds() {
        AtomicInteger polls = new AtomicInteger();
        Await.until(Duration.ofSeconds(10), "three polls", () -> polls.incrementAndGet() == 3);
        assertThat(polls).hasValue(3);
        String value =
                Await.value(
                        Duration.ofSeconds(10),
                        "a value",
                        () -> polls.incrementAndGet() > 5 ? Optional.of("x") : Optional.empty());
        assertThat(value).isEqualTo("x");
    }

    @Test
    void awaitNamesWhatDidNotHappenAndWhy() {
        assertThatThrownBy(() -> Await.until(Duration.ofMillis(5), "pigs to fly", () -> false))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PT0.005S")
                .hasMessageContaining("pigs to fly");
        assertThatThrownBy(
                        () ->
                                Await.untilAsserted(
                                        Duration.ofMillis(5),
                                        "equality",
                                        () -> assertThat(1).isEqualTo(2)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("last failure")
                .hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void awaitStopsWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Await.until(Duration.ofMinutes(1), "nothing", () -> false))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void holdsFailsWhenTheConditionStopsHolding() {
        AtomicInteger polls = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                Await.holds(
                                        Duration.ofSeconds(10),
                                        "few polls",
                                        () -> polls.incrementAndGet() < 3))
                .isInstanceOf(AssertionError.class);
        Await.holds(Duration.ofMillis(5), "truth", () -> true);
    }
}
