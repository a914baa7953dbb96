package dev.terrane.cli.map;

import dev.terrane.cli.tools.GroupCommand;
import picocli.CommandLine.Command;

/** Maps. */
@Command(
        name = "map",
        description = "Imports maps of Tiled and LDtk, takes imports back, exports rooms.",
        subcommands = {
            MapImportCommand.class,
            MapImportsCommand.class,
            MapResumeCommand.class,
            MapRollbackCommand.class,
            MapExportCommand.class
        })
public final class MapCommand extends GroupCommand {}
