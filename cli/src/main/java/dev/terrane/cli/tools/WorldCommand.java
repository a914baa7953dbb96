package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Worlds, and world-service's database. */
@Command(
        name = "world",
        description = "Changes worlds; restores backups, moves worlds and their database.",
        subcommands = {
            WorldUpdateCommand.class,
            WorldRestoreCommand.class,
            WorldMoveCommand.class,
            WorldMigrateCommand.class
        })
public final class WorldCommand extends GroupCommand {}
