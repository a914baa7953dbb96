package dev.terrane.support.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;

/** Contexts as a service starts them; terrane-world.yaml of the test resources is the service. */
class TerraneEnvironmentPostProcessorTest {
    @TempDir Path folder;

    @Configuration(proxyBeanMethods = false)
    static class Empty {}

    private void start(
            String yaml,
            Map<String, String> variables,
            List<String> arguments,
            Consumer<ConfigurableEnvironment> check)
            throws IOException {
        Path file = Files.writeString(folder.resolve("terrane.yaml"), yaml);
        SpringApplication application = new SpringApplication(Empty.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        application.setEnvironment(
                new StandardEnvironment() {
                    @Override
                    public Map<String, Object> getSystemEnvironment() {
                        return new TreeMap<>(variables);
                    }
                });
        List<String> all = new ArrayList<>(arguments);
        all.add("--spring.config.name=terrane-world");
        all.add("--spring.main.banner-mode=off");
        all.add("--terrane.config=" + file);
        try (ConfigurableApplicationContext context = application.run(all.toArray(String[]::new))) {
            check.accept(context.getEnvironment());
        }
    }

    @Test
    void contextSeesCommonAndItsOwnSectionOnly() throws IOException {
        start(
                """
                common: {data-dir: /srv}
                world: {address: 10.0.0.1}
                schema: {port: 1, store: {password: geheim}}
                """,
                Map.of("TERRANE_WORLD_PORT", "9", "TERRANE_SCHEMA_ADDRESS", "::1", "HOME", "/h"),
                List.of(),
                environment -> {
                    assertThat(environment.getProperty("terrane.common.data-dir"))
                            .isEqualTo("/srv");
                    assertThat(environment.getProperty("server.address")).isEqualTo("10.0.0.1");
                    assertThat(environment.getProperty("server.port")).isEqualTo("9");
                    assertThat(environment.getProperty("HOME")).isEqualTo("/h");
                    assertThat(environment.getProperty("terrane.schema.port")).isNull();
                    assertThat(environment.getProperty("terrane.schema.store.password")).isNull();
                    assertThat(environment.getProperty("terrane.schema.address")).isNull();
                    assertThat(environment.getProperty("TERRANE_SCHEMA_ADDRESS")).isNull();
                });
    }

    @Test
    void orderIsArgumentsVariablesFileShippedDefaults() throws IOException {
        start(
                "world: {port: 2}\n",
                Map.of("TERRANE_WORLD_PORT", "3"),
                List.of("--terrane.world.port=4"),
                environment -> assertThat(environment.getProperty("server.port")).isEqualTo("4"));
        start(
                "world: {port: 2}\n",
                Map.of("TERRANE_WORLD_PORT", "3"),
                List.of(),
                environment -> assertThat(environment.getProperty("server.port")).isEqualTo("3"));
        start(
                "world: {port: 2}\n",
                Map.of(),
                List.of(),
                environment -> assertThat(environment.getProperty("server.port")).isEqualTo("2"));
        start(
                "",
                Map.of(),
                List.of(),
                environment -> {
                    assertThat(environment.getProperty("server.port")).isEqualTo("8082");
                    assertThat(environment.getProperty("server.address")).isEqualTo("0.0.0.0");
                });
    }

    @Test
    void mistakesStopTheStart() {
        assertThatThrownBy(
                        () -> start("world: {prot: 1}\n", Map.of(), List.of(), environment -> {}))
                .isInstanceOf(TerraneException.class)
                .hasMessageContaining("terrane.yaml:1")
                .hasMessageContaining("did you mean world.port?");
        assertThatThrownBy(
                        () ->
                                start(
                                        "",
                                        Map.of("TERRANE_WORLD_PROT", "1"),
                                        List.of(),
                                        environment -> {}))
                .hasMessageContaining("did you mean TERRANE_WORLD_PORT?");
        assertThatThrownBy(
                        () ->
                                start(
                                        "",
                                        Map.of(),
                                        List.of("--terrane.world.prot=1"),
                                        environment -> {}))
                .hasMessageContaining("argument --terrane.world.prot")
                .hasMessageContaining("did you mean world.port?");
    }

    @Test
    void aValueThatItsRecordRefusesStopsTheStartWithItsPlace() {
        assertThatThrownBy(
                        () ->
                                start(
                                        "common:\n  services: {world: 'ftp://x'}\n",
                                        Map.of(),
                                        List.of(),
                                        environment -> {}))
                .isInstanceOf(TerraneException.class)
                .hasMessageContaining("terrane.yaml:2: common.services.world must be an http");
    }

    @Test
    void contextThatNamesNoServiceIsLeftAlone() {
        SpringApplication application = new SpringApplication(Empty.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setRegisterShutdownHook(false);
        try (ConfigurableApplicationContext context =
                application.run("--spring.config.name=none", "--spring.main.banner-mode=off")) {
            assertThat(
                            context.getEnvironment()
                                    .getPropertySources()
                                    .contains(TerraneEnvironmentPostProcessor.FILE))
                    .isFalse();
        }
    }
}
