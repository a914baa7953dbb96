package dev.terrane.support.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class SettingRangeTest {
    private static void refused(String message, Runnable judged) {
        assertThatThrownBy(judged::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void bothBoundsAreInside() {
        assertThatCode(() -> SettingRange.require("s.n", 1, 1, 5)).doesNotThrowAnyException();
        assertThatCode(() -> SettingRange.require("s.n", 5, 1, 5)).doesNotThrowAnyException();
        assertThatCode(() -> SettingRange.requireAtLeast("s.n", 1, 1)).doesNotThrowAnyException();
        refused("s.n must be from 1 to 5, is 0", () -> SettingRange.require("s.n", 0, 1, 5));
        refused("s.n must be from 1 to 5, is 6", () -> SettingRange.require("s.n", 6, 1, 5));
        refused("s.n must be at least 1, is 0", () -> SettingRange.requireAtLeast("s.n", 0, 1));
    }

    @Test
    void timesAndSizesAreShownAsTheyAreWritten() {
        refused(
                "s.t must be from 10ms to 1d, is 2d",
                () ->
                        SettingRange.require(
                                "s.t",
                                Duration.ofDays(2),
                                Duration.ofMillis(10),
                                Duration.ofDays(1)));
        refused(
                "s.t must be from 90s to 5m, is 10m",
                () ->
                        SettingRange.require(
                                "s.t",
                                Duration.ofMinutes(10),
                                Duration.ofSeconds(90),
                                Duration.ofMinutes(5)));
        refused(
                "s.t must be above 0, is 0s",
                () -> SettingRange.requirePositive("s.t", Duration.ZERO));
        refused(
                "s.b must be from 4KB to 16MB, is 0B",
                () ->
                        SettingRange.require(
                                "s.b",
                                DataSize.ofBytes(0),
                                DataSize.ofKilobytes(4),
                                DataSize.ofMegabytes(16)));
        refused(
                "s.b must be at least 1025B, is 1KB",
                () ->
                        SettingRange.requireAtLeast(
                                "s.b", DataSize.ofKilobytes(1), DataSize.ofBytes(1_025)));
    }
}
