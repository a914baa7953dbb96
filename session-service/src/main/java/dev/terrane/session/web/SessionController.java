package dev.terrane.session.web;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists, inspects, pauses, resumes, single-steps and disposes sessions. Steps and disposals are
 * ordinary commands whose id is the Idempotency-Key; without one a retry is a new command.
 */
@RestController
@RequestMapping("/api/v1/sessions")
final class SessionController {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int HERTZ_DEFAULT = 60;
    private static final int LIMIT_MAX = 1_000;
    private static final int BODIES_MAX = 4_096;

    private final SessionRegistry registry;

    SessionController(SessionRegistry registry) {
        this.registry = registry;
    }

    @GetMapping
    PageDocument<SessionDocument> list(
            @RequestParam(defaultValue = "") String pageToken,
            @RequestParam(defaultValue = "100") int limit) {
        requireLimit(limit, LIMIT_MAX);
        SessionId start = pageToken.isEmpty() ? null : id("pageToken", pageToken);
        List<SessionView> views = registry.list(start, limit + 1);
        boolean more = views.size() > limit;
        return new PageDocument<>(
                views.stream().limit(limit).map(view -> SessionDocument.of(view, null)).toList(),
                more ? views.get(limit - 1).name().value() : "");
    }

    @GetMapping("/{name}")
    SessionDocument get(@PathVariable String name) {
        return document(registry.get(id("name", name)));
    }

    @GetMapping("/{name}/bodies")
    PageDocument<BodyDocument> bodies(
            @PathVariable String name,
            @RequestParam(defaultValue = "") String pageToken,
            @RequestParam(defaultValue = "1000") int limit) {
        requireLimit(limit, BODIES_MAX);
        BodyId start = pageToken.isEmpty() ? null : bodyId(pageToken);
        List<BodyState> states =
                Waits.result(
                        registry.ask(id("name", name), session -> page(session, start, limit + 1)),
                        TIMEOUT);
        boolean more = states.size() > limit;
        return new PageDocument<>(
                states.stream().limit(limit).map(BodyDocument::of).toList(),
                more ? states.get(limit - 1).id().value() : "");
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

    @PostMapping("/{name}/pause")
    SessionDocument pause(@PathVariable String name) {
        return document(Waits.result(registry.setPaused(id("name", name), true), TIMEOUT));
    }

    @PostMapping("/{name}/resume")
    SessionDocument resume(@PathVariable String name) {
        return document(Waits.result(registry.setPaused(id("name", name), false), TIMEOUT));
    }

    /** One step as the clock would do it; 1/60 s for a session without a clock. */
    @PostMapping("/{name}/step")
    ReceiptDocument step(
            @PathVariable String name,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
        SessionView view = registry.get(id("name", name));
        Clock clock = view.clock();
        StepSpec spec = clock == null ? StepSpec.of(1.0 / HERTZ_DEFAULT) : clock.step();
        return submit(view, key, new Operation.Step(spec));
    }

    @DeleteMapping("/{name}")
    ReceiptDocument dispose(
            @PathVariable String name,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
        SessionView view = registry.get(id("name", name));
        if (view.state() == SessionRecord.State.FAULTED) {
            // It takes no command any more: there is nothing to journal.
            long revision = registry.retire(view).progress().revision();
            return new ReceiptDocument(
                    "",
                    commandId(key).text(),
                    true,
                    "NONE",
                    revision,
                    revision,
                    view.progress().stepIndex(),
                    List.of());
        }
        return submit(view, key, new Operation.Dispose());
    }

    private ReceiptDocument submit(SessionView view, @Nullable String key, Operation operation) {
        Command command = new Command(view.generation(), commandId(key), Expected.ANY, operation);
        CommandAnswer answer =
                Waits.result(
                                registry.submit(view.name(), view.generation(), List.of(command)),
                                TIMEOUT)
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
                    throw TerraneException.of(CommonError.RESOURCE_EXHAUSTED, reason).toException();
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
            default -> ReceiptDocument.of(view.generation(), judged);
        };
    }

    private SessionDocument document(SessionView view) {
        return SessionDocument.of(view, registry.pinned(view));
    }

    private static CommandId.Client commandId(@Nullable String key) {
        if (key == null) {
            return new CommandId.Client("rest-" + UUID.randomUUID());
        }
        if (!key.matches("[A-Za-z0-9_-]{1,64}")) {
            throw invalid("Idempotency-Key", "must be 1..64 of A-Z a-z 0-9 _ -");
        }
        return new CommandId.Client(key);
    }

    private static SessionId id(String field, String text) {
        if (!SessionId.isValid(text)) {
            throw invalid(field, "must be 1..64 of A-Z a-z 0-9 _ -");
        }
        return new SessionId(text);
    }

    private static BodyId bodyId(String text) {
        if (!BodyId.isValid(text)) {
            throw invalid("pageToken", "is no body id");
        }
        return new BodyId(text);
    }

    private static void requireLimit(int limit, int max) {
        if (limit < 1 || limit > max) {
            throw invalid("limit", "must be 1.." + max);
        }
    }

    private static TerraneException invalid(String field, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, field + " " + text)
                .field(field)
                .toException();
    }
}
