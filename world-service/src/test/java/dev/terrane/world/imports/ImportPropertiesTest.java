package dev.terrane.world.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
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

    private static ImportProperties of(
            DataSize request, int concurrent, int jobs, DataSize staged, int atomic) {
        return new ImportProperties(
                request,
                concurrent,
                jobs,
                staged,
                atomic,
                Duration.ofDays(7),
                Duration.ofDays(1),
                Duration.ofSeconds(30));
    }

    @Test
    void theDefaultsAreTheDocumentedOnes() {
        assertThat(bind(Map.of()))
                .isEqualTo(of(DataSize.ofMegabytes(16), 3, 32, DataSize.ofGigabytes(1), 4_096));
    }

    @Test
    void everySettingCanBeSet() {
        assertThat(
                        bind(
                                Map.of(
                                        "terrane." + ImportProperties.LIMIT,
                                        "1KB",
                                        "terrane." + ImportProperties.CONCURRENT_LIMIT,
                                        "7",
                                        "terrane." + ImportProperties.JOBS_LIMIT,
                                        "5",
                                        "terrane." + ImportProperties.STAGED_LIMIT,
                                        "2KB",
                                        "terrane." + ImportProperties.ATOMIC_LIMIT,
                                        "9",
                                        "terrane.world.imports.jobs-kept",
                                        "2h",
                                        "terrane.world.imports.plans-kept",
                                        "3h",
                                        "terrane.world.imports.lease",
                                        "4s")))
                .isEqualTo(
                        new ImportProperties(
                                DataSize.ofKilobytes(1),
                                7,
                                5,
                                DataSize.ofKilobytes(2),
                                9,
                                Duration.ofHours(2),
                                Duration.ofHours(3),
                                Duration.ofSeconds(4)));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        DataSize one = DataSize.ofBytes(1);
        DataSize none = DataSize.ofBytes(0);
        assertThatThrownBy(() -> of(none, 1, 1, one, 1))
                .hasMessageContaining(ImportProperties.LIMIT);
        assertThatThrownBy(() -> of(one, 0, 1, one, 1))
                .hasMessageContaining(ImportProperties.CONCURRENT_LIMIT);
        assertThatThrownBy(() -> of(one, 1, 0, one, 1))
                .hasMessageContaining(ImportProperties.JOBS_LIMIT);
        assertThatThrownBy(() -> of(one, 1, 1, none, 1))
                .hasMessageContaining(ImportProperties.STAGED_LIMIT);
        assertThatThrownBy(() -> of(one, 1, 1, one, 0))
                .hasMessageContaining(ImportProperties.ATOMIC_LIMIT);
        assertThatThrownBy(() -> of(one, 1, 1, one, 4_097))
                .hasMessageContaining(ImportProperties.ATOMIC_LIMIT);
        for (String setting : List.of("jobs-kept", "plans-kept", "lease")) {
            assertThatThrownBy(() -> bind(Map.of("terrane.world.imports." + setting, "0s")))
                    .rootCause()
                    .hasMessageContaining("world.imports." + setting);
        }
    }
}
