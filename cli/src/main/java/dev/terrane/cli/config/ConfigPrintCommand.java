package dev.terrane.cli.config;

import dev.terrane.cli.ExitCode;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The settings that hold. */
@Command(
        name = "print",
        description = "Prints every setting with the value that holds and where it comes from.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:there are mistakes in the configuration"})
final class ConfigPrintCommand extends ConfiguredCommand {
    @Option(names = "--given", description = "Only the settings that were given.")
    private boolean givenOnly;

    @Override
    public Integer call() {
        Configuration configuration = load();
        List<Configuration.Setting> settings =
                configuration.settings().stream()
                        .filter(setting -> !givenOnly || setting.value().isPresent())
                        .toList();
        switch (format()) {
            case JSON -> printJson(settings);
            case TEXT ->
                    settings.forEach(
                            setting ->
                                    out().printf(
                                                    Locale.ROOT,
                                                    "%s: %s  # %s%n",
                                                    setting.key(),
                                                    setting.value()
                                                            .or(setting::defaultValue)
                                                            .orElse(""),
                                                    setting.place().orElse("default")));
        }
        configuration.problems().forEach(err()::println);
        return configuration.problems().isEmpty() ? ExitCode.OK : ExitCode.NO;
    }
}
