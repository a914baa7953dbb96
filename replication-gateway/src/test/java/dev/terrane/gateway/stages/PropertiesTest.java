package dev.terrane.gateway.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.live.PeerChannel;
import dev.terrane.gateway.routing.RoutingProperties;
import dev.terrane.gateway.tickets.TicketsProperties;
import dev.terrane.gateway.tokens.TokensProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

class PropertiesTest {
    private static <T> T bind(Class<T> type, String prefix, Map<String, Object> values) {
        return new Binder(new MapConfigurationPropertySource(values)).bindOrCreate(prefix, type);
    }

    @Test
    void defaultsOfStages() {
        StagesProperties defaults =
                bind(StagesProperties.class, "terrane.gateway.stages", Map.of());
        assertThat(defaults)
                .isEqualTo(
                        new StagesProperties(
                                1000,
                                0,
                                10_000,
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(1),
                                200,
                                DataSize.ofKilobytes(64),
                                Duration.ofSeconds(1),
                                DataSize.ofKilobytes(256),
                                Duration.ofSeconds(10),
                                DataSize.ofMegabytes(32),
                                DataSize.ofKilobytes(64)));
        assertThat(defaults.debtLimits()).isEqualTo(PeerChannel.Limits.defaults());
        assertThat(defaults.threadCount()).isPositive();
    }

    @Test
    void stagesTakeEveryProperty() {
        String p = "terrane.gateway.stages.";
        assertThat(
                        bind(
                                StagesProperties.class,
                                "terrane.gateway.stages",
                                Map.ofEntries(
                                        Map.entry(p + "stages-max", "5"),
                                        Map.entry(p + "threads", "2"),
                                        Map.entry(p + "mailbox-max", "7"),
                                        Map.entry(p + "call-timeout", "1s"),
                                        Map.entry(p + "hello-timeout", "2s"),
                                        Map.entry(p + "close-timeout", "3s"),
                                        Map.entry(p + "messages-per-second-max", "8"),
                                        Map.entry(p + "debt-soft-bytes", "1KB"),
                                        Map.entry(p + "debt-soft-age", "4s"),
                                        Map.entry(p + "debt-hard-bytes", "2KB"),
                                        Map.entry(p + "debt-hard-age", "5s"),
                                        Map.entry(p + "chunk-cache-max", "1MB"),
                                        Map.entry(p + "send-buffer", "8KB"))))
                .isEqualTo(
                        new StagesProperties(
                                5,
                                2,
                                7,
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(3),
                                8,
                                DataSize.ofKilobytes(1),
                                Duration.ofSeconds(4),
                                DataSize.ofKilobytes(2),
                                Duration.ofSeconds(5),
                                DataSize.ofMegabytes(1),
                                DataSize.ofKilobytes(8)));
    }

    @Test
    void badStageLimitsAreRefused() {
        for (String bad :
                new String[] {
                    "stages-max=0",
                    "threads=-1",
                    "mailbox-max=0",
                    "messages-per-second-max=0",
                    "call-timeout=0s",
                    "hello-timeout=0s",
                    "close-timeout=0s",
                    "send-buffer=1KB",
                    "send-buffer=17MB",
                    "chunk-cache-max=-1B",
                    "debt-soft-bytes=0B",
                    "debt-soft-age=0s",
                    "debt-hard-bytes=63KB",
                    "debt-hard-age=999ms"
                }) {
            String[] pair = bad.split("=", 2);
            assertThatThrownBy(
                            () ->
                                    bind(
                                            StagesProperties.class,
                                            "terrane.gateway.stages",
                                            Map.of("terrane.gateway.stages." + pair[0], pair[1])))
                    .as(bad)
                    .hasRootCauseInstanceOf(IllegalArgumentException.class)
                    .hasStackTraceContaining("gateway.stages." + pair[0] + " must be");
        }
        assertThatThrownBy(() -> new PeerChannel.Limits(10, 10, 5, 10))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void defaultsOfTheOthers() {
        assertThat(bind(RoutingProperties.class, "terrane.gateway.routing", Map.of()))
                .isEqualTo(
                        new RoutingProperties(
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(60),
                                64,
                                256,
                                DataSize.ofMegabytes(64)));
        assertThat(bind(TicketsProperties.class, "terrane.gateway.tickets", Map.of()))
                .isEqualTo(new TicketsProperties(Duration.ofSeconds(30), 10_000));
        assertThat(bind(TokensProperties.class, "terrane.gateway.tokens", Map.of()))
                .isEqualTo(
                        new TokensProperties(
                                true,
                                null,
                                null,
                                null,
                                true,
                                Duration.ofHours(1),
                                Duration.ofHours(1),
                                Duration.ofDays(7),
                                Duration.ofDays(90)));
    }

    @Test
    void theOthersTakeEveryPropertyAndRefuseBadOnes() {
        assertThat(
                        bind(
                                TokensProperties.class,
                                "t",
                                Map.of(
                                        "t.enabled", "false",
                                        "t.keys-dir", "/k",
                                        "t.secrets-dir", "/s",
                                        "t.dev-file", "/d",
                                        "t.dev-client", "false",
                                        "t.access-lifetime", "1m",
                                        "t.service-lifetime", "2m",
                                        "t.lifetime-max", "3m",
                                        "t.rotate-after", "2h")))
                .isEqualTo(
                        new TokensProperties(
                                false,
                                Path.of("/k"),
                                Path.of("/s"),
                                Path.of("/d"),
                                false,
                                Duration.ofMinutes(1),
                                Duration.ofMinutes(2),
                                Duration.ofMinutes(3),
                                Duration.ofHours(2)));
        for (String bad :
                new String[] {"access-lifetime=8d", "service-lifetime=0s", "rotate-after=1m"}) {
            String[] pair = bad.split("=", 2);
            assertThatThrownBy(
                            () ->
                                    bind(
                                            TokensProperties.class,
                                            "t",
                                            Map.of("t." + pair[0], pair[1])))
                    .as(bad)
                    .hasRootCauseInstanceOf(IllegalArgumentException.class)
                    .hasStackTraceContaining("gateway.tokens.");
        }
        for (String bad :
                new String[] {
                    "connect-timeout=0s",
                    "idle-timeout=0s",
                    "connections-max=0",
                    "queued-max=-1",
                    "body-max=0B"
                }) {
            String[] pair = bad.split("=", 2);
            assertThatThrownBy(
                            () ->
                                    bind(
                                            RoutingProperties.class,
                                            "r",
                                            Map.of("r." + pair[0], pair[1])))
                    .as(bad)
                    .hasRootCauseInstanceOf(IllegalArgumentException.class)
                    .hasStackTraceContaining("gateway.routing." + pair[0] + " must be");
        }
        assertThatThrownBy(() -> new TicketsProperties(Duration.ZERO, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new TicketsProperties(Duration.ofSeconds(1), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
