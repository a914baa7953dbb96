package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.core.schema.csv.ConfigCsv;
import dev.terrane.core.schema.csv.CsvLimits;
import dev.terrane.core.schema.csv.CsvResult;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes a table from a spreadsheet into a document. */
@Command(
        name = "import-csv",
        description = {
            "Replaces the static rows of a class by those of a table, and writes the document in its"
                    + " canonical form.",
            "Separator and encoding are found out. A cell in which something was or may have been lost"
                    + " is refused with its row and column; nothing is written then."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the document, its hints or the table is refused",
            "2:a file cannot be read"
        })
final class SchemaImportCsvCommand extends DocumentCommand {
    @Parameters(index = "0", paramLabel = "SOURCE", description = "The document.")
    private String source = "";

    @Parameters(index = "1", paramLabel = "CSV", description = "The table; - is standard input.")
    private Path table = Path.of("-");

    @Option(
            names = "--class",
            required = true,
            paramLabel = "NAME",
            description = "Class of the rows.")
    private String className = "";

    @Option(
            names = "--hints",
            paramLabel = "FILE",
            description =
                    "Hints the rows must keep to (default: NAME.hints.json beside the document).")
    private @Nullable Path hintsFile;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where to write (default: the document's own file).")
    private @Nullable Path target;

    @Override
    protected int run() {
        Loaded loaded = load(source);
        if (loaded.document().findClass(className).isEmpty()) {
            throw usage("the document has no class " + className);
        }
        Path written = target != null ? target : loaded.file();
        if (written == null) {
            throw usage("--out is needed when SOURCE is a version");
        }
        CsvResult<SchemaDocument> result =
                ConfigCsv.read(
                        read(table),
                        loaded.document(),
                        className,
                        hints(loaded, hintsFile),
                        CsvLimits.DEFAULT);
        return switch (result) {
            case CsvResult.Ok<SchemaDocument>(SchemaDocument document) -> {
                byte[] text = SchemaWriter.write(document);
                requireReadable(text, written);
                write(written, text);
                out().printf(
                                Locale.ROOT,
                                "%s: rows of %s: %d%n",
                                written,
                                className,
                                document.rowsOf(className).size());
                yield ExitCode.OK;
            }
            case CsvResult.Rejected<SchemaDocument>(var problems) ->
                    throw refused(problems.stream().map(each -> table + ": " + each).toList());
        };
    }

    /** Rows that fit into a table may be too many for a document. */
    private void requireReadable(byte[] text, Path written) {
        if (SchemaReader.read(text) instanceof SchemaResult.Rejected(var problems)) {
            throw refused(
                    problems.stream().map(each -> written + " would be refused: " + each).toList());
        }
    }
}
