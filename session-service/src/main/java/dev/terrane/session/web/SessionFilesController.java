package dev.terrane.session.web;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.SessionArchive;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.session.hosting.Waits;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Downloads of sessions: states, journal, facts. */
@RestController
@RequestMapping("/api/v1/sessions/{name}")
@Tag(name = "session files", description = "What a session can be rebuilt or looked at from")
final class SessionFilesController {
    private static final String GENERATION = "32 hex digits; left out for the present generation";
    private static final String EXAMPLE_NAME = "arena";
    private static final int ROWS_MAX = 1_000;
    private static final int FACTS_MAX = 1_000;

    private final SessionRegistry registry;
    private final SessionArchive archive;

    SessionFilesController(SessionRegistry registry, SessionArchive archive) {
        this.registry = registry;
        this.archive = archive;
    }

    @Operation(
            summary = "The state checkpoint of a session",
            description =
                    "Enough to go on with the same bits, at the revision its ETag names; `terrane"
                            + " checkpoint inspect FILE` reads it.")
    @ApiResponse(responseCode = "200", description = "The file, magic TSCP")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "SESSION_DISPOSED or SESSION_FAULTED",
            content = @Content)
    @GetMapping(path = "/checkpoint", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<byte[]> checkpoint(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        SessionArchive.Export export =
                Waits.result(archive.checkpoint(Requests.id("name", name)), Requests.TIMEOUT);
        return file(name, export, "tscp");
    }

    private static ResponseEntity<byte[]> file(
            String name, SessionArchive.Export export, String ending) {
        return file(
                name + "-" + export.revision() + "." + ending,
                Requests.tag(export.generation(), export.revision()),
                export.bytes().value());
    }

    @Operation(
            summary = "The whole life of a generation",
            description =
                    "Definition, journal and the state a replay gives; the replay runs once for"
                            + " this answer. `terrane checkpoint verify FILE` runs it again.")
    @ApiResponse(responseCode = "200", description = "The file, magic TSRP")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "410",
            description = "JOURNAL_PRUNED: the journal from its start left retention",
            content = @Content)
    @GetMapping(path = "/replay-checkpoint", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<byte[]> replayCheckpoint(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(description = GENERATION) @RequestParam(defaultValue = "")
                    String generation) {
        SessionId id = Requests.id("name", name);
        return file(
                name,
                Waits.result(
                        archive.replayCheckpoint(id, generation(id, generation)), Requests.TIMEOUT),
                "tsrp");
    }

    @Operation(
            summary = "The base a restart begins at",
            description = "The newest verified state checkpoint, or the definition.")
    @ApiResponse(responseCode = "200", description = "The file, magic TSCP or TSDF")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/base", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<byte[]> base(@Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        SessionArchive.Export base = archive.base(Requests.id("name", name));
        return file(name, base, base.revision() == 0 ? "tsdf" : "tscp");
    }

    @Operation(
            summary = "What a session is after its base and the journal behind it",
            description =
                    "Names the base and the state by hash: with base, journal and this the very"
                            + " session is rebuilt, or refused.")
    @ApiResponse(responseCode = "200", description = "The file, magic TSRD")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/resume-descriptor", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<byte[]> resumeDescriptor(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        return file(
                name,
                Waits.result(archive.resumeDescriptor(Requests.id("name", name)), Requests.TIMEOUT),
                "tsrd");
    }

    @Operation(
            summary = "The state of a session for looking at, as a file",
            description = "Bodies and open contacts; nothing restores from it.")
    @ApiResponse(responseCode = "200", description = "The file, magic TSWS")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/world-state", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<byte[]> worldStateFile(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        return file(
                name,
                Waits.result(archive.worldState(Requests.id("name", name)), Requests.TIMEOUT),
                "tsws");
    }

    @Operation(
            summary = "The state of a session for looking at",
            description =
                    "Bodies as they are after the last durable step, in JSON. Nothing restores"
                            + " from it: it has neither contacts nor the ledger.")
    @ApiResponse(responseCode = "200", description = "The bodies")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/world-state", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<WorldStateDocument> worldState(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        WorldStateDocument state =
                Waits.result(
                        registry.ask(Requests.id("name", name), WorldStateDocument::of),
                        Requests.TIMEOUT);
        return ResponseEntity.ok()
                .eTag(Requests.tag(new Generation(state.generation()), state.revision()))
                .body(state);
    }

    @Operation(
            summary = "The journal of a session as far as it is kept",
            description =
                    "One item for each row. Rows before a base are joined to fewer, larger ones; a"
                            + " joined row has the number of its last part.")
    @ApiResponse(responseCode = "200", description = "The rows in order")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/journal", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<JournalDocument> journal(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(description = GENERATION) @RequestParam(defaultValue = "") String generation,
            @RequestParam(defaultValue = "") String pageToken,
            @RequestParam(defaultValue = "100") int limit) {
        Requests.requireLimit(limit, ROWS_MAX);
        SessionId id = Requests.id("name", name);
        List<SessionStore.JournalRow> rows =
                archive.journal(
                        id,
                        generation(id, generation),
                        Requests.number("pageToken", pageToken),
                        limit + 1);
        return Page.of(rows, limit, JournalDocument::of, row -> String.valueOf(row.number()));
    }

    @Operation(summary = "One row of a session's journal", description = "A journal chunk.")
    @ApiResponse(responseCode = "200", description = "The file, magic TSJC")
    @ApiResponse(
            responseCode = "404",
            description = "NOT_FOUND: no such session, or no row of that number was written yet",
            content = @Content)
    @ApiResponse(
            responseCode = "410",
            description = "JOURNAL_PRUNED: it was joined to a later row, or left retention",
            content = @Content)
    @GetMapping(path = "/journal/{number}", produces = MediaType.APPLICATION_OCTET_STREAM_VALUE)
    ResponseEntity<byte[]> journalRow(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(example = "1") @PathVariable String number,
            @Parameter(description = GENERATION) @RequestParam(defaultValue = "")
                    String generation) {
        SessionId id = Requests.id("name", name);
        Generation of = generation(id, generation);
        SessionStore.JournalRow row = archive.journalRow(id, of, Requests.number("number", number));
        return file(
                name + "-" + row.number() + ".tsjc",
                "\"" + of + "-" + row.number() + "-" + row.firstIndex() + "\"",
                row.chunk().value());
    }

    @Operation(
            summary = "The receipt of a command as far as it is kept",
            description =
                    "Of a client's command, of a step of the clock (`~clock:17`) or another of the"
                            + " host's own. Receipts of the host's follow from the journal and are"
                            + " known as long as that is kept.")
    @ApiResponse(responseCode = "200", description = "The receipt, as it was answered")
    @ApiResponse(
            responseCode = "404",
            description = "NOT_FOUND: no such session, no such command, or not kept any more",
            content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "SESSION_FAULTED: what is stored of it is damaged",
            content = @Content)
    @GetMapping(path = "/receipts/{commandId}", produces = MediaType.APPLICATION_JSON_VALUE)
    ReceiptDocument receipt(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(example = "~clock:17") @PathVariable String commandId,
            @Parameter(description = GENERATION) @RequestParam(defaultValue = "")
                    String generation) {
        SessionId id = Requests.id("name", name);
        Generation of = generation(id, generation);
        return registry.receipt(id, of, Requests.anyCommandId(commandId))
                .map(judged -> ReceiptDocument.of(of, judged))
                .orElseThrow(() -> noReceipt(id, commandId));
    }

    private static TerraneException noReceipt(SessionId name, String commandId) {
        return TerraneException.of(
                        CommonError.NOT_FOUND,
                        "session " + name + " keeps no receipt of command " + commandId)
                .field("commandId")
                .toException();
    }

    @Operation(
            summary = "Contact facts of a session as far as they are kept",
            description =
                    "Those of a step come whole; what a subscriber missed beyond the memory of the"
                            + " event stream is read here.")
    @ApiResponse(responseCode = "200", description = "The facts in order")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "SESSION_FAULTED: what is stored of them is damaged",
            content = @Content)
    @GetMapping(path = "/facts", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<FactDocument> facts(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(description = GENERATION) @RequestParam(defaultValue = "") String generation,
            @Parameter(description = "The last step seen; the page token of the page before")
                    @RequestParam(defaultValue = "")
                    String pageToken,
            @RequestParam(defaultValue = "100") int limit) {
        Requests.requireLimit(limit, FACTS_MAX);
        SessionId id = Requests.id("name", name);
        Generation of = generation(id, generation);
        SessionArchive.FactPage page =
                archive.facts(id, of, Requests.number("pageToken", pageToken), limit);
        return new Page<>(
                page.facts().stream().map(fact -> FactDocument.of(of, fact)).toList(),
                page.nextAfterStep() == 0 ? "" : String.valueOf(page.nextAfterStep()));
    }

    private Generation generation(SessionId name, String text) {
        @Nullable Generation wanted = text.isEmpty() ? null : Requests.generation(text);
        return archive.generation(name, wanted);
    }

    private static ResponseEntity<byte[]> file(String name, String tag, byte[] bytes) {
        return ResponseEntity.ok()
                .eTag(tag)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(name).build().toString())
                .contentType(MediaType.APPLICATION_OCTET_STREAM)
                .body(bytes);
    }
}
