package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Maps. */
@Command(
        name = "map",
        description = "Imports maps of Tiled and LDtk, exports rooms.",
        subcommands = {MapImportCommand.class, MapExportCommand.class})
public final class MapCommand extends GroupCommand {}
