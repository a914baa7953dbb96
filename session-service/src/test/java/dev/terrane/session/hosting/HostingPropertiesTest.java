package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class HostingPropertiesTest {
    private static HostingProperties bind(Map<String, Object> values) {
        Map<String, Object> named = new HashMap<>();
        values.forEach((key, value) -> named.put("terrane.session.hosting." + key, value));
        return new Binder(new MapConfigurationPropertySource(named))
                .bindOrCreate("terrane.session.hosting", HostingProperties.class);
    }

    @Test
    void defaults() {
        assertThat(bind(Map.of()))
                .isEqualTo(
                        new HostingProperties(
                                2,
                                1000,
                                1024,
                                8192,
                                65536,
                                8,
                                5,
                                18000,
                                DataSize.ofMegabytes(8),
                                36000,
                                Duration.ofDays(1),
                                Duration.ofDays(1),
                                1 << 20,
                                10000,
                                10000));
    }

    @Test
    void everyPropertyIsRead() {
        var values =
                new HashMap<String, Object>(
                        Map.of(
                                "workers", 3,
                                "sessions-max", 4,
                                "mailbox-max", 5,
                                "bodies-max", 6,
                                "contacts-max", 7,
                                "undurable-steps-max", 8,
                                "catch-up-steps-max", 9,
                                "checkpoint-every-steps", 10));
        values.put("checkpoint-every-size", "11KB");
        values.put("facts-retained-steps", 12);
        values.put("journal-retained", "13s");
        values.put("receipts-retained", "14s");
        values.put("client-ids-max", 15);
        values.put("commands-per-second-max", 16);
        values.put("steps-retained", 17);
        assertThat(bind(values))
                .isEqualTo(
                        new HostingProperties(
                                3,
                                4,
                                5,
                                6,
                                7,
                                8,
                                9,
                                10,
                                DataSize.ofKilobytes(11),
                                12,
                                Duration.ofSeconds(13),
                                Duration.ofSeconds(14),
                                15,
                                16,
                                17));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workers",
                "sessions-max",
                "mailbox-max",
                "bodies-max",
                "contacts-max",
                "undurable-steps-max",
                "catch-up-steps-max",
                "checkpoint-every-steps",
                "facts-retained-steps",
                "checkpoint-every-size",
                "journal-retained",
                "receipts-retained",
                "client-ids-max",
                "steps-retained"
            })
    void zeroIsRefused(String name) {
        assertThatThrownBy(() -> bind(Map.of(name, 0)))
                .hasStackTraceContaining("session.hosting." + name);
    }
}
