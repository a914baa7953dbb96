package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** JSON documents. */
@Command(
        name = "json",
        description = "Applies patches to JSON documents.",
        subcommands = JsonPatchCommand.class)
public final class JsonCommand extends GroupCommand {}
