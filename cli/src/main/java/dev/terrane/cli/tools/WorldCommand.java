package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** World-service's database. */
@Command(
        name = "world",
        description = "Restores backups of world-service, moves worlds and their database.",
        subcommands = {
            WorldRestoreCommand.class,
            WorldMoveCommand.class,
            WorldMigrateCommand.class
        })
public final class WorldCommand extends GroupCommand {}
