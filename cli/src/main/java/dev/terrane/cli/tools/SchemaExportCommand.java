package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.SchemaWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes the canonical form of a schema document. */
@Command(
        name = "export",
        description = "Writes the canonical form of a schema document, whose hash is its identity.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the document is invalid", "2:the file cannot be read"})
final class SchemaExportCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", description = "The document; - is standard input.")
    private Path file = Path.of("-");

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write (default: here).")
    private @Nullable Path target;

    @Override
    public Integer call() {
        return switch (SchemaReader.read(read(file))) {
            case SchemaResult.Ok ok -> {
                String text = SchemaWriter.writeText(ok.document());
                if (target == null) {
                    out().print(text);
                    out().flush();
                } else {
                    write(target, text.getBytes(StandardCharsets.UTF_8));
                }
                yield ExitCode.OK;
            }
            case SchemaResult.Rejected rejected -> {
                for (SchemaProblem problem : rejected.problems()) {
                    err().println(file + ":" + problem);
                }
                yield ExitCode.NO;
            }
        };
    }
}
