package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.accept;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.command;
import static dev.terrane.core.session.Fixtures.session;
import static dev.terrane.core.session.Fixtures.step;
import static dev.terrane.core.session.Fixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.Vec2;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The acceptance list of the retained session: what concerns checkpoints and journals. */
class CheckpointContractTest {
    private static final BodyId A = new BodyId("a");

    private static Session throughBytes(Session session) {
        var decoded = CheckpointCodec.decode(CheckpointCodec.encode(session.checkpoint()));
        SessionState state = ((Decoded.Ok<SessionState>) decoded).value();
        return Session.restore(state, SessionLimits.DEFAULT);
    }

    @Test
    void aCheckpointKeepsContactLineageAndLedgerThroughItsBytes() {
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        ContactFact begin = step(session).facts().getFirst();
        Command spent = command("spent", new Operation.SetVelocity(A, new Vec2(-12, 0), 0));
        var first = submit(session, spent);
        Command bad = command("bad", new Operation.Remove(new BodyId("none")));
        var rejected = submit(session, bad);

        Session restored = throughBytes(session);

        assertThat(submit(restored, spent).receipt()).isEqualTo(first.receipt());
        assertThat(submit(restored, spent).repeated()).isTrue();
        assertThat(submit(restored, bad).receipt()).isEqualTo(rejected.receipt());
        assertThat(submit(restored, command("spent", new Operation.Remove(A))).receipt().error())
                .isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
        step(restored);
        ContactFact end = step(restored).facts().getFirst();
        assertThat(end.kind()).isEqualTo(FactKind.END);
        assertThat(end.contactId(GENERATION)).isEqualTo(begin.contactId(GENERATION));
    }

    @Test
    void aForceThatWaitsIsRestored() {
        Session session = session(ball("a", 0, 0, 0.5));
        accept(session, new Operation.ApplyForce(A, new Vec2(60, 0)));
        accept(session, new Operation.ApplyTorque(A, 0.1));
        Session restored = throughBytes(session);
        step(restored);
        step(session);
        assertThat(restored.findBody(A).vx()).isCloseTo(1, within(1e-12));
        assertThat(Fixtures.stateHash(restored)).isEqualTo(Fixtures.stateHash(session));
    }

    @Test
    void aFlippedByteATrailingByteAndATruncationAreRefused() {
        Session session = session(ball("a", 0, 0, 0.5));
        step(session);
        for (byte[] bytes :
                List.of(
                        CheckpointCodec.encode(session.checkpoint()),
                        JournalChunkCodec.encode(session.takeChunk()))) {
            byte[] flipped = bytes.clone();
            flipped[bytes.length / 2] ^= 1;
            byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
            byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
            for (byte[] broken : List.of(flipped, longer, shorter)) {
                assertThat(CheckpointCodec.decode(broken)).isInstanceOf(Decoded.Rejected.class);
                assertThat(JournalChunkCodec.decode(broken)).isInstanceOf(Decoded.Rejected.class);
            }
        }
    }

    @Test
    void chunksAreIncrementsThatNeverRepeatWhatWasTaken() {
        Session session = session(ball("a", 0, 0, 0.5));
        step(session);
        JournalChunk first = session.takeChunk();
        assertThat(session.takeChunk()).isNull();
        step(session);
        JournalChunk second = session.takeChunk();
        assertThat(first.firstIndex()).isZero();
        assertThat(second.firstIndex()).isEqualTo(1);
        assertThat(second.commandCount()).isEqualTo(1);
    }

    @Test
    void aSnapshotShowsTheAngleBroughtIntoItsTurn() {
        Session session = session(ball("a", 0, 0, 0.5));
        accept(session, new Operation.Teleport(A, Vec2.ZERO, 7));
        assertThat(session.findBody(A).angle()).isCloseTo(7 - 2 * Math.PI, within(1e-12));
        assertThat(throughBytes(session).findBody(A).angle())
                .isEqualTo(session.findBody(A).angle());
    }

    @Test
    void aWorldWithAHistoryIsRestoredLikeOneWithout() {
        // Fault row 16: what lived and went before leaves no trace but what the state says.
        Session session = session(ball("a", 0, 0, 0.5), ball("b", 0.9, 0, 0.5));
        for (int i = 0; i < 50; i++) {
            accept(session, new Operation.Spawn(ball("t" + i, i - 25, 3, 0.4)));
            step(session);
            accept(session, new Operation.Remove(new BodyId("t" + i)));
        }
        Session once = throughBytes(session);
        Session twice = throughBytes(throughBytes(once));
        for (int i = 0; i < 60; i++) {
            List<ContactFact> facts = step(session).facts();
            assertThat(step(once).facts()).isEqualTo(facts);
            assertThat(step(twice).facts()).isEqualTo(facts);
        }
        assertThat(Fixtures.stateHash(once)).isEqualTo(Fixtures.stateHash(session));
        assertThat(Fixtures.stateHash(twice)).isEqualTo(Fixtures.stateHash(session));
    }
}
