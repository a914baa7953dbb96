package dev.terrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CliCommandTest {
    private static final Path HERE = Path.of("").toAbsolutePath();

    @Test
    void theProgramIsNamedAsItCanBeCalledFromHere() {
        String here = HERE.toString();
        String elsewhere = HERE.resolveSibling("elsewhere").toString();

        assertThat(CliCommand.program(Map.of(), HERE)).isEqualTo("terrane");
        assertThat(CliCommand.program(Map.of("TERRANE_HOME", here, "PATH", "/bin"), HERE))
                .isEqualTo("." + File.separator + "terrane");
        assertThat(CliCommand.program(Map.of("TERRANE_HOME", elsewhere, "PATH", "/bin"), HERE))
                .isEqualTo(elsewhere + File.separator + "terrane");
        assertThat(
                        CliCommand.program(
                                Map.of(
                                        "TERRANE_HOME",
                                        elsewhere,
                                        "PATH",
                                        "/bin" + File.pathSeparator + elsewhere),
                                HERE))
                .isEqualTo("terrane");
    }
}
