package dev.terrane.session.web;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.session.hosting.Waits;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/**
 * Lists, inspects, pauses, resumes, single-steps, rolls over and disposes sessions. Steps and
 * disposals are ordinary commands whose id is the Idempotency-Key; without one a retry is a new
 * command.
 */
@RestController
@RequestMapping(path = "/api/v1/sessions", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "sessions", description = "Retained physics sessions: looked at and looked after")
final class SessionController {
    private static final String EXAMPLE_NAME = "arena";
    private static final String KEY = "Id of the command; a retry gets the first receipt";
    private static final String IF_MATCH = "ETag of the session; the command is stale at another";
    private static final int HERTZ_DEFAULT = 60;
    private static final int LIMIT_MAX = 1_000;
    private static final int BODIES_MAX = 4_096;

    private final SessionRegistry registry;

    SessionController(SessionRegistry registry) {
        this.registry = registry;
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "Lists the sessions",
            description = "By name, disposed ones included.")
    @GetMapping
    Page<SessionDocument> list(
            @RequestParam(defaultValue = "") String pageToken,
            @RequestParam(defaultValue = "100") int limit) {
        Requests.requireLimit(limit, LIMIT_MAX);
        SessionId start = pageToken.isEmpty() ? null : Requests.id("pageToken", pageToken);
        List<SessionView> views = registry.list(start, limit + 1);
        return Page.of(
                views, limit, view -> SessionDocument.of(view, null), view -> view.name().value());
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "One session",
            description =
                    "Every number is durable; the ETag names generation and revision, and"
                            + " the state while it is not running.")
    @ApiResponse(responseCode = "200", description = "The session")
    @ApiResponse(
            responseCode = "304",
            description = "Nothing was accepted since",
            content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/{name}")
    ResponseEntity<SessionDocument> get(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name, WebRequest request) {
        SessionView view = registry.get(Requests.id("name", name));
        String tag = Requests.tag(view);
        if (request.checkNotModified(tag)) {
            return ResponseEntity.status(304).eTag(tag).build();
        }
        return ResponseEntity.ok().eTag(tag).body(document(view));
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "The bodies of a session",
            description = "By id, boxes included, as they are after the last durable step.")
    @ApiResponse(responseCode = "200", description = "One page")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/{name}/bodies")
    Page<BodyDocument> bodies(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @RequestParam(defaultValue = "") String pageToken,
            @RequestParam(defaultValue = "1000") int limit) {
        Requests.requireLimit(limit, BODIES_MAX);
        BodyId start = pageToken.isEmpty() ? null : Requests.bodyId(pageToken);
        List<BodyState> states =
                Waits.result(
                        registry.ask(
                                Requests.id("name", name),
                                session -> page(session, start, limit + 1)),
                        Requests.TIMEOUT);
        return Page.of(states, limit, BodyDocument::of, state -> state.id().value());
    }

    private static List<BodyState> page(
            dev.terrane.core.session.Session session, @Nullable BodyId start, int limit) {
        List<BodyState> page = new ArrayList<>();
        session.forEachBody(
                body -> {
                    if (page.size() < limit && (start == null || body.id().compareTo(start) > 0)) {
                        page.add(body.toState());
                    }
                });
        return page;
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "Stops a session's clock",
            description = "Commands are accepted all the same. Survives a restart.")
    @PostMapping("/{name}/pause")
    SessionDocument pause(@Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        return document(
                Waits.result(
                        registry.setPaused(Requests.id("name", name), true), Requests.TIMEOUT));
    }

    @io.swagger.v3.oas.annotations.Operation(summary = "Lets a session's clock run")
    @PostMapping("/{name}/resume")
    SessionDocument resume(@Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        return document(
                Waits.result(
                        registry.setPaused(Requests.id("name", name), false), Requests.TIMEOUT));
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "Runs one step",
            description = "As the clock would do it; 1/60 s for a session without a clock.")
    @ApiResponse(responseCode = "200", description = "The step's receipt, durable")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description =
                    "SESSION_DISPOSED, SESSION_FAULTED, GENERATION_MISMATCH, RECEIPT_PRUNED, or"
                            + " IDEMPOTENCY_MISMATCH for a used key",
            content = @Content)
    @ApiResponse(
            responseCode = "412",
            description = "SESSION_STALE with `currentRevision`",
            content = @Content)
    @ApiResponse(
            responseCode = "429",
            description = "RESOURCE_EXHAUSTED or LEDGER_FULL",
            content = @Content)
    @PostMapping("/{name}/step")
    ReceiptDocument step(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(description = KEY, example = "step-17")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String key,
            @Parameter(description = IF_MATCH)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch) {
        SessionView view = registry.get(Requests.id("name", name));
        Clock clock = view.clock();
        StepSpec spec = clock == null ? StepSpec.of(1.0 / HERTZ_DEFAULT) : clock.step();
        return submit(view, key, ifMatch, new Operation.Step(spec));
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "Makes a base of a session now",
            description =
                    "A state checkpoint, durable, then verified by replay of the journal from the"
                            + " base before it; a restart begins at the newest base.")
    @ApiResponse(responseCode = "200", description = "Where it stands, and whether it is a base")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping("/{name}/checkpoint")
    CheckpointDocument checkpoint(@Parameter(example = EXAMPLE_NAME) @PathVariable String name) {
        return CheckpointDocument.of(
                Waits.result(registry.checkpoint(Requests.id("name", name)), Requests.TIMEOUT));
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "Begins a session's next generation",
            description =
                    "From the present bodies, at revision 0 with an empty ledger and journal. Only"
                            + " at rest: no contact open, the last command an accepted step.")
    @ApiResponse(responseCode = "200", description = "The session in its next generation")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "ROLLOVER_REFUSED with `reason`, or GENERATION_MISMATCH",
            content = @Content)
    @PostMapping("/{name}/rollover")
    SessionDocument rollover(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(
                            description =
                                    "The generation that ends; a retry with it finds the next one."
                                            + " Left out for the present one")
                    @RequestParam(defaultValue = "")
                    String generation) {
        SessionId id = Requests.id("name", name);
        Generation from =
                generation.isEmpty()
                        ? registry.get(id).generation()
                        : Requests.generation(generation);
        return document(Waits.result(registry.rollOver(id, from), Requests.TIMEOUT));
    }

    @io.swagger.v3.oas.annotations.Operation(
            summary = "Disposes a session",
            description = "Open contacts end; the name is free for another session.")
    @ApiResponse(responseCode = "200", description = "The receipt, durable")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "SESSION_DISPOSED", content = @Content)
    @ApiResponse(responseCode = "412", description = "SESSION_STALE", content = @Content)
    @DeleteMapping("/{name}")
    ReceiptDocument dispose(
            @Parameter(example = EXAMPLE_NAME) @PathVariable String name,
            @Parameter(description = KEY, example = "end-1")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String key,
            @Parameter(description = IF_MATCH)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch) {
        SessionView view = registry.get(Requests.id("name", name));
        if (view.state() == SessionRecord.State.FAULTED) {
            // It takes no command any more: there is nothing to journal.
            if (Requests.expected(view.generation(), ifMatch) instanceof Expected.At(long at)
                    && at != view.progress().revision()) {
                throw stale(view.name(), view.progress().revision());
            }
            long revision = registry.retire(view).progress().revision();
            return new ReceiptDocument(
                    "",
                    Requests.commandId(key).text(),
                    true,
                    "NONE",
                    revision,
                    revision,
                    view.progress().stepIndex(),
                    List.of());
        }
        return submit(view, key, ifMatch, new Operation.Dispose());
    }

    private ReceiptDocument submit(
            SessionView view, @Nullable String key, @Nullable String ifMatch, Operation operation) {
        Expected expected = Requests.expected(view.generation(), ifMatch);
        Command command =
                new Command(view.generation(), Requests.commandId(key), expected, operation);
        CommandAnswer answer =
                Waits.result(
                                registry.submit(view.name(), view.generation(), List.of(command)),
                                Requests.TIMEOUT)
                        .getFirst();
        return switch (answer) {
            case CommandAnswer.Judged judged -> judged(view, judged);
            case CommandAnswer.Faulted(var session, String reason) ->
                    throw TerraneException.of(
                                    SessionError.SESSION_FAULTED,
                                    "session " + session + ": " + reason)
                            .toException();
            case CommandAnswer.Pruned(String reason) ->
                    throw TerraneException.of(
                                    SessionError.RECEIPT_PRUNED,
                                    "command " + command.id().text() + ": " + reason)
                            .toException();
            case CommandAnswer.LedgerFull(String reason) ->
                    throw TerraneException.of(
                                    SessionError.LEDGER_FULL,
                                    "session " + view.name() + ": " + reason)
                            .toException();
        };
    }

    private static ReceiptDocument judged(SessionView view, CommandAnswer.Judged judged) {
        return switch (judged.receipt().error()) {
            case COMMAND_ID_CONFLICT ->
                    throw TerraneException.of(
                                    CommonError.IDEMPOTENCY_MISMATCH,
                                    "this Idempotency-Key was used for another command")
                            .field("Idempotency-Key")
                            .toException();
            case SESSION_DISPOSED ->
                    throw TerraneException.of(
                                    SessionError.SESSION_DISPOSED,
                                    "session " + view.name() + " is disposed")
                            .toException();
            case STALE_REVISION -> throw stale(view.name(), judged.receipt().beforeRevision());
            default -> ReceiptDocument.of(view.generation(), judged);
        };
    }

    private static TerraneException stale(SessionId name, long revision) {
        return TerraneException.of(
                        SessionError.SESSION_STALE,
                        "session " + name + " stood at revision " + revision)
                .field("If-Match")
                .extra("currentRevision", String.valueOf(revision))
                .toException();
    }

    private SessionDocument document(SessionView view) {
        return SessionDocument.of(view, registry.pinned(view));
    }
}
