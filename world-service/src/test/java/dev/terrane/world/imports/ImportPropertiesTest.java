package dev.terrane.world.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class ImportPropertiesTest {
    private static ImportProperties bind(Map<String, ?> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("terrane.world.imports", ImportProperties.class);
    }

    @Test
    void theDefaultsAreTheDocumentedOnes() {
        assertThat(bind(Map.of())).isEqualTo(new ImportProperties(DataSize.ofMegabytes(16), 3));
    }

    @Test
    void everySettingCanBeSet() {
        assertThat(
                        bind(
                                Map.of(
                                        ImportProperties.LIMIT, "1KB",
                                        ImportProperties.CONCURRENT_LIMIT, "7")))
                .isEqualTo(new ImportProperties(DataSize.ofKilobytes(1), 7));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new ImportProperties(DataSize.ofBytes(0), 1))
                .hasMessageContaining(ImportProperties.LIMIT);
        assertThatThrownBy(() -> new ImportProperties(DataSize.ofBytes(1), 0))
                .hasMessageContaining(ImportProperties.CONCURRENT_LIMIT);
    }
}
