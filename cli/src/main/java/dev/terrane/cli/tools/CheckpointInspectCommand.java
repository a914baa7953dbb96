package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.SessionFile;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is in a session's file, in short. */
@Command(
        name = "inspect",
        description = {
            "Checks the form and checksum of a session's file and says what is in it.",
            "Checkpoints, journal chunks, resume descriptors, definitions, facts, exports."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the file is refused, with the place", "2:the file cannot be read"})
final class CheckpointInspectCommand extends ToolCommand {
    @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
    private Path file = Path.of("-");

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() {
        return switch (SessionFile.decode(read(file))) {
            case Decoded.Rejected<SessionFile> rejected ->
                    SessionFiles.refuse(err(), file, rejected);
            case Decoded.Ok<SessionFile>(SessionFile known) -> {
                Map<String, Object> report = SessionFiles.report(known);
                switch (format) {
                    case JSON -> printJson(report);
                    case TEXT ->
                            report.forEach(
                                    (name, value) ->
                                            out().printf(Locale.ROOT, "%-14s %s%n", name, value));
                }
                yield ExitCode.OK;
            }
        };
    }
}
