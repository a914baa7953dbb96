package dev.terrane.cli.schema;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Publishes a folder. */
@Command(
        name = "publish",
        description = {
            "Validates all documents of a folder and publishes them in one step, all or none. Made for"
                    + " pipelines: what is published already changes nothing, so it can be repeated.",
            "Hints (NAME.hints.json) are stored beside their schemas."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:everything is published, now or before",
            "1:a document is invalid or not allowed; nothing was published",
            "2:a file cannot be read",
            "5:no gateway answers"
        })
final class SchemaPublishCommand extends FolderCommand {
    @Option(
            names = "--plan-hash",
            paramLabel = "HASH",
            description =
                    "Hash that terrane schema plan showed: confirms what must be confirmed, and"
                            + " refuses if anything has changed since.")
    private @Nullable String planHash;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    protected int run() {
        List<Entry> entries = entries();
        SchemaRemote server = server("admin");
        JsonNode answer = send(server, entries, planHash, false);
        if (format == OutputFormat.TEXT) {
            answer.path("items").forEach(this::report);
        }
        entries.forEach(entry -> storeHints(server, entry));
        if (format == OutputFormat.JSON) {
            printJson(answer);
        }
        return ExitCode.OK;
    }

    private void report(JsonNode item) {
        out().printf(
                        Locale.ROOT,
                        "%s  %s%n",
                        item.path("schema").path("id").asString(),
                        item.path("created").asBoolean() ? "published" : "unchanged");
    }

    private void storeHints(SchemaRemote server, Entry entry) {
        String hints = entry.hints();
        if (hints == null) {
            return;
        }
        SchemaRemote.Answer answer =
                server.put(
                        "/api/v1/schemas/" + entry.name() + "/hints",
                        hints.getBytes(StandardCharsets.UTF_8),
                        Map.of());
        if (!answer.isOk()) {
            throw refused(answer);
        }
    }
}
