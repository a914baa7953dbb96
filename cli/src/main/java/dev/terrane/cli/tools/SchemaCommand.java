package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Schema documents. */
@Command(
        name = "schema",
        description = "Checks and exports entity schema documents.",
        subcommands = {SchemaValidateCommand.class, SchemaExportCommand.class})
public final class SchemaCommand extends GroupCommand {}
