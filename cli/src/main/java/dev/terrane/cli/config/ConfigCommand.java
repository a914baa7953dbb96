package dev.terrane.cli.config;

import dev.terrane.cli.CliCommand;
import picocli.CommandLine.Command;

/** The configuration. */
@Command(
        name = "config",
        description = "Checks, prints and explains the configuration.",
        subcommands = {
            ConfigCheckCommand.class,
            ConfigPrintCommand.class,
            ConfigExplainCommand.class
        })
public final class ConfigCommand extends CliCommand {
    @Override
    public Integer call() {
        throw usage("Name one of its commands.");
    }
}
