package dev.terrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {

    static Stream<List<String>> commands() {
        List<List<String>> paths = new ArrayList<>();
        collect(new CommandLine(new TerraneCommand()), List.of(), paths);
        return paths.stream();
    }

    private static void collect(
            CommandLine command, List<String> path, List<List<String>> collected) {
        collected.add(path);
        command.getSubcommands()
                .forEach(
                        (name, child) -> {
                            List<String> longer = new ArrayList<>(path);
                            longer.add(name);
                            collect(child, longer, collected);
                        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandShowsItsHelpAndExitsWithZero(List<String> path) {
        List<String> arguments = new ArrayList<>(path);
        arguments.add("--help");

        Cli result = Cli.run(arguments.toArray(String[]::new));

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("Usage: terrane " + String.join(" ", path))
                .contains("--help");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void rootHelpListsTheExitCodes() {
        assertThat(Cli.run("--help").out())
                .contains(
                        "Exit codes:", "4    a port or the data folder belongs to another process");
    }

    @Test
    void unknownCommandsAndOptionsExitWithTwoAndSuggest() {
        Cli command = Cli.run("explian");
        Cli option = Cli.run("stop", "--dat", "x");

        assertThat(command.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(command.err()).contains("Did you mean").contains("terrane explain");
        assertThat(option.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(option.err()).contains("--data");
    }

    @Test
    void noCommandAtAllShowsUsageAndExitsWithTwo() {
        Cli result = Cli.run();

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("Usage: terrane");
    }

    @Test
    void versionIsTheOneOfTheBuild() {
        assertThat(Cli.run("--version").out()).containsPattern("terrane \\d+\\.\\d+\\.\\d+");
    }
}
