package dev.terrane.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir private Path folder;

    @Test
    void anAddressWhereNobodyAnswersEndsWithFive() throws Exception {
        var without =
                Cli.run("demo", "--against", "http://localhost:1", "--data", folder.toString());
        assertThat(without.exit()).isEqualTo(5);
        assertThat(without.err()).contains("dev.json");
        Files.writeString(
                folder.resolve("dev.json"), "{\"clientId\":\"dev\",\"clientSecret\":\"x\"}");
        var silent =
                Cli.run("demo", "--against", "http://localhost:1", "--data", folder.toString());
        assertThat(silent.exit()).isEqualTo(5);
        assertThat(silent.err()).contains("http://localhost:1");
    }

    @Test
    void aMapThatIsNoneEndsWithTwo() {
        var result = Cli.run("demo", "--map", folder.resolve("absent.tmx").toString());
        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("absent.tmx");
    }
}
