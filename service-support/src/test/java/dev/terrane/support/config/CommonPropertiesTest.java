package dev.terrane.support.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class CommonPropertiesTest {
    private static CommonProperties bind(Map<String, String> values) {
        return new Binder(new MapConfigurationPropertySource(values))
                .bindOrCreate("c", CommonProperties.class);
    }

    @Test
    void defaultsArePinned() {
        CommonProperties common = bind(Map.of());
        assertThat(common)
                .isEqualTo(
                        new CommonProperties(
                                Path.of("data"),
                                new CommonProperties.Services(
                                        URI.create("http://127.0.0.1:8081"),
                                        URI.create("http://127.0.0.1:8082"),
                                        URI.create("http://127.0.0.1:8083"),
                                        URI.create("http://127.0.0.1:8080")),
                                new CommonProperties.Security(null, null, null, null, List.of())));
        assertThat(common.issuer()).isEqualTo("http://127.0.0.1:8080");
        assertThat(common.jwksUrl()).hasToString("http://127.0.0.1:8080/oauth2/jwks");
        assertThat(common.tokenUrl()).hasToString("http://127.0.0.1:8080/oauth2/token");
        assertThat(common.clientSecretFile("world")).isEqualTo(Path.of("data/secrets/world"));
        assertThat(common.dataDir("world")).isEqualTo(Path.of("data/world"));
    }

    @Test
    void everyPropertyCanBeSet() {
        CommonProperties common =
                bind(
                        Map.of(
                                "c.data-dir", "/srv",
                                "c.services.schema", "http://schema:1",
                                "c.services.world", "http://world:2",
                                "c.services.session", "http://session:3",
                                "c.services.gateway", "https://play.example",
                                "c.security.issuer", "https://id.example",
                                "c.security.jwks-url", "https://id.example/keys",
                                "c.security.token-url", "https://id.example/token",
                                "c.security.client-secret-file", "/run/secret",
                                "c.security.allowed-origins", "https://a.example,http://b:81"));
        assertThat(common)
                .isEqualTo(
                        new CommonProperties(
                                Path.of("/srv"),
                                new CommonProperties.Services(
                                        URI.create("http://schema:1"),
                                        URI.create("http://world:2"),
                                        URI.create("http://session:3"),
                                        URI.create("https://play.example")),
                                new CommonProperties.Security(
                                        "https://id.example",
                                        URI.create("https://id.example/keys"),
                                        URI.create("https://id.example/token"),
                                        Path.of("/run/secret"),
                                        List.of("https://a.example", "http://b:81"))));
        assertThat(common.issuer()).isEqualTo("https://id.example");
        assertThat(common.clientSecretFile("world")).isEqualTo(Path.of("/run/secret"));
    }

    @ParameterizedTest
    @CsvSource({
        "c.services.world, ftp://world, must be an http or https address",
        "c.services.world, http://world/api, must have no path",
        "c.services.gateway, gateway, must be an http or https address",
        "c.security.jwks-url, file:/keys, must be an http or https address",
        "c.security.token-url, http:keys, must be an http or https address",
        "c.security.allowed-origins, *, not an origin",
        "c.security.allowed-origins, https://a.example/, not an origin",
        "c.security.allowed-origins, a.example, not an origin",
    })
    void badValuesAreRefused(String key, String value, String message) {
        assertThatThrownBy(() -> bind(Map.of(key, value))).hasStackTraceContaining(message);
    }
}
