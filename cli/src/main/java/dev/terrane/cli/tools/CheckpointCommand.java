package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Files of physics sessions. */
@Command(
        name = "checkpoint",
        description = "Shows and verifies checkpoints, journals and exports of sessions.",
        subcommands = {CheckpointInspectCommand.class, CheckpointVerifyCommand.class})
public final class CheckpointCommand extends GroupCommand {}
