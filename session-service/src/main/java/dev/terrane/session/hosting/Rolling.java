package dev.terrane.session.hosting;

import dev.terrane.core.session.Rollover;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.TerraneException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a session's next generation from its present bodies: only at rest, and the next one is
 * committed before it takes the place of this one. Nothing is judged meanwhile. Runs on the
 * session's actor.
 */
final class Rolling {
    private static final Logger LOG = LoggerFactory.getLogger(Rolling.class);

    private final Surroundings surroundings;
    private final SessionId name;
    private final Hosted hosted;
    private final Outbox outbox;
    private final RoomBinding room;
    private final Actor actor;
    private final Owner owner;

    /** What the session does at the turns of a rollover. */
    interface Owner {
        /** Nothing is judged from now on. */
        void onRolling();

        /** The next generation is the session's. */
        void onRolledOver();

        /** The store failed: what is in memory may not be what is durable. */
        void onStoreLost(Throwable failure);
    }

    Rolling(
            Surroundings surroundings,
            SessionId name,
            Hosted hosted,
            Outbox outbox,
            RoomBinding room,
            Actor actor,
            Owner owner) {
        this.surroundings = surroundings;
        this.name = name;
        this.hosted = hosted;
        this.outbox = outbox;
        this.room = room;
        this.actor = actor;
        this.owner = owner;
    }

    /**
     * Begins it.
     *
     * @param expected the generation that is to end
     * @param next the one that follows it
     */
    void start(Generation expected, Generation next, CompletableFuture<SessionView> done) {
        Session live = hosted.live();
        if (live == null) {
            done.completeExceptionally(unusable());
            return;
        }
        if (!hosted.generation().equals(expected)) {
            done.completeExceptionally(Refusals.wrongGeneration(SessionView.of(hosted.standing())));
            return;
        }
        Consumer<Throwable> lost = done::completeExceptionally;
        switch (live.rollover(next)) {
            case Rollover.Refused(var reason, String detail) -> {
                TerraneException refusal = Refusals.notAtRest(name, reason.name(), detail);
                outbox.whenDurable(() -> done.completeExceptionally(refusal), lost);
            }
            case Rollover.Ready(SessionDefinition definition) -> {
                hosted.beginRollover();
                owner.onRolling();
                // Nothing is judged from here on, so what is durable then is this very state.
                outbox.whenDurable(() -> commit(definition, done), lost);
            }
        }
    }

    private void commit(SessionDefinition definition, CompletableFuture<SessionView> done) {
        if (hosted.mode() != Hosted.Mode.ROLLING) {
            done.completeExceptionally(unusable());
            return;
        }
        Session next = Session.create(definition, surroundings.limits());
        SessionRecord from = hosted.standing();
        SessionRecord to = from.nextLife(next.info());
        var made =
                new SessionStore.NewSession(
                        to, new Bytes(DefinitionCodec.encode(definition)), room.pinned());
        surroundings.rollOver(
                made,
                from.generation(),
                from.progress().revision(),
                failure -> actor.signal(() -> finish(next, to, failure, done)));
    }

    private void finish(
            Session next,
            SessionRecord to,
            @Nullable Throwable failure,
            CompletableFuture<SessionView> done) {
        if (hosted.mode() != Hosted.Mode.ROLLING) {
            done.completeExceptionally(unusable());
            return;
        }
        if (failure != null) {
            LOG.error("a rollover of session {} failed; it is loaded again", name, failure);
            owner.onStoreLost(failure);
            done.completeExceptionally(Refusals.lostStore(name, failure));
            return;
        }
        outbox.start(to.progress());
        hosted.rolledOver(to, next);
        surroundings.listener().onEnd(name);
        owner.onRolledOver();
        done.complete(SessionView.of(hosted.standing()));
    }

    private TerraneException unusable() {
        return Refusals.unusable(name, hosted.fault(), hosted.session());
    }
}
