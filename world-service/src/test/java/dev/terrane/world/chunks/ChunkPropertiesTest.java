package dev.terrane.world.chunks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ChunkPropertiesTest {
    private static ChunkProperties bind(Map<String, ?> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("terrane.world.chunks", ChunkProperties.class);
    }

    @Test
    void theDefaultsAreTheDocumentedOnes() {
        assertThat(bind(Map.of()))
                .isEqualTo(new ChunkProperties(DataSize.ofMegabytes(32), 1024, 64, false));
    }

    @Test
    void everySettingCanBeSet() {
        assertThat(
                        bind(
                                Map.of(
                                        "terrane.world.chunks.cache-size", "1KB",
                                        "terrane.world.chunks.edit-queue-max", "5",
                                        "terrane.world.chunks.edit-batch-max", "2",
                                        "terrane.world.chunks.compression", "true")))
                .isEqualTo(new ChunkProperties(DataSize.ofKilobytes(1), 5, 2, true));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new ChunkProperties(DataSize.ofBytes(-1), 1, 1, false))
                .hasMessageContaining("world.chunks.cache-size must be at least 0B, is -1B");
        assertThatThrownBy(() -> new ChunkProperties(DataSize.ofBytes(0), 0, 1, false))
                .hasMessageContaining("world.chunks.edit-queue-max must be at least 1, is 0");
        assertThatThrownBy(() -> new ChunkProperties(DataSize.ofBytes(0), 1, 0, false))
                .hasMessageContaining("world.chunks.edit-batch-max must be at least 1, is 0");
    }
}
