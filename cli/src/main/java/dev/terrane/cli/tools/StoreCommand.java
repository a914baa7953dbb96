package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Databases of services. */
@Command(
        name = "store",
        description = "Services' databases, while they are stopped.",
        subcommands = {StoreBeginAnewCommand.class})
public final class StoreCommand extends GroupCommand {}
