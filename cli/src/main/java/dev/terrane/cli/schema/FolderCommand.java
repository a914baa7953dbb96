package dev.terrane.cli.schema;

import dev.terrane.core.schema.HintCheck;
import dev.terrane.core.schema.HintViolation;
import dev.terrane.core.schema.HintsReader;
import dev.terrane.core.schema.HintsResult;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** A command that hands all documents of a folder to the server, as one. */
abstract class FolderCommand extends DocumentCommand {
    private static final String NAME = "[a-z][a-z0-9-]{0,62}";

    @Parameters(
            paramLabel = "DIR",
            description =
                    "Folder with NAME.json or NAME.schema.json, and hints in NAME.hints.json; or a"
                            + " single document.")
    private Path folder = Path.of(".");

    @Option(
            names = "--channel",
            paramLabel = "CHANNEL",
            description =
                    "Channel that shall point to what is published; one of schema.channels"
                            + " of the server.")
    private @Nullable String channel;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why the channel moves, for its record. Default: ${DEFAULT-VALUE}.")
    private String reason = "terrane schema publish";

    /**
     * A valid document of the folder.
     *
     * @param name name of its schema
     * @param file its file
     * @param text its text
     * @param hints text of its hints, or null
     */
    protected record Entry(String name, Path file, String text, @Nullable String hints) {}

    /** The folder's documents, each checked with its hints; ends the command at any problem. */
    protected final List<Entry> entries() {
        if (!Files.exists(folder)) {
            throw usage("there is no " + folder);
        }
        List<String> problems = new ArrayList<>();
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Path file : SchemaFolder.documents(folder)) {
            Entry entry = entry(file, problems);
            Entry other = entries.putIfAbsent(entry.name(), entry);
            if (other != null) {
                problems.add(file + ": has the same schema name as " + other.file());
            }
        }
        if (!problems.isEmpty()) {
            throw refused(problems);
        }
        if (entries.isEmpty()) {
            throw usage(folder + " has no NAME.json or NAME.schema.json");
        }
        return List.copyOf(entries.values());
    }

    private Entry entry(Path file, List<String> problems) {
        String name = SchemaFolder.nameOf(file);
        if (!name.matches(NAME)) {
            problems.add(
                    file + ": is not named NAME.json or NAME.schema.json with a name like " + NAME);
        }
        byte[] bytes = read(file);
        Path hintsFile = SchemaFolder.hintsBeside(file);
        String hints = Files.exists(hintsFile) ? readText(hintsFile) : null;
        switch (SchemaReader.read(bytes)) {
            case SchemaResult.Rejected(List<SchemaProblem> found) ->
                    found.forEach(each -> problems.add(file + ":" + each));
            case SchemaResult.Ok(SchemaDocument document) -> {
                if (hints != null) {
                    check(hints, hintsFile, document, file, problems);
                }
            }
        }
        return new Entry(name, file, new String(bytes, StandardCharsets.UTF_8), hints);
    }

    private static void check(
            String text,
            Path hintsFile,
            SchemaDocument document,
            Path file,
            List<String> problems) {
        switch (HintsReader.read(
                text.getBytes(StandardCharsets.UTF_8),
                document,
                HintsReader.Unknown.REFUSE,
                SchemaLimits.DEFAULT)) {
            case HintsResult.Rejected(List<SchemaProblem> found) ->
                    found.forEach(each -> problems.add(hintsFile + ":" + each));
            case HintsResult.Ok(SchemaHints hints) -> {
                for (HintViolation violation :
                        HintCheck.check(document, hints, SchemaLimits.DEFAULT.problemsMax())) {
                    problems.add(
                            file
                                    + ": "
                                    + violation.pointer()
                                    + " ["
                                    + violation.rule().id()
                                    + "] "
                                    + violation.message());
                }
            }
        }
    }

    /** Hands the documents over; ends the command when the server refuses. */
    protected final JsonNode send(
            SchemaRemote server, List<Entry> entries, @Nullable String planHash, boolean dryRun) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put(
                "documents",
                entries.stream()
                        .map(entry -> Map.of("name", entry.name(), "document", entry.text()))
                        .toList());
        if (channel != null) {
            body.put("channel", channel);
            body.put("reason", reason);
        }
        if (planHash != null) {
            body.put("planHash", planHash);
        }
        body.put("dryRun", dryRun);
        SchemaRemote.Answer answer = server.post("/api/v1/schemas:publish", body);
        if (!answer.isOk()) {
            throw refused(answer);
        }
        return answer.json();
    }
}
