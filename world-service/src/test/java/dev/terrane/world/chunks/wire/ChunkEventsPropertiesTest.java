package dev.terrane.world.chunks.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.events.EventLogLimits;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ChunkEventsPropertiesTest {
    private static ChunkEventsProperties bind(Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings))
                .bindOrCreate("terrane.world.events", ChunkEventsProperties.class);
    }

    @Test
    void defaultsAreTheLogs() {
        assertThat(bind(Map.of()).limits()).isEqualTo(EventLogLimits.defaults());
    }

    @Test
    void everySettingIsRead() {
        ChunkEventsProperties set =
                bind(
                        Map.of(
                                "terrane.world.events.kept-max", "7",
                                "terrane.world.events.kept-for", "3s"));
        assertThat(set).isEqualTo(new ChunkEventsProperties(7, Duration.ofSeconds(3)));
        assertThat(set.limits().eventsMax()).isEqualTo(7);
        assertThat(set.limits().ageMax()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void badValuesAreRefusedByName() {
        for (int kept : new int[] {0, 1_000_001}) {
            assertThatThrownBy(() -> new ChunkEventsProperties(kept, Duration.ofSeconds(1)))
                    .hasMessageContaining("world.events.kept-max");
        }
        for (Duration kept : new Duration[] {Duration.ofMillis(999), Duration.ofDays(2)}) {
            assertThatThrownBy(() -> new ChunkEventsProperties(1, kept))
                    .hasMessageContaining("world.events.kept-for");
        }
    }
}
