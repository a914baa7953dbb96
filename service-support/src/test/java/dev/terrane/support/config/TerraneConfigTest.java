package dev.terrane.support.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Provokes;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerraneConfigTest {
    private static final String METADATA =
            """
            {"properties": [
              {"name": "terrane.world.chunk.tick-interval", "type": "java.time.Duration",
               "description": "Time between ticks.", "defaultValue": "50ms"},
              {"name": "terrane.world.labels", "type": "java.util.Map<java.lang.String,java.lang.String>"},
              {"name": "terrane.world.bytes-max", "type": "org.springframework.util.unit.DataSize"},
              {"name": "spring.not-ours", "type": "java.lang.String"}
            ]}
            """;

    @TempDir Path folder;
    private KnownKeys known;

    @BeforeEach
    void readMetadata() throws IOException {
        Path metadata = folder.resolve("classes/META-INF/spring-configuration-metadata.json");
        Files.createDirectories(metadata.getParent());
        Files.writeString(metadata, METADATA);
        try (URLClassLoader loader =
                new URLClassLoader(
                        new URL[] {folder.resolve("classes/").toUri().toURL()},
                        getClass().getClassLoader())) {
            known = KnownKeys.fromClassPath(loader);
        }
    }

    private TerraneConfig load(String yaml) {
        return load(yaml, Map.of());
    }

    private TerraneConfig load(String yaml, Map<String, String> environment) {
        try {
            return TerraneConfig.load(
                    Files.writeString(folder.resolve("terrane.yaml"), yaml), environment, known);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static TerraneConfig variables(KnownKeys known, Map<String, String> environment) {
        return TerraneConfig.load(null, environment, known);
    }

    @Test
    void sectionsAndKeysAreKept() {
        TerraneConfig config =
                load(
                        """
                        common:
                          data-dir: /srv/terrane
                          security:
                            allowed-origins: [https://a.example, https://b.example]
                        world:
                          port: 9000
                          chunk: {tick-interval: 20ms}
                          labels: {colour: red}
                        """);
        assertThat(config.problems()).isEmpty();
        assertThat(config.values())
                .extracting(ConfigValue::key, ConfigValue::value, value -> value.place().line())
                .containsExactly(
                        tuple("terrane.common.data-dir", "/srv/terrane", 2),
                        tuple("terrane.common.security.allowed-origins[0]", "https://a.example", 4),
                        tuple("terrane.common.security.allowed-origins[1]", "https://b.example", 4),
                        tuple("terrane.world.chunk.tick-interval", "20ms", 7),
                        tuple("terrane.world.labels.colour", "red", 8),
                        tuple("terrane.world.port", "9000", 6));
    }

    @Test
    void aKeyWithThePrefixOfPagesIsToldWithoutIt() {
        assertThat(load("terrane:\n  world:\n    chunk: {tick-interval: 20ms}\n").problems())
                .extracting(ConfigProblem::message, ConfigProblem::suggestion)
                .containsExactly(
                        tuple(
                                "no such setting: terrane.world.chunk.tick-interval",
                                Optional.of("world.chunk.tick-interval")));
    }

    @Test
    void variablesWinOverTheFile() {
        TerraneConfig config =
                load(
                        "world: {port: 9000}\ncommon: {data-dir: /a}\n",
                        Map.of(
                                "TERRANE_WORLD_PORT", "9001",
                                "TERRANE_WORLD_CHUNK_TICKINTERVAL", "10ms",
                                "TERRANE_COMMON_SECURITY_ALLOWED_ORIGINS_0", "https://a.example",
                                "TERRANE_WORLD_LABELS_COLOUR", "blue",
                                "PATH", "/bin"));
        assertThat(config.problems()).isEmpty();
        assertThat(config.values())
                .extracting(ConfigValue::key, ConfigValue::value)
                .containsExactly(
                        tuple("terrane.common.data-dir", "/a"),
                        tuple("terrane.common.security.allowed-origins[0]", "https://a.example"),
                        tuple("terrane.world.chunk.tick-interval", "10ms"),
                        tuple("terrane.world.labels.colour", "blue"),
                        tuple("terrane.world.port", "9001"));
        assertThat(config.find("terrane.world.port").orElseThrow().place())
                .hasToString("environment variable TERRANE_WORLD_PORT");
    }

    @ParameterizedTest
    @CsvSource({
        "'common:\n  dta-dir: x', 2, common.dta-dir, common.data-dir",
        "'common:\n  dataDir: x', 2, common.dataDir, common.data-dir",
        "'world:\n\n  prot: 1', 3, world.prot, world.port",
        "'wrold: {port: 1}', 1, wrold.port, world.port",
        "'world: {chunk: {tick-intervall: 1s}}', 1, world.chunk.tick-intervall,"
                + " world.chunk.tick-interval",
        "'world: {port: {number: 1}}', 1, world.port.number, ",
        "'world: 5', 1, world, ",
        "'colour: red', 1, colour, ",
    })
    @Provokes("CONFIGURATION_INVALID")
    void unknownKeysAreNamedWithLineAndSuggestion(
            String yaml, int line, String key, String suggestion) {
        TerraneConfig config = load(yaml);
        assertThat(config.problems())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.place().line()).isEqualTo(line);
                            assertThat(problem.key()).isEqualTo(key);
                            assertThat(problem.suggestion().orElse(null)).isEqualTo(suggestion);
                        });
        assertThatThrownBy(config::requireValid)
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(CliError.CONFIGURATION_INVALID);
                            assertThat(e.info().getLine()).isEqualTo(line);
                            assertThat(e.info().getExtrasMap()).containsEntry("key", key);
                            assertThat(e)
                                    .hasMessageContaining("terrane.yaml:" + line)
                                    .hasMessageContaining(key);
                        });
    }

    @Test
    void allMistakesAreReportedInOrder() {
        TerraneConfig config =
                load("common: {a: 1}\nworld:\n  b: 2\n", Map.of("TERRANE_WORLD_PROT", "1"));
        assertThat(config.problems())
                .extracting(ConfigProblem::key)
                .containsExactly("common.a", "world.b", "TERRANE_WORLD_PROT");
        assertThat(config.problems().getLast().suggestion()).contains("TERRANE_WORLD_PORT");
    }

    @Test
    void variablesTheCommandUsesAreNoSettings() {
        assertThat(
                        variables(
                                        known,
                                        Map.of(
                                                "TERRANE_HOME", "/opt/terrane",
                                                "TERRANE_TOKEN", "t",
                                                "TERRANE_URL", "http://localhost",
                                                "TERRANE_JAVA_OPTS", "-Xmx1g"))
                                .problems())
                .isEmpty();
        assertThat(variables(known, Map.of("TERRANE_HOEM", "/x")).problems()).hasSize(1);
    }

    @Test
    void sectionOfAServiceThatIsNotOnTheClassPathIsNotJudged() {
        TerraneConfig config =
                load("gateway: {unknown-here: 1}\n", Map.of("TERRANE_GATEWAY_OTHER", "1"));
        assertThat(config.problems()).isEmpty();
        assertThat(config.values()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: [",
                "just text",
                "[1, 2]",
                "common: {data-dir: x, data-dir: y}",
                "common: &c\n  security: *c",
                "? [a]\n: b",
                "common: {data-dir: !!java.net.URL [\"http://x\"]}",
            })
    void brokenFilesAreProblemsWithAPlace(String yaml) {
        assertThat(load(yaml).problems())
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.toString()).contains("terrane.yaml"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing yet\n", "common:\n", "common: {data-dir: ~}\n"})
    void emptyPartsSetNothing(String yaml) {
        assertThat(load(yaml).problems()).isEmpty();
        assertThat(load(yaml).values()).isEmpty();
    }

    @Test
    void namedFileMustExist() {
        Path missing = folder.resolve("none.yaml");
        assertThat(TerraneConfig.load(missing, Map.of(), known).problems())
                .singleElement()
                .hasToString(missing + ": does not exist");
        assertThat(
                        TerraneConfig.load(
                                        null, Map.of("TERRANE_CONFIG", missing.toString()), known)
                                .problems())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'world: {port: high}', 'world.port: ''high'' is not an Integer'",
        "'world: {port: 99999}', 'world.port: a port is 0 (any free one) to 65535, not 99999'",
        "'world: {port: -1}', 'world.port: a port is 0 (any free one) to 65535, not -1'",
        "'world: {chunk: {tick-interval: soon}}', is not a Duration",
        "'world: {bytes-max: 10 apples}', is not a DataSize",
    })
    void valuesOfTheWrongTypeAreNamed(String yaml, String message) {
        assertThat(load(yaml).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.toString()).contains(message));
    }

    @Test
    void placeholdersAreLeftToTheStart() {
        assertThat(load("world: {port: '${PORT}'}").problems()).isEmpty();
    }

    @Test
    void secretsAreMasked() {
        TerraneConfig config =
                load(
                        """
                        world:
                          store:
                            url: jdbc:postgresql://db/world?user=w&password=geheim
                            password: geheim
                            password-file: /run/secrets/world
                        """);
        List<ConfigValue> values = config.values();
        assertThat(values)
                .extracting(ConfigValue::shown)
                .containsExactly(
                        "******",
                        "/run/secrets/world",
                        "jdbc:postgresql://db/world?user=w&password=******");
        assertThat(values.toString()).doesNotContain("geheim");
        assertThat(
                        new ConfigValue("x", "https://u:geheim@host/", new ConfigPlace("f", 1, 1))
                                .shown())
                .isEqualTo("https://u:******@host/");
    }

    @Test
    void settingsAreExplained() {
        TerraneConfig config = load("world: {chunk: {tick-interval: 20ms}}");
        TerraneConfig.Explanation explanation = config.explain("world.chunk.tick-interval");
        assertThat(explanation.known().description()).isEqualTo("Time between ticks.");
        assertThat(explanation.known().defaultValue()).contains("50ms");
        assertThat(explanation.known().variable()).isEqualTo("TERRANE_WORLD_CHUNK_TICK_INTERVAL");
        assertThat(explanation.given().orElseThrow().value()).isEqualTo("20ms");
        assertThat(config.explain("terrane.common.data-dir").given()).isEmpty();
        assertThatThrownBy(() -> config.explain("world.chunk.tick"))
                .isInstanceOf(TerraneException.class);
        assertThatThrownBy(() -> config.explain("world.ports"))
                .hasMessageContaining("did you mean world.port?");
    }

    @Test
    void keysOfAllServicesAreKnownFromOneTemplate() {
        assertThat(known.all())
                .extracting(KnownKey::key)
                .contains(
                        "terrane.schema.store.readers",
                        "terrane.gateway.port",
                        "terrane.world.address")
                .noneMatch(key -> key.contains("each-service"))
                .noneMatch(key -> key.startsWith("spring."));
    }

    @Test
    void aValueOutOfItsRangeIsAMistakeAtItsLine() {
        TerraneConfig config =
                load(
                        """
                        common:
                          drain:
                            grace: 20s
                        world:
                          store:
                            readers: 0
                        """);
        assertThat(config.problems())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.key()).isEqualTo("world.store.readers");
                            assertThat(problem.place().line()).isEqualTo(6);
                            assertThat(problem.message())
                                    .contains("world.store.readers")
                                    .contains("from 1 to")
                                    .contains("is 0");
                        });
    }

    @Test
    void aVariableOutOfItsRangeIsNamed() {
        assertThat(variables(known, Map.of("TERRANE_WORLD_STORE_READERS", "100000")).problems())
                .singleElement()
                .satisfies(
                        problem ->
                                assertThat(problem.place().source())
                                        .isEqualTo(
                                                "environment variable"
                                                        + " TERRANE_WORLD_STORE_READERS"));
    }
}
