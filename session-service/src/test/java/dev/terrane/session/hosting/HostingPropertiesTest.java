package dev.terrane.session.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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
                                2, 1000, 1024, 8192, 65536, 8, 5, 3600, 36000, 10000));
    }

    @Test
    void everyPropertyIsRead() {
        var values =
                Map.<String, Object>of(
                        "workers", 3,
                        "sessions-max", 4,
                        "mailbox-max", 5,
                        "bodies-max", 6,
                        "contacts-max", 7,
                        "undurable-steps-max", 8,
                        "catch-up-steps-max", 9,
                        "checkpoint-every-steps", 10,
                        "facts-retained-steps", 11,
                        "steps-retained", 12);
        assertThat(bind(values)).isEqualTo(new HostingProperties(3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
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
                "steps-retained"
            })
    void zeroIsRefused(String name) {
        assertThatThrownBy(() -> bind(Map.of(name, 0))).hasStackTraceContaining(name);
    }
}
