package dev.terrane.world.chunks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class WriteBehindPropertiesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final DataSize SIZE = DataSize.ofMegabytes(8);

    private static WriteBehindProperties bind(Map<String, ?> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("terrane.world.write-behind", WriteBehindProperties.class);
    }

    @Test
    void theDefaultsAreTheDocumentedOnes() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new WriteBehindProperties(
                                SECOND, Duration.ofSeconds(10), 1024, DataSize.ofMegabytes(64)));
    }

    @Test
    void everySettingCanBeSet() {
        assertThat(
                        bind(
                                Map.of(
                                        "terrane.world.write-behind.interval", "20ms",
                                        "terrane.world.write-behind.shutdown-budget", "1s",
                                        "terrane.world.write-behind.dirty-chunks-max", "5",
                                        "terrane.world.write-behind.pending-bytes-max", "8MB")))
                .isEqualTo(new WriteBehindProperties(Duration.ofMillis(20), SECOND, 5, SIZE));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new WriteBehindProperties(Duration.ofMillis(9), SECOND, 5, SIZE))
                .hasMessageContaining("interval must be from 10ms to 1h");
        assertThatThrownBy(() -> new WriteBehindProperties(Duration.ofHours(2), SECOND, 5, SIZE))
                .hasMessageContaining("interval must be from 10ms to 1h");
        assertThatThrownBy(() -> new WriteBehindProperties(SECOND, Duration.ZERO, 5, SIZE))
                .hasMessageContaining("shutdown-budget must be from 100ms to 10m");
        assertThatThrownBy(() -> new WriteBehindProperties(SECOND, SECOND, 0, SIZE))
                .hasMessageContaining("dirty-chunks-max must be from 1 to 65536");
        assertThatThrownBy(
                        () -> new WriteBehindProperties(SECOND, SECOND, 5, DataSize.ofKilobytes(1)))
                .hasMessageContaining("pending-bytes-max must be from 1MB to 4GB");
    }
}
