package dev.terrane.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DoctorCommandTest {
    @TempDir private Path folder;

    @Test
    void reportsEachCheckWithItsVerdict() {
        Cli result =
                Cli.run("doctor", "--data", folder.resolve("d").toString(), "--format", "json");

        JsonNode report = JsonMapper.shared().readTree(result.out());
        assertThat(report.findValuesAsString("check"))
                .contains("jdk", "maven", "node", "data folder", "disk", "port 8080");
        assertThat(report.get(0).path("verdict").asString()).isEqualTo("OK");
        assertThat(folder.resolve("d")).as("doctor changes nothing").doesNotExist();
    }

    @Test
    void aDataFolderThatIsAFileFailsTheCheck() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        Cli result = Cli.run("doctor", "--data", file.toString());

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.out()).contains("fail  data folder");
    }

    @Test
    void versionsAreComparedAsNumbers() {
        assertThat(Programs.isAtLeast("3.10.1", 3, 8)).isTrue();
        assertThat(Programs.isAtLeast("3.6.3", 3, 8)).isFalse();
        assertThat(Programs.isAtLeast("4.0.0", 3, 8)).isTrue();
        assertThat(Programs.isAtLeast("v18.2.0", 20, 0)).isFalse();
        assertThat(Programs.isAtLeast("nothing", 3, 8)).isFalse();
    }
}
