package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a hosted session says when it does not judge. */
final class Refusals {
    private Refusals() {}

    static TerraneException full(SessionId name, HostingProperties properties) {
        int max = properties.mailboxMax();
        return TerraneException.of(
                        CommonError.RESOURCE_EXHAUSTED, "session " + name + " has too much to do")
                .limit(HostingProperties.MAILBOX_MAX, max, max + 1L)
                .toException();
    }

    static TerraneException tooFast(SessionId name, HostingProperties properties) {
        int max = properties.commandsPerSecondMax();
        return TerraneException.of(
                        CommonError.RESOURCE_EXHAUSTED,
                        "session " + name + " gets commands too fast; none of these was judged")
                .limit(HostingProperties.COMMANDS_PER_SECOND_MAX, max, max + 1L)
                .toException();
    }

    /**
     * The session takes nothing.
     *
     * @param fault why it failed, or null when it is only not hosted any more
     * @param last what it was, or null if that is not known or a retry would find more
     */
    static TerraneException unusable(
            SessionId name, @Nullable String fault, @Nullable Session last) {
        if (last != null && last.info().disposed()) {
            return disposed(name);
        }
        if (fault != null) {
            return TerraneException.of(
                            SessionError.SESSION_FAULTED, "session " + name + ": " + fault)
                    .toException();
        }
        return TerraneException.of(
                        CommonError.UNAVAILABLE, "session " + name + " is not hosted any more")
                .toException();
    }

    /** What was read; damaged bytes are a refusal that names the session and the place. */
    static <T> T readable(SessionId name, Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw TerraneException.of(
                            SessionError.SESSION_FAULTED,
                            "what is stored of session "
                                    + name
                                    + " cannot be read: "
                                    + e.getMessage())
                    .cause(e)
                    .toException();
        }
    }

    /** Says what the session is now, and whether that is still the session that was meant. */
    static TerraneException wrongGeneration(SessionView now) {
        return TerraneException.of(
                        SessionError.GENERATION_MISMATCH,
                        "session " + now.name() + " is of generation " + now.generation())
                .extra("generation", now.generation().value())
                .extra("firstGeneration", now.firstGeneration().value())
                .toException();
    }

    static TerraneException disposed(SessionId name) {
        return TerraneException.of(
                        SessionError.SESSION_DISPOSED, "session " + name + " is disposed")
                .toException();
    }

    static TerraneException notAtRest(SessionId name, String reason, String detail) {
        return TerraneException.of(
                        SessionError.ROLLOVER_REFUSED,
                        "session " + name + " is not at rest: " + detail)
                .extra("reason", reason)
                .toException();
    }

    static TerraneException lostStore(SessionId name, Throwable cause) {
        return TerraneException.of(CommonError.UNAVAILABLE, "session " + name + " lost its store")
                .cause(cause)
                .toException();
    }
}
