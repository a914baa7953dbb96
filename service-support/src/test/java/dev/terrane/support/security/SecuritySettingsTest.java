package dev.terrane.support.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.server.RpcServerProperties;
import dev.terrane.support.web.WebProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/** Settings of security, the HTTP edge and RPC: defaults, all set, and what is refused. */
class SecuritySettingsTest {
    private static final String RPC = "terrane.common.rpc";
    private static final String WEB = "terrane.common.web";
    private static final String CLAIMS = "terrane.common.security.claims";

    @Test
    void everyDefaultIsAsDocumented() {
        assertThat(bind(RPC, RpcServerProperties.class, Map.of()))
                .isEqualTo(
                        new RpcServerProperties(
                                DataSize.ofMegabytes(4),
                                Duration.ofSeconds(30),
                                Duration.ofMinutes(5),
                                DataSize.ofKilobytes(1)));
        assertThat(bind(WEB, WebProperties.class, Map.of()))
                .isEqualTo(new WebProperties(DataSize.ofMegabytes(1)));
        assertThat(bind(CLAIMS, ClaimNames.class, Map.of()))
                .isEqualTo(new ClaimNames("roles", "content", "mature", "team", "guild"));
    }

    @Test
    void everySettingCanBeSet() {
        assertThat(
                        bind(
                                RPC,
                                RpcServerProperties.class,
                                Map.of(
                                        RPC + ".request-bytes-max", "8KB",
                                        RPC + ".timeout-default", "1s",
                                        RPC + ".timeout-max", "2s",
                                        RPC + ".gzip-from", "3B")))
                .isEqualTo(
                        new RpcServerProperties(
                                DataSize.ofKilobytes(8),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(2),
                                DataSize.ofBytes(3)));
        assertThat(bind(WEB, WebProperties.class, Map.of(WEB + ".body-bytes-max", "5B")))
                .isEqualTo(new WebProperties(DataSize.ofBytes(5)));
        assertThat(
                        bind(
                                CLAIMS,
                                ClaimNames.class,
                                Map.of(
                                        CLAIMS + ".roles", "realm.roles",
                                        CLAIMS + ".content", "c",
                                        CLAIMS + ".mature", "m",
                                        CLAIMS + ".team", "t",
                                        CLAIMS + ".guild", "g")))
                .isEqualTo(new ClaimNames("realm.roles", "c", "m", "t", "g"));
    }

    @ParameterizedTest
    @CsvSource({
        "terrane.common.rpc.request-bytes-max, 0B",
        "terrane.common.rpc.request-bytes-max, 257MB",
        "terrane.common.rpc.timeout-default, 0s",
        "terrane.common.rpc.timeout-default, 6m",
        "terrane.common.rpc.timeout-max, 200d",
        "terrane.common.rpc.gzip-from, -1B",
        "terrane.common.web.body-bytes-max, 0B",
        "terrane.common.security.claims.roles, ' '"
    })
    void aValueOutOfRangeIsRefusedByItsName(String name, String value) {
        String prefix = name.substring(0, name.lastIndexOf('.'));
        Class<?> type =
                switch (prefix) {
                    case RPC -> RpcServerProperties.class;
                    case WEB -> WebProperties.class;
                    default -> ClaimNames.class;
                };
        assertThatThrownBy(() -> bind(prefix, type, Map.of(name, value)))
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .rootCause()
                .hasMessageStartingWith(prefix.substring("terrane.".length()));
    }

    private static <T> T bind(String prefix, Class<T> type, Map<String, String> settings) {
        return new Binder(new MapConfigurationPropertySource(settings)).bindOrCreate(prefix, type);
    }
}
