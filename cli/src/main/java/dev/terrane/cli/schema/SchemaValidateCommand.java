package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.cli.tools.ToolCommand;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says everything that is wrong with a schema document. */
@Command(
        name = "validate",
        description = "Checks a schema document and lists every mistake with its place.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:valid", "1:invalid", "2:the file cannot be read"})
final class SchemaValidateCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", description = "The document; - is standard input.")
    private Path file = Path.of("-");

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() {
        return switch (SchemaReader.read(read(file))) {
            case SchemaResult.Ok ok -> {
                String content = SchemaHash.ofContent(ok.document()).hex();
                String wire = SchemaHash.ofWire(ok.document()).hex();
                switch (format) {
                    case TEXT -> {
                        out().println(file + ": valid");
                        out().println("  content hash  " + content);
                        out().println("  wire hash     " + wire);
                    }
                    case JSON -> {
                        Map<String, Object> report = report(true, List.of());
                        report.put("contentHash", content);
                        report.put("wireHash", wire);
                        printJson(report);
                    }
                }
                yield ExitCode.OK;
            }
            case SchemaResult.Rejected rejected -> {
                switch (format) {
                    case TEXT ->
                            rejected.problems().forEach(each -> out().println(file + ":" + each));
                    case JSON -> printJson(report(false, rejected.problems()));
                }
                yield ExitCode.NO;
            }
        };
    }

    private Map<String, Object> report(boolean valid, List<SchemaProblem> problems) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("file", file.toString());
        report.put("valid", valid);
        report.put("problems", problems.stream().map(SchemaValidateCommand::fields).toList());
        return report;
    }

    private static Map<String, Object> fields(SchemaProblem problem) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rule", problem.rule().id());
        fields.put("pointer", problem.pointer());
        fields.put("line", problem.line());
        fields.put("column", problem.column());
        fields.put("message", problem.message());
        return fields;
    }
}
