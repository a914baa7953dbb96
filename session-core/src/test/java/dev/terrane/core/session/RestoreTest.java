package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.accept;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.stateHash;
import static dev.terrane.core.session.Fixtures.step;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.format.ResumeCodec;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.ResumeDescriptor;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ways back agree with the uncut session, and nothing else is accepted. */
class RestoreTest {
    private static final SessionDefinition DEFINITION =
            Fixtures.definition(
                    new Vec2(0, 9.8),
                    ball("a", 0, 0, 0.5),
                    ball("b", 0.9, 0, 0.5),
                    box("floor", 0, 2, 9, 1));

    private final Session session = Session.create(DEFINITION, SessionLimits.DEFAULT);
    private final List<JournalChunk> chunks = new ArrayList<>();
    private SessionState middle;
    private int middleChunks;

    /** Five commits with contacts open, a rejection alone in one of them, a force waiting. */
    @BeforeEach
    void live() {
        accept(session, new Operation.SetVelocity(new BodyId("b"), new Vec2(-1, 0), 0));
        step(session);
        commit();
        submit(session, command("bad", new Operation.Remove(new BodyId("none"))));
        commit();
        for (int i = 0; i < 40; i++) {
            step(session);
        }
        commit();
        middle = session.checkpoint();
        middleChunks = chunks.size();
        submit(session, command("bad-2", new Operation.Remove(new BodyId("none"))));
        commit();
        step(session);
        accept(session, new Operation.ApplyForce(new BodyId("a"), new Vec2(5, 0)));
        commit();
    }

    private void commit() {
        chunks.add(session.takeChunk());
    }

    private static Restored.Reason reason(Restored restored) {
        return ((Restored.Refused) restored).reason();
    }

    private ResumeDescriptor fromStart() {
        return session.resumeFrom(ResumeCodec.baseOf(DEFINITION));
    }

    private static Restored fromStart(ResumeDescriptor descriptor, List<JournalChunk> journal) {
        return Restore.resume(
                descriptor,
                new Restore.Base.Definition(DEFINITION),
                journal,
                SessionLimits.DEFAULT,
                ReplayListener.NONE);
    }

    private ReplayCheckpoint whole() {
        return new ReplayCheckpoint(DEFINITION, JournalChunk.join(chunks), session.checkpoint());
    }

    @Test
    void everyWayBackGivesTheSameSessionAndItGoesOnAlike() {
        assertThat(session.checkpoint().contacts()).isNotEmpty();
        List<Restored> ways =
                List.of(
                        Restore.replay(whole(), SessionLimits.DEFAULT, ReplayListener.NONE),
                        fromStart(fromStart(), chunks.reversed()),
                        Restore.resume(
                                session.resumeFrom(ResumeCodec.baseOf(middle)),
                                new Restore.Base.Checkpoint(middle),
                                chunks.subList(middleChunks, chunks.size()),
                                SessionLimits.DEFAULT,
                                ReplayListener.NONE),
                        new Restored.Ok(
                                Session.restore(session.checkpoint(), SessionLimits.DEFAULT)));
        List<Session> back = ways.stream().map(way -> ((Restored.Ok) way).session()).toList();
        for (int i = 0; i < 30; i++) {
            List<ContactFact> facts = step(session).facts();
            for (Session each : back) {
                assertThat(step(each).facts()).isEqualTo(facts);
                assertThat(stateHash(each)).isEqualTo(stateHash(session));
            }
        }
    }

    @Test
    void aReplayTellsEveryReceiptAgain() {
        List<Submission.Answered> answers = new ArrayList<>();
        Restore.replay(whole(), SessionLimits.DEFAULT, answers::add);
        assertThat(answers).hasSize((int) session.entries());
        assertThat(answers.stream().filter(answer -> !answer.receipt().isAccepted())).hasSize(2);
    }

    @Test
    void aMissingChunkIsAGapEvenIfItHeldARejectionOnly() {
        for (int i = 0; i < chunks.size(); i++) {
            List<JournalChunk> missing = new ArrayList<>(chunks);
            missing.remove(i);
            assertThat(reason(fromStart(fromStart(), missing))).isEqualTo(Restored.Reason.GAP);
        }
    }

