package dev.terrane.cli.config;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.OutputFormat;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that reads the configuration. */
abstract class ConfiguredCommand extends CliCommand {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration (default: terrane.yaml in the current folder, if there).")
    private @Nullable Path file;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    protected final Configuration load() {
        return ConfigSource.find()
                .orElseThrow(() -> new IllegalStateException("no ConfigSource in the jar"))
                .load(Optional.ofNullable(file));
    }

    protected final OutputFormat format() {
        return format;
    }
}
