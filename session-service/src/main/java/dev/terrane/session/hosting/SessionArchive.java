package dev.terrane.session.hosting;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.FactCodec;
import dev.terrane.core.session.format.ReplayCheckpointCodec;
import dev.terrane.core.session.format.ResumeCodec;
import dev.terrane.core.session.format.WorldStateCodec;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SessionError;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What can be taken out of hosted sessions: states of the live one, and what the store keeps of
 * generations that ended too. Everything is durable. Waits for the store; for all threads but a
 * session's.
 */
public final class SessionArchive {
    private static final int FACTS_OF_A_STEP_MAX = 100_000;

    private final SessionRegistry registry;
    private final SessionStore store;

    /** Of this registry, which lives on that store. */
    public SessionArchive(SessionRegistry registry, SessionStore store) {
        this.registry = registry;
        this.store = store;
    }

    /** A file of a session as it was at a revision. */
    public record Export(Generation generation, long revision, long stepIndex, Bytes bytes) {}

    /** The live session's state checkpoint. */
    public CompletableFuture<Export> checkpoint(SessionId name) {
        return export(name, session -> CheckpointCodec.encode(session.checkpoint()));
    }

    /** The live session as it is to be looked at; nothing restores from it. */
    public CompletableFuture<Export> worldState(SessionId name) {
        return export(name, session -> WorldStateCodec.encode(session.worldState()));
    }

    /** The base a restart begins at: the newest verified state checkpoint, or the definition. */
    public Export base(SessionId name) {
        Generation generation = registry.get(name).generation();
        return store.base(name, generation)
                .map(
                        base ->
                                new Export(
                                        generation,
                                        base.revision(),
                                        base.stepIndex(),
                                        base.state()))
                .orElseGet(() -> new Export(generation, 0, 0, definition(name, generation)));
    }

    private Bytes definition(SessionId name, Generation generation) {
        return store.definition(name, generation)
                .orElseThrow(() -> unknownGeneration(name, generation));
    }

    /**
     * Names the base and what the session is after the journal behind it: whoever has the base, the
     * journal and this rebuilds the very session or is refused.
     */
    public CompletableFuture<Export> resumeDescriptor(SessionId name) {
        Generation generation = registry.get(name).generation();
        ResumeDescriptor.Base base = Refusals.readable(name, () -> baseOf(name, generation));
        return registry.ask(
                name,
                generation,
                session -> exported(session, ResumeCodec.encode(session.resumeFrom(base))));
    }

    private ResumeDescriptor.Base baseOf(SessionId name, Generation generation) {
        return store.base(name, generation)
                .map(stored -> CheckpointCodec.decode(stored.state().value()))
                .map(state -> ResumeCodec.baseOf(Loading.require(state)))
                .orElseGet(
                        () ->
                                ResumeCodec.baseOf(
                                        Loading.require(
                                                DefinitionCodec.decode(
                                                        definition(name, generation).value()))));
    }

    /**
     * The whole life of a generation: definition, journal, and the state a replay of it gives now.
     *
     * @throws TerraneException JOURNAL_PRUNED if the journal from its start is no longer kept
     */
    public CompletableFuture<Export> replayCheckpoint(SessionId name, Generation generation) {
        requireKnown(name, generation);
        return registry.background(() -> Refusals.readable(name, () -> replayed(name, generation)));
    }

    private Export replayed(SessionId name, Generation generation) {
        SessionDefinition definition =
                Loading.require(DefinitionCodec.decode(definition(name, generation).value()));
        Session session = Session.create(definition, SessionLimits.DEFAULT);
        List<Bytes> chunks = store.journal(name, generation);
        JournalChunk journal =
                chunks.isEmpty() ? JournalRows.empty(session) : JournalRows.joined(chunks);
        SessionView view = registry.get(name);
        boolean started = view.generation().equals(generation) && view.progress().revision() == 0;
        if (journal.firstEntry() > 0 || (chunks.isEmpty() && !started)) {
            throw journalPruned(name, generation);
        }
        if (session.replay(journal, ReplayListener.NONE)
                instanceof Replayed.Diverged(String reason)) {
            throw TerraneException.of(
                            SessionError.SESSION_FAULTED,
                            "the journal of session " + name + " does not replay: " + reason)
                    .toException();
        }
        return new Export(
                generation,
                session.revision(),
                session.stepIndex(),
                new Bytes(
                        ReplayCheckpointCodec.encode(
                                new ReplayCheckpoint(definition, journal, session.checkpoint()))));
    }

    private CompletableFuture<Export> export(SessionId name, Function<Session, byte[]> encode) {
        return registry.ask(name, session -> exported(session, encode.apply(session)));
    }

