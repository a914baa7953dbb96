package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.core.schema.diff.Compatibility;
import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.core.schema.diff.SchemaChange;
import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.core.schema.diff.SchemaUse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What differs between two documents. */
@Command(
        name = "diff",
        description = {
            "Compares two schema documents by meaning, not by text, and says what each difference does"
                    + " to wire, source, stored data and authorisation.",
            "Judged as if everything were in use; schema plan asks the server what is."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the mode allows every difference",
            "1:it does not, or a document is invalid",
            "2:a file cannot be read",
            "5:a SOURCE is a version, and no gateway answers"
        })
final class SchemaDiffCommand extends DocumentCommand {
    @Parameters(index = "0", paramLabel = "BEFORE", description = "The older document.")
    private String before = "";

    @Parameters(index = "1", paramLabel = "AFTER", description = "The newer document.")
    private String after = "";

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "What must not break: NONE, BACKWARD (wire and data), FORWARD (wire and source)"
                            + " or FULL. Default: ${DEFAULT-VALUE}.")
    private CompatibilityMode mode = CompatibilityMode.FULL;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    protected int run() {
        Loaded old = load(before);
        Loaded next = load(after);
        SchemaDiff diff = SchemaDiff.of(old.document(), next.document(), SchemaUse.EVERYTHING);
        Compatibility judged =
                Compatibility.judge(
                        mode, List.of(old.document()), next.document(), SchemaUse.EVERYTHING);
        List<SchemaChange> forbidden =
                judged.forbidden().stream().map(Compatibility.Finding::change).toList();
        switch (format) {
            case TEXT -> text(old, next, diff, forbidden);
            case JSON -> printJson(report(old, next, diff, forbidden));
        }
        return forbidden.isEmpty() ? ExitCode.OK : ExitCode.NO;
    }

    private void text(Loaded old, Loaded next, SchemaDiff diff, List<SchemaChange> forbidden) {
        out().printf(
                        Locale.ROOT,
                        "%s -> %s: %s%n",
                        old.shown(),
                        next.shown(),
                        diff.changes().isEmpty()
                                ? "no differences"
                                : "differences: " + diff.changes().size());
        for (SchemaChange change : diff.changes()) {
            out().println((forbidden.contains(change) ? "! " : "  ") + change.rule().id());
            out().println("      old  " + side(change.before()));
            out().println("      new  " + side(change.after()));
            out().printf(
                            Locale.ROOT,
                            "      wire %s, source %s, data %s, authorisation %s%n",
                            change.impact().wire(),
                            change.impact().source(),
                            change.impact().data(),
                            change.impact().authorisation());
        }
        if (!forbidden.isEmpty()) {
            out().printf(Locale.ROOT, "%s does not allow those marked with !%n", mode);
        }
    }

    private static String side(SchemaChange.@Nullable Side side) {
        return side == null ? "-" : side.pointer() + " " + side.value();
    }

    private Map<String, Object> report(
            Loaded old, Loaded next, SchemaDiff diff, List<SchemaChange> forbidden) {
        List<Object> changes = new ArrayList<>();
        for (SchemaChange change : diff.changes()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("rule", change.rule().id());
            put(fields, "before", change.before());
            put(fields, "after", change.after());
            fields.put("wire", change.impact().wire().name());
            fields.put("source", change.impact().source().name());
            fields.put("data", change.impact().data().name());
            fields.put("authorisation", change.impact().authorisation().name());
            fields.put("forbidden", forbidden.contains(change));
            changes.add(fields);
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("before", old.shown());
        report.put("after", next.shown());
        report.put("mode", mode.name());
        report.put("accepted", forbidden.isEmpty());
        report.put("changes", changes);
        return report;
    }

    private static void put(
            Map<String, Object> fields, String name, SchemaChange.@Nullable Side side) {
        if (side != null) {
            fields.put(name, Map.of("pointer", side.pointer(), "value", side.value()));
        }
    }
}
