package dev.terrane.cli.tools;

import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.core.chunk.edit.PatchRefusal;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Applies an RFC 6902 patch with the applier that chunk edits use. */
@Command(
        name = "patch",
        description = "Applies an RFC 6902 patch to a document and prints the result.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:applied",
            "2:document or patch is malformed or over a limit",
            "3:a test operation failed",
            "4:a location is not there or cannot take the value"
        })
final class JsonPatchCommand extends ToolCommand {
    private static final int MALFORMED = 2;
    private static final int TEST_FAILED = 3;
    private static final int INVALID_TARGET = 4;

    @Parameters(
            index = "0",
            paramLabel = "DOC",
            description = "The document; - for standard input.")
    private Path document = Path.of("-");

    @Parameters(index = "1", paramLabel = "PATCH", description = "The patch; - for standard input.")
    private Path patch = Path.of("-");

    @Override
    public Integer call() {
        if (document.equals(patch) && document.toString().equals("-")) {
            throw usage("only one of DOC and PATCH can be '-', standard input");
        }
        return switch (JsonPatch.applyText(
                readText(document), readText(patch), PatchLimits.DEFAULT)) {
            case PatchOutcome.Done<String>(String result) -> {
                out().println(result);
                yield 0;
            }
            case PatchOutcome.Refused<String>(PatchRefusal refusal) -> {
                err().println("terrane: " + refusal.text());
                yield exitCode(refusal);
            }
        };
    }

    private static int exitCode(PatchRefusal refusal) {
        return switch (refusal) {
            case PatchRefusal.Malformed _, PatchRefusal.OverLimit _ -> MALFORMED;
            case PatchRefusal.TestFailed _ -> TEST_FAILED;
            case PatchRefusal.InvalidTarget _,
                    PatchRefusal.Forbidden _,
                    PatchRefusal.InvalidResult _ ->
                    INVALID_TARGET;
        };
    }
}
