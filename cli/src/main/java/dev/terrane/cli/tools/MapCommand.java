package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Maps. */
@Command(
        name = "map",
        description = "Imports maps of the Tiled editor.",
        subcommands = MapImportCommand.class)
public final class MapCommand extends GroupCommand {}
