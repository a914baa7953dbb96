package dev.terrane.cli.config;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.OutputFormat;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that reads the configuration. */
abstract class ConfiguredCommand extends CliCommand {
    @Mixin private ConfigOption config = new ConfigOption();

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    protected final Configuration load() {
        return ConfigSource.find()
                .orElseThrow(() -> new IllegalStateException("no ConfigSource in the jar"))
                .load(config.file());
    }

    protected final OutputFormat format() {
        return format;
    }
}
