package dev.terrane.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the command says before it looks at a database; the rest is the services' to do. */
class StoreCommandTest {
    @Test
    void whatIsNoDatabaseIsAMistakeOfTheCommandLine() {
        for (List<String> arguments :
                List.of(
                        List.of("store"),
                        List.of("store", "begin-anew"),
                        List.of("store", "begin-anew", "worlds"),
                        List.of("store", "begin-anew", "schema", "--world", "isle"))) {
            Cli result = Cli.run(arguments.toArray(String[]::new));
            assertThat(result.exit()).as(arguments + result.err()).isEqualTo(ExitCode.USAGE);
        }
    }
}
