package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.stages.StageSources.SessionFacts;
import dev.terrane.proto.session.v1alpha1.GetSessionRequest;
import dev.terrane.proto.session.v1alpha1.GetSessionResponse;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionState;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Whether the session a stage was opened on is still the one of its name. A rollover goes on with
 * the same bodies and is followed; one that was disposed is over, also when another was made under
 * its name: the stage's bodies are not in it. For all threads.
 */
final class SessionLife {
    private final SessionFacts session;
    private final Supplier<Session> present;
    private final CompletableFuture<TerraneException> end = new CompletableFuture<>();

    /**
     * @param session as it was when the stage opened
     * @param present the session of that name now; may block and be refused
     */
    SessionLife(SessionFacts session, Supplier<Session> present) {
        this.session = session;
        this.present = present;
    }

    /** A session as it is now, for a stage that is to stand on it. */
    static Session get(Calls sessions, String name) {
        return sessions.call(
                        "GetSession",
                        GetSessionRequest.newBuilder().setName(name).build(),
                        GetSessionResponse.getDefaultInstance())
                .getSession();
    }

    /** Why a stage cannot stand on a session of this name. */
    static TerraneException disposed(String name) {
        return TerraneException.of(
                        StageError.STAGE_SESSION_ENDED, "session " + name + " was disposed")
                .toException();
    }

    String name() {
        return session.name();
    }

    /** The generation it was found in. */
    String generation() {
        return session.generation();
    }

    boolean isOver() {
        return end.isDone();
    }

    /** Completes with what there is to say when the session is over; never exceptionally. */
    CompletableFuture<TerraneException> ended() {
        return end;
    }

    /**
     * Asks what has become of the session; blocks.
     *
     * @return its present generation; empty when it is over
     * @throws TerraneException when nobody answers
     */
    Optional<String> ask() {
        try {
            Session now = present.get();
            if (now.getState() == SessionState.SESSION_STATE_DISPOSED) {
                endDisposed();
            } else if (isFollowedBy(now.getGeneration(), now.getFirstGeneration())) {
                return Optional.of(now.getGeneration());
            }
        } catch (TerraneException e) {
            if (!saysTheEnd(e)) {
                throw e;
            }
        }
        return Optional.empty();
    }

    /** Whether a present generation came from the known one by rollovers; it is over if not. */
    boolean isFollowedBy(String present, String firstGeneration) {
        if (firstGeneration.equals(session.firstGeneration())) {
            return true;
        }
        end.complete(
                TerraneException.of(
                                StageError.STAGE_SESSION_ENDED,
                                "session " + session.name() + " was disposed and made again")
                        .extra("generation", present)
                        .toException());
        return false;
    }

    /** Whether a refusal means that the session is over. */
    boolean saysTheEnd(TerraneException refusal) {
        boolean over =
                refusal.code() == SessionError.SESSION_DISPOSED
                        || refusal.code() == CommonError.NOT_FOUND;
        if (over) {
            endDisposed();
        }
        return over;
    }

    /** It takes no command any more. */
    void endDisposed() {
        end.complete(disposed(session.name()));
    }
}
