package dev.terrane.cli.config;

import dev.terrane.cli.ExitCode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** One setting, or those below a key. */
@Command(
        name = "explain",
        description = "Explains a setting, or all settings below a key.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:there is no such setting"})
final class ConfigExplainCommand extends ConfiguredCommand {
    @Parameters(paramLabel = "KEY", description = "For example common.data-dir, or world.")
    private String key = "";

    @Override
    public Integer call() {
        Configuration configuration = load();
        Optional<Configuration.Setting> exact = configuration.find(key);
        List<Configuration.Setting> found =
                exact.map(List::of)
                        .orElseGet(
                                () ->
                                        configuration.settings().stream()
                                                .filter(each -> each.key().startsWith(key + "."))
                                                .toList());
        if (found.isEmpty()) {
            err().println("terrane: there is no setting " + key + "; all: terrane config print");
            return ExitCode.NO;
        }
        switch (format()) {
            case JSON -> printJson(found);
            case TEXT -> found.forEach(this::print);
        }
        return ExitCode.OK;
    }

    private void print(Configuration.Setting setting) {
        out().println(setting.key());
        line("what", setting.description());
        line("type", setting.type());
        line("variable", setting.variable());
        line("default", setting.defaultValue().orElse("none"));
        setting.value().ifPresent(value -> line("value", value));
        setting.place().ifPresent(place -> line("given in", place));
    }

    private void line(String name, String value) {
        out().printf(Locale.ROOT, "  %-9s %s%n", name, value);
    }
}
