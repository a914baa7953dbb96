package dev.terrane.cli.schema;

import dev.terrane.cli.tools.GroupCommand;
import picocli.CommandLine.Command;

/** Schema documents and their static configuration. */
@Command(
        name = "schema",
        description = {
            "Entity schemas and static configuration: checks, compares, converts and publishes them.",
            "SOURCE is a file, or a version on the server: NAME, NAME@VERSION or NAME@CHANNEL."
        },
        subcommands = {
            SchemaValidateCommand.class,
            SchemaDiffCommand.class,
            SchemaPlanCommand.class,
            SchemaPublishCommand.class,
            SchemaExportCommand.class,
            SchemaImportCsvCommand.class,
            SchemaCodegenCommand.class
        })
public final class SchemaCommand extends GroupCommand {}
