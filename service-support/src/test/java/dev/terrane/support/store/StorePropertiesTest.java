package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class StorePropertiesTest {
    private static StoreProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("s", StoreProperties.class);
    }

    @Test
    void defaultsArePinned() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new StoreProperties(
                                null,
                                null,
                                null,
                                null,
                                2,
                                1000,
                                1000,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(10)))
                .isEqualTo(
                        new StoreProperties(
                                null,
                                StoreProperties.of("jdbc:sqlite:x", null, null).user(),
                                null,
                                null,
                                2,
                                1000,
                                1000,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(10)));
    }

    @Test
    void everyPropertyCanBeSet() {
        assertThat(
                        bind(
                                Map.of(
                                        "s.url", "jdbc:postgresql://db/world",
                                        "s.user", "world",
                                        "s.password-file", "/run/secrets/world",
                                        "s.readers", "8",
                                        "s.write-queue-max", "10",
                                        "s.read-queue-max", "20",
                                        "s.busy-timeout", "250ms",
                                        "s.drain-timeout", "1s")))
                .isEqualTo(
                        new StoreProperties(
                                "jdbc:postgresql://db/world",
                                "world",
                                null,
                                Path.of("/run/secrets/world"),
                                8,
                                10,
                                20,
                                Duration.ofMillis(250),
                                Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @CsvSource({
        "s.url, jdbc:mysql://x, not a database",
        "s.readers, 0, readers must be from 1 to 64",
        "s.readers, 65, readers must be from 1 to 64",
        "s.write-queue-max, 0, write-queue-max must be",
        "s.read-queue-max, 0, read-queue-max must be",
        "s.busy-timeout, 61s, busy-timeout must be from 1ms to 1m",
        "s.drain-timeout, -1s, drain-timeout must be at least 0s",
    })
    void badValuesAreRefused(String key, String value, String message) {
        assertThatThrownBy(() -> bind(Map.of(key, value))).hasStackTraceContaining(message);
    }

    @Test
    void passwordAndPasswordFileExcludeEachOtherAndNeitherIsPrinted() {
        assertThatThrownBy(() -> bind(Map.of("s.password", "geheim", "s.password-file", "/x")))
                .hasStackTraceContaining("exclude each other");
        assertThat(bind(Map.of("s.password", "geheim")).toString()).doesNotContain("geheim");
    }
}