    @Test
    void aChunkTwiceIsAnOverlap() {
        List<JournalChunk> twice = new ArrayList<>(chunks);
        twice.add(chunks.get(1));
        assertThat(reason(fromStart(fromStart(), twice))).isEqualTo(Restored.Reason.OVERLAP);
        assertThatThrownBy(() -> JournalChunk.join(twice))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not continue");
    }

    @Test
    void anotherBaseIsRefused() {
        assertThat(
                        reason(
                                Restore.resume(
                                        fromStart(),
                                        new Restore.Base.Checkpoint(middle),
                                        chunks,
                                        SessionLimits.DEFAULT,
                                        ReplayListener.NONE)))
                .isEqualTo(Restored.Reason.BASE);
    }

    @Test
    void aChunkOfAnotherGenerationIsRefused() {
        JournalChunk first = chunks.getFirst();
        List<JournalChunk> foreign = new ArrayList<>(chunks);
        foreign.set(
                0,
                new JournalChunk(
                        first.session(),
                        new Generation("e".repeat(32)),
                        first.engine(),
                        0,
                        0,
                        first.records(),
                        first.digestAfter()));
        assertThat(reason(fromStart(fromStart(), foreign))).isEqualTo(Restored.Reason.IDENTITY);
    }

    @Test
    void anotherEngineIsRefused() {
        ResumeDescriptor ours = fromStart();
        var theirs =
                new ResumeDescriptor(
                        ours.session(),
                        ours.generation(),
                        "terrane soft-step v2 f64",
                        ours.base(),
                        ours.end(),
                        ours.state());
        assertThat(reason(fromStart(theirs, chunks))).isEqualTo(Restored.Reason.ENGINE);
    }

    @Test
    void aJournalThatGivesSomethingElseIsRefused() {
        JournalChunk last = chunks.getLast();
        List<JournalChunk> changed = new ArrayList<>(chunks);
        changed.set(
                chunks.size() - 1,
                new JournalChunk(
                        last.session(),
                        last.generation(),
                        last.engine(),
                        last.firstIndex(),
                        last.firstEntry(),
                        last.records(),
                        Hash.of(new byte[0])));
        assertThat(reason(fromStart(fromStart(), changed))).isEqualTo(Restored.Reason.DIVERGED);
    }

    @Test
    void anEndThatIsNotReachedIsRefused() {
        ResumeDescriptor right = fromStart();
        var wrong =
                new ResumeDescriptor(
                        right.session(),
                        right.generation(),
                        right.engine(),
                        right.base(),
                        right.end(),
                        Hash.of(new byte[] {7}));
        assertThat(reason(fromStart(wrong, chunks))).isEqualTo(Restored.Reason.END);
        SessionState end = session.checkpoint();
        var otherEnd =
                new SessionState(
                        end.origin(),
                        end.progress(),
                        end.bodies().subList(0, 2),
                        List.of(),
                        end.ledger());
        assertThat(
                        reason(
                                Restore.replay(
                                        new ReplayCheckpoint(
                                                DEFINITION, JournalChunk.join(chunks), otherEnd),
                                        SessionLimits.DEFAULT,
                                        ReplayListener.NONE)))
                .isEqualTo(Restored.Reason.END);
    }

    @Test
    void aReplayCheckpointNeedsTheWholeJournal() {
        assertThatThrownBy(
                        () ->
                                new ReplayCheckpoint(
                                        DEFINITION,
                                        JournalChunk.join(chunks.subList(1, chunks.size())),
                                        session.checkpoint()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not complete");
    }

    @Test
    void aStateWhosePartsDoNotFitIsRefused() {
        SessionState state = session.checkpoint();
        SessionState.Progress p = state.progress();
        var fewer =
                new SessionState.Progress(
                        p.revision(),
                        p.entries(),
                        p.endsInStep(),
                        p.stepIndex(),
                        p.seconds(),
                        1,
                        p.disposed(),
                        p.digest());
        var forged =
                new SessionState(
                        state.origin(), fewer, state.bodies(), state.contacts(), state.ledger());
        assertThatThrownBy(() -> Session.restore(forged, SessionLimits.DEFAULT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("incarnation");
    }
}