    private static Export exported(Session session, byte[] bytes) {
        return new Export(
                session.origin().generation(),
                session.revision(),
                session.stepIndex(),
                new Bytes(bytes));
    }

    /** The generation asked for, or the present one. */
    public Generation generation(SessionId name, @Nullable Generation wanted) {
        Generation present = registry.get(name).generation();
        return wanted == null ? present : wanted;
    }

    /** Rows of a generation's journal after a number, as far as they are kept. */
    public List<SessionStore.JournalRow> journal(
            SessionId name, Generation generation, long after, int limit) {
        requireKnown(name, generation);
        return store.journalAfter(name, generation, after, limit);
    }

    /**
     * One row of a generation's journal.
     *
     * @throws TerraneException JOURNAL_PRUNED if there was such a row: it was dropped, or joined to
     *     a later one; NOT_FOUND if there never was
     */
    public SessionStore.JournalRow journalRow(SessionId name, Generation generation, long number) {
        requireKnown(name, generation);
        List<SessionStore.JournalRow> found = store.journalAfter(name, generation, number - 1, 1);
        if (!found.isEmpty() && found.getFirst().number() == number) {
            return found.getFirst();
        }
        if (number < 1 || (found.isEmpty() && !isBehindBase(name, generation, number))) {
            throw TerraneException.of(
                            CommonError.NOT_FOUND,
                            "session " + name + " has no journal row " + number + " yet")
                    .field("number")
                    .toException();
        }
        throw TerraneException.of(
                        SessionError.JOURNAL_PRUNED,
                        "session %s, generation %s: row %d was %s"
                                .formatted(
                                        name,
                                        generation,
                                        number,
                                        found.isEmpty()
                                                ? "dropped"
                                                : "joined to row "
                                                        + found.getFirst().number()
                                                        + " or dropped"))
                .field("number")
                .toException();
    }

    private boolean isBehindBase(SessionId name, Generation generation, long number) {
        return store.base(name, generation).filter(base -> base.number() >= number).isPresent();
    }

    /**
     * Facts of whole steps.
     *
     * @param nextAfterStep where the next page begins, 0 at the end
     */
    public record FactPage(List<ContactFact> facts, long nextAfterStep) {
        public FactPage {
            facts = List.copyOf(facts);
        }
    }

    /**
     * Facts of steps after one, those of mutations with the last completed step. Steps come whole,
     * so a page may hold facts of a few commands more than asked for.
     *
     * @throws TerraneException SESSION_FAULTED if what is stored of them is damaged
     */
    public FactPage facts(SessionId name, Generation generation, long afterStep, int limit) {
        requireKnown(name, generation);
        List<SessionStore.StoredFacts> found =
                store.factsAfter(name, generation, afterStep, limit + 1);
        if (found.size() <= limit) {
            return new FactPage(decoded(name, found), 0);
        }
        long cut = found.getLast().stepIndex();
        List<SessionStore.StoredFacts> whole =
                found.stream().filter(facts -> facts.stepIndex() < cut).toList();
        if (whole.isEmpty()) {
            // One step alone has more: it comes whole.
            whole =
                    store.factsAfter(name, generation, afterStep, FACTS_OF_A_STEP_MAX).stream()
                            .filter(facts -> facts.stepIndex() == cut)
                            .toList();
        }
        return new FactPage(decoded(name, whole), whole.getLast().stepIndex());
    }

    private static List<ContactFact> decoded(
            SessionId name, List<SessionStore.StoredFacts> stored) {
        return Refusals.readable(
                name, () -> stored.stream().flatMap(each -> decoded(each).stream()).toList());
    }

    private static List<ContactFact> decoded(SessionStore.StoredFacts stored) {
        return switch (FactCodec.decode(stored.facts().value())) {
            case Decoded.Ok<List<ContactFact>>(List<ContactFact> facts) -> facts;
            case Decoded.Rejected<List<ContactFact>>(var reason, String location) ->
                    throw new IllegalStateException(
                            "facts of revision "
                                    + stored.revision()
                                    + ": "
                                    + reason
                                    + " at "
                                    + location);
        };
    }

    private void requireKnown(SessionId name, Generation generation) {
        if (store.definition(name, generation).isEmpty()) {
            throw unknownGeneration(name, generation);
        }
    }

    private static TerraneException unknownGeneration(SessionId name, Generation generation) {
        return TerraneException.of(
                        CommonError.NOT_FOUND,
                        "there is no generation " + generation + " of session " + name)
                .field("generation")
                .toException();
    }

    private static TerraneException journalPruned(SessionId name, Generation generation) {
        return TerraneException.of(
                        SessionError.JOURNAL_PRUNED,
                        "session " + name + ", generation " + generation)
                .toException();
    }
}
