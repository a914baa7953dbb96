package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** What publishing would do. */
@Command(
        name = "plan",
        description = {
            "Asks the server what publishing a folder would do, and changes nothing: the differences"
                    + " from the newest versions, what the compatibility mode forbids and why, what must"
                    + " be confirmed, and who uses the schemas now.",
            "The plan's hash confirms it: terrane schema publish DIR --plan-hash HASH."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it could be published",
            "1:a document is invalid, or not allowed",
            "2:a file cannot be read",
            "5:no gateway answers"
        })
final class SchemaPlanCommand extends FolderCommand {
    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    protected int run() {
        var entries = entries();
        JsonNode answer = send(server("admin"), entries, null, true);
        boolean accepted = true;
        for (JsonNode item : answer.path("items")) {
            accepted &= item.path("plan").path("accepted").asBoolean();
        }
        switch (format) {
            case JSON -> printJson(answer);
            case TEXT -> {
                answer.path("items").forEach(item -> plan(item.path("plan")));
                out().println("plan hash " + answer.path("planHash").asString());
            }
        }
        return accepted ? ExitCode.OK : ExitCode.NO;
    }

    private void plan(JsonNode plan) {
        String name = plan.path("name").asString();
        int latest = plan.path("latestVersion").asInt();
        int next = plan.path("nextVersion").asInt();
        out().printf(
                        Locale.ROOT,
                        "%s: %s%n",
                        name,
                        latest == next
                                ? "version " + latest + " has this content already"
                                : "version %d, %s %s"
                                        .formatted(
                                                next,
                                                plan.path("accepted").asBoolean()
                                                        ? "allowed by"
                                                        : "NOT allowed by",
                                                plan.path("mode").asString()));
        for (JsonNode change : plan.path("changes")) {
            JsonNode impact = change.path("impact");
            out().printf(
                            Locale.ROOT,
                            "  %s %s  (wire %s, source %s, data %s, authorisation %s)%n",
                            change.path("rule").asString(),
                            place(change),
                            impact.path("wire").asString(),
                            impact.path("source").asString(),
                            impact.path("data").asString(),
                            impact.path("authorisation").asString());
        }
        findings("forbidden", plan.path("forbidden"));
        findings("to confirm", plan.path("confirmations"));
        findings("may lose data", plan.path("warnings"));
        for (JsonNode held : plan.path("held")) {
            out().printf(
                            Locale.ROOT,
                            "  retired and still held: %s index %d%n",
                            held.path("className").asString(),
                            held.path("index").asLong());
        }
        int affected = plan.path("affectedCount").asInt();
        if (affected > 0) {
            out().printf(Locale.ROOT, "  %d live holders keep the version they have%n", affected);
        }
    }

    private static String place(JsonNode change) {
        String after = change.path("after").path("pointer").asString("");
        return after.isEmpty() ? change.path("before").path("pointer").asString("") : after;
    }

    private void findings(String kind, JsonNode findings) {
        for (JsonNode finding : findings) {
            out().printf(Locale.ROOT, "  %s: %s%n", kind, finding.path("message").asString());
            out().printf(Locale.ROOT, "    fix: %s%n", finding.path("fix").asString());
        }
    }
}
