package dev.terrane.session.web;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.SessionView;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads single values of REST requests and refuses by the field's name. */
final class Requests {
    /** How long a request waits for a session. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Pattern TAG =
            Pattern.compile("\"([0-9a-f]{32})-([0-9]{1,18})(?:-[a-z]{1,16})?\"");

    private Requests() {}

    /** Tag of a session as it is at a revision. */
    static String tag(Generation generation, long revision) {
        return "\"" + generation + "-" + revision + "\"";
    }

    /**
     * Tag of what is told of a session. A pause, a fault and a retirement change no revision: the
     * state is part of it unless it is running. As If-Match it names the revision all the same.
     */
    static String tag(SessionView view) {
        String state = SessionDocument.state(view);
        String tag = view.generation() + "-" + view.progress().revision();
        return "\"" + (state.equals("running") ? tag : tag + "-" + state) + "\"";
    }

    /** The revision an If-Match names; any revision without one. */
    static Expected expected(Generation present, @Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.equals("*")) {
            return Expected.ANY;
        }
        Matcher tag = TAG.matcher(ifMatch);
        if (!tag.matches()) {
            throw invalid("If-Match", "is no ETag of a session");
        }
        if (!tag.group(1).equals(present.value())) {
            throw TerraneException.of(
                            SessionError.GENERATION_MISMATCH,
                            "the session is of generation " + present)
                    .field("If-Match")
                    .extra("generation", present.value())
                    .toException();
        }
        return new Expected.At(Long.parseLong(tag.group(2)));
    }

    static CommandId.Client commandId(@Nullable String key) {
        if (key == null) {
            return new CommandId.Client("rest-" + UUID.randomUUID());
        }
        if (!key.matches("[A-Za-z0-9_-]{1,64}")) {
            throw invalid("Idempotency-Key", "must be 1..64 of A-Z a-z 0-9 _ -");
        }
        return new CommandId.Client(key);
    }

    /** A command's id as a receipt tells it: a client's, or one of the host's. */
    static CommandId anyCommandId(String text) {
        Optional<CommandId> id =
                CommandId.Client.isValid(text)
                        ? Optional.of(new CommandId.Client(text))
                        : CommandId.Host.find(text).map(host -> host);
        return id.orElseThrow(
                () ->
                        invalid(
                                "commandId",
                                "must be 1..128 printable ASCII characters or ~source:sequence"));
    }

    static SessionId id(String field, String text) {
        if (!SessionId.isValid(text)) {
            throw invalid(field, "must be 1..64 of A-Z a-z 0-9 _ -");
        }
        return new SessionId(text);
    }

    static Generation generation(String text) {
        try {
            return new Generation(text);
        } catch (IllegalArgumentException e) {
            throw invalid("generation", "must be 32 lower-case hex digits");
        }
    }

    static BodyId bodyId(String text) {
        if (!BodyId.isValid(text)) {
            throw invalid("pageToken", "is no body id");
        }
        return new BodyId(text);
    }

    static long number(String field, String text) {
        if (text.isEmpty()) {
            return 0;
        }
        if (!text.matches("[0-9]{1,18}")) {
            throw invalid(field, "must be a number of at most 18 digits");
        }
        return Long.parseLong(text);
    }

    static void requireLimit(int limit, int max) {
        if (limit < 1 || limit > max) {
            throw invalid("limit", "must be 1.." + max);
        }
    }

    static TerraneException invalid(String field, String text) {
        return TerraneException.of(CommonError.INVALID_ARGUMENT, field + " " + text)
                .field(field)
                .toException();
    }
}
