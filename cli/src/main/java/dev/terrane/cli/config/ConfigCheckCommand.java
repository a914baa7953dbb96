package dev.terrane.cli.config;

import dev.terrane.cli.ExitCode;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Says everything that is wrong with the configuration. */
@Command(
        name = "check",
        description = "Lists every mistake in terrane.yaml and the TERRANE_* variables.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no mistakes", "1:there are mistakes"})
final class ConfigCheckCommand extends ConfiguredCommand {
    @Override
    public Integer call() {
        List<String> problems = load().problems();
        switch (format()) {
            case JSON -> printJson(Map.of("valid", problems.isEmpty(), "problems", problems));
            case TEXT -> {
                problems.forEach(out()::println);
                if (problems.isEmpty()) {
                    out().println("the configuration has no mistakes");
                }
            }
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.NO;
    }
}
