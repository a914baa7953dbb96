package dev.terrane.cli.run;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes the secrets that the first {@code up} makes, for services that start apart. */
@Command(
        name = "init-secrets",
        description = {
            "Makes the services' secrets and development credentials.",
            "They go below the data folder; existing files are kept. The first `terrane up` does the same; containers run this once."
        })
public final class InitSecretsCommand extends CliCommand {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder (default: ${DEFAULT-VALUE}).")
    private Path data = Path.of("data");

    @Override
    public Integer call() {
        List<Path> made = new Secrets().ensure(data);
        made.forEach(file -> out().println("made " + file));
        if (made.isEmpty()) {
            out().println("all secrets exist already below " + data);
        }
        return ExitCode.OK;
    }
}
