package dev.terrane.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SchemaCommandTest {
    @TempDir private Path folder;
    private Path good;
    private Path bad;

    @BeforeEach
    void writeDocuments() throws IOException {
        try (InputStream demo = getClass().getResourceAsStream("/demo/guest-room.schema.json")) {
            good = folder.resolve("good.json");
            Files.copy(demo, good);
        }
        bad = folder.resolve("bad.json");
        Files.writeString(bad, Files.readString(good).replaceFirst("\"classes\"", "\"clases\""));
    }

    @Test
    void aValidDocumentShowsItsHashes() {
        Cli result = Cli.run("schema", "validate", good.toString());

        assertThat(result.exit()).isZero();
        assertThat(result.out()).contains("valid").containsPattern("content hash +[0-9a-f]{64}");
    }

    @Test
    void everyMistakeOfAnInvalidOneIsListedWithItsPlace() {
        Cli text = Cli.run("schema", "validate", bad.toString());
        Cli json = Cli.run("schema", "validate", bad.toString(), "--format", "json");

        assertThat(text.exit()).isEqualTo(ExitCode.NO);
        assertThat(text.out()).containsPattern("bad\\.json:\\d+:\\d+ /clases \\[");
        JsonNode report = JsonMapper.shared().readTree(json.out());
        assertThat(json.exit()).isEqualTo(ExitCode.NO);
        assertThat(report.path("valid").asBoolean()).isFalse();
        assertThat(report.path("problems").findValuesAsString("pointer")).contains("/clases");
    }

    @Test
    void exportIsAFixedPoint() throws IOException {
        Path exported = folder.resolve("exported.json");
        Cli first = Cli.run("schema", "export", good.toString(), "--out", exported.toString());
        Cli second = Cli.run("schema", "export", exported.toString());

        assertThat(first.exit()).isZero();
        assertThat(second.out()).isEqualTo(Files.readString(exported));
        assertThat(Cli.run("schema", "export", bad.toString()).exit()).isEqualTo(ExitCode.NO);
    }

    @Test
    void aFileThatIsNotThereExitsWithTwo() {
        Cli result = Cli.run("schema", "validate", folder.resolve("none").toString());

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("there is no file", "none");
    }
}
