package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Rooms of worlds. */
@Command(
        name = "room",
        description = "Changes rooms of a world.",
        subcommands = {RoomUpdateCommand.class})
public final class RoomCommand extends GroupCommand {}
