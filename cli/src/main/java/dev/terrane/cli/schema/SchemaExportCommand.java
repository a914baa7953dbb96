package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.core.schema.codegen.TiledTypes;
import dev.terrane.core.schema.csv.ConfigCsv;
import dev.terrane.core.schema.csv.CsvFormat;
import dev.terrane.core.schema.csv.CsvResult;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a document in one of its forms. */
@Command(
        name = "export",
        description = {
            "Writes a schema document: in its canonical form, whose hash is its identity; as custom"
                    + " types for the Tiled map editor; or the static rows of a class as CSV for a"
                    + " spreadsheet."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the document is invalid, or a row does not fit into a table",
            "2:a file cannot be read",
            "5:SOURCE is a version, and no gateway answers"
        })
final class SchemaExportCommand extends DocumentCommand {
    @Parameters(
            paramLabel = "SOURCE",
            description = "A document's file (- is standard input), or a version.")
    private String source = "-";

    @Option(
            names = "--tiled",
            description = "Custom types for Tiled: import them in its Custom Types editor.")
    private boolean tiled;

    @Option(names = "--csv", description = "The static rows of a class as CSV.")
    private boolean csv;

    @Option(
            names = "--class",
            paramLabel = "NAME",
            description = "Class of the rows (default: the only one that has rows).")
    private @Nullable String className;

    @Option(
            names = "--separator",
            paramLabel = "S",
            description =
                    "comma, semicolon (spreadsheets of languages with a decimal comma) or tab."
                            + " Default: ${DEFAULT-VALUE}.")
    private CsvFormat.Separator separator = CsvFormat.Separator.COMMA;

    @Option(
            names = "--no-bom",
            description = "Leaves out the byte order mark by which Excel knows UTF-8.")
    private boolean plain;

    @Option(
            names = "--hints",
            paramLabel = "FILE",
            description = "Hints for --tiled (default: NAME.hints.json beside the document).")
    private @Nullable Path hintsFile;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write (default: here).")
    private @Nullable Path target;

    @Override
    protected int run() {
        if (tiled && csv) {
            throw usage("--tiled and --csv exclude each other");
        }
        Loaded loaded = load(source);
        if (csv) {
            answer(target, table(loaded));
        } else if (tiled) {
            answer(target, TiledTypes.write(loaded.document(), hints(loaded, hintsFile)));
        } else {
            answer(target, SchemaWriter.writeText(loaded.document()));
        }
        return ExitCode.OK;
    }

    private String table(Loaded loaded) {
        String name = classOf(loaded.document());
        return switch (ConfigCsv.write(loaded.document(), name, new CsvFormat(separator, !plain))) {
            case CsvResult.Ok<String>(String text) -> text;
            case CsvResult.Rejected<String>(var problems) ->
                    throw refused(
                            problems.stream()
                                    .map(each -> loaded.shown() + ": " + name + ": " + each)
                                    .toList());
        };
    }

    private String classOf(SchemaDocument document) {
        if (className != null) {
            if (document.findClass(className).isEmpty()) {
                throw usage("the document has no class " + className);
            }
            return className;
        }
        List<String> names =
                document.configs().stream()
                        .filter(config -> !config.rows().isEmpty())
                        .map(ConfigDefinition::className)
                        .toList();
        if (names.size() != 1) {
            throw usage(
                    names.isEmpty()
                            ? "no class has rows; name one with --class for an empty table"
                            : "name a class with --class: " + String.join(", ", names));
        }
        return names.getFirst();
    }
}
