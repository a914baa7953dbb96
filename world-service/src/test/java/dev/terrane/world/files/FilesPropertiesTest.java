package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class FilesPropertiesTest {
    private static final String PREFIX = "terrane.world.files";

    private static FilesProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate(PREFIX, FilesProperties.class);
    }

    @Test
    void theDefaultsAreThese() {
        assertThat(bind(Map.of()))
                .isEqualTo(new FilesProperties(false, 64, Duration.ofMinutes(10)));
    }

    @Test
    void everyPropertyIsRead() {
        assertThat(
                        bind(
                                Map.of(
                                        PREFIX + ".own", "true",
                                        PREFIX + ".open-max", "3",
                                        PREFIX + ".idle-close", "90s")))
                .isEqualTo(new FilesProperties(true, 3, Duration.ofSeconds(90)));
    }

    @Test
    void whatIsOutOfRangeIsRefusedByName() {
        assertThatThrownBy(() -> new FilesProperties(true, 0, Duration.ofMinutes(1)))
                .hasMessageContaining("world.files.open-max must be from 1 to 1024, is 0");
        assertThatThrownBy(() -> new FilesProperties(true, 1025, Duration.ofMinutes(1)))
                .hasMessageContaining("open-max");
        assertThatThrownBy(() -> new FilesProperties(true, 1, Duration.ofMillis(999)))
                .hasMessageContaining("world.files.idle-close must be from 1s to 1d");
        assertThatThrownBy(() -> new FilesProperties(true, 1, Duration.ofHours(25)))
                .hasMessageContaining("idle-close");
    }
}
