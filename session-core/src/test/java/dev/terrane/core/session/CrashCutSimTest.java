package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.moving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.JournalRecord;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A crash at every journal boundary: a host that commits, publishes what is durable, and loses the
 * rest; clients that send again what they were not answered. Receipts, facts and state end as if
 * nothing had happened, and nothing is ever published that a crash could take back.
 */
class CrashCutSimTest {
    private static final int INPUTS = 160;
    private static final SessionLimits LIMITS = new SessionLimits(10_000, 24, 8, 1_000, 1_000);
    private static final Coverage COVERAGE = new Coverage();

    /** One input of a run: a client's command, or the clock's step if it is null. */
    private record Input(Command command) {}

    /** An answer as the outside world sees it. */
    private record Published(Receipt receipt, List<ContactFact> facts) {}

    /** What outlives a crash. */
    private static final class Store implements ReceiptArchive {
        final List<byte[]> chunks = new ArrayList<>();
        final Map<CommandId, LedgerState.Recent> receipts = new LinkedHashMap<>();
        byte[] base;
        int baseChunks;

        @Override
        public Optional<LedgerState.Recent> find(
                dev.terrane.core.session.model.SessionId session,
                dev.terrane.core.session.model.Generation generation,
                CommandId.Client id) {
            return Optional.ofNullable(receipts.get(id));
        }
    }

    /** A hosted session and what it has said but not made durable. */
    private static final class Host {
        private final Store store;
        private final Session session;
        private final Map<CommandId, Published> published;
        private final List<Submission.Answered> open = new ArrayList<>();

        Host(Store store, SessionDefinition definition, Map<CommandId, Published> published) {
            this.store = store;
            this.published = published;
            byte[] base = store.base;
            session =
                    base == null
                            ? Session.create(definition, LIMITS)
                            : Session.restore(require(CheckpointCodec.decode(base)), LIMITS);
            for (byte[] chunk : store.chunks.subList(store.baseChunks, store.chunks.size())) {
                assertThat(
                                session.replay(
                                        require(JournalChunkCodec.decode(chunk)),
                                        ReplayListener.NONE))
                        .isInstanceOf(Replayed.Ok.class);
            }
        }

        void take(Input input) {
            if (input.command() == null) {
                var id = new CommandId.Host("clock", session.watermark("clock") + 1);
                open.add(
                        (Submission.Answered)
                                session.submitHost(
                                        id, new Operation.Step(StepSpec.of(Fixtures.TICK))));
                return;
            }
            switch (session.submit(input.command())) {
                case Submission.Answered answered -> open.add(answered);
                case Submission.Archived archived ->
                        open.add(archived.resolve(store).orElseThrow());
                case Submission.HostRepeat repeat -> throw new AssertionError(repeat);
                case Submission.Refused refused -> throw new AssertionError(refused);
            }
        }

        /** One commit: journal and receipts together, then, and only then, the answers leave. */
        void commit() {
            store();
            for (Submission.Answered answered : open) {
                if (!answered.receipt().isConflict()) {
                    publish(answered);
                }
            }
            open.clear();
        }

        void store() {
            JournalChunk chunk = session.takeChunk();
            if (chunk != null) {
                store.chunks.add(JournalChunkCodec.encode(chunk));
            }
            for (Submission.Answered answered : open) {
                Receipt receipt = answered.receipt();
                if (receipt.commandId() instanceof CommandId.Client && !receipt.isConflict()) {
                    store.receipts.putIfAbsent(
                            receipt.commandId(),
                            new LedgerState.Recent(
                                    receipt, answered.fingerprint(), answered.facts()));
                }
            }
        }

        private void publish(Submission.Answered answered) {
            var said = new Published(answered.receipt(), answered.facts());
            Published before = published.putIfAbsent(answered.receipt().commandId(), said);
            // Said twice, before or after a crash, it is the same.
            assertThat(before == null ? said : before).isEqualTo(said);
            COVERAGE.count(before == null ? "first" : "again");
        }

        void keepBase() {
            store.base = CheckpointCodec.encode(session.checkpoint());
            store.baseChunks = store.chunks.size();
        }
    }

    private static <T> T require(Decoded<T> decoded) {
        return ((Decoded.Ok<T>) decoded).value();
    }

    private static SessionDefinition definition() {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("floor", 0, 4, 9, 1));
        for (int i = 0; i < 12; i++) {
            bodies.add(
                    moving(
                            body("b" + i, BodyKind.DYNAMIC, i % 6 - 2.5, i % 3 - 1.0, 0.5, 0.4),
                            i % 5 - 2.0,
                            1));
        }
        return Fixtures.definition(new Vec2(0, 9.8), bodies.toArray(BodyDefinition[]::new));
    }

    private static Operation operation(SeededRandom random) {
        BodyId id = new BodyId("b" + random.between(0, 14));
        Vec2 at = new Vec2(random.nextDouble() * 8 - 4, random.nextDouble() * 4 - 3);
        return switch (random.between(0, 7)) {
            case 0 -> new Operation.Spawn(ball(id.value(), at.x(), at.y(), 0.4));
            case 1 -> new Operation.Remove(id);
            case 2 -> new Operation.Teleport(id, at, 0);
            case 3 -> new Operation.SetVelocity(id, at, 0);
            case 4 ->
                    new Operation.Configure(
                            id, random.choice(BodyKind.values()), new Shape.Circle(0.45), 2, 0.1);
            case 5 -> new Operation.ApplyForce(id, at);
            default -> new Operation.Step(StepSpec.of(Fixtures.TICK));
        };
    }

    private static List<Input> inputs(SeededRandom random) {
        List<Input> inputs = new ArrayList<>();
        for (int i = 0; i < INPUTS; i++) {
            if (random.oneIn(3)) {
                inputs.add(new Input(null));
                continue;
            }
            Expected expected =
                    random.oneIn(6) ? new Expected.At(random.between(0, INPUTS)) : Expected.ANY;
            inputs.add(
                    new Input(
                            new Command(
                                    GENERATION,
                                    new CommandId.Client("c" + i),
                                    expected,
                                    operation(random))));
        }
        return inputs;
    }

    /** Whether a commit follows the input of that place; the same in every run. */
    private static boolean isCommit(int place) {
        return place % 3 == 2 || place == INPUTS - 1;
    }

    @Test
    void aCrashAtEveryJournalBoundaryEndsAsIfThereHadBeenNone() {
        Seeds.forEach(
                Boolean.getBoolean("terrane.long") ? 40 : 3,
                random -> {
                    List<Input> inputs = inputs(random);
                    Map<CommandId, Published> uncut = new LinkedHashMap<>();
                    Hash end = run(inputs, -1, false, 0, uncut);
                    for (int crash = 0; crash < INPUTS; crash++) {
                        for (boolean committed : new boolean[] {false, true}) {
                            Map<CommandId, Published> cut = new LinkedHashMap<>();
                            int resent = random.between(0, 12);
                            assertThat(run(inputs, crash, committed, resent, cut))
                                    .as("crash at %s, committed %s", crash, committed)
                                    .isEqualTo(end);
                            assertThat(cut).isEqualTo(uncut);
                            COVERAGE.count(committed ? "durable, unanswered" : "lost");
                        }
                    }
                });
        COVERAGE.requireAtLeast(100, "first", "again", "lost", "durable, unanswered");
    }

    /**
     * Runs all inputs with one crash.
     *
     * @param crash the place after whose input the process dies; below 0 for none
     * @param committed whether its last commit reached the store, though nobody was told
     * @param resent how many answered inputs the clients send again all the same
     */
    private static Hash run(
            List<Input> inputs,
            int crash,
            boolean committed,
            int resent,
            Map<CommandId, Published> published) {
        Store store = new Store();
        Host host = new Host(store, definition(), published);
        int durable = 0;
        for (int i = 0; i < inputs.size(); i++) {
            host.take(inputs.get(i));
            if (i == crash) {
                if (committed) {
                    host.store();
                    durable = i + 1;
                }
                host = new Host(store, definition(), published);
                resend(host, inputs, durable, resent);
                i = durable - 1;
                crash = -1;
                continue;
            }
            if (isCommit(i)) {
                host.commit();
                durable = i + 1;
                if (i % 30 == 29) {
                    host.keepBase();
                }
            }
        }
        host.commit();
        // Facts and receipts of clock steps are told by step; those of a silent commit by replay.
        retell(store, published);
        return Hash.of(CheckpointCodec.encode(host.session.checkpoint()));
    }

    /** Clients were not answered, or do not remember that they were. */
    private static void resend(Host host, List<Input> inputs, int durable, int resent) {
        for (int i = Math.max(0, durable - 3 - resent); i < durable; i++) {
            if (inputs.get(i).command() != null) {
                host.take(inputs.get(i));
            }
        }
        host.commit();
    }

    private static void retell(Store store, Map<CommandId, Published> published) {
        Session again = Session.create(definition(), LIMITS);
        for (byte[] chunk : store.chunks) {
            again.replay(
                    require(JournalChunkCodec.decode(chunk)),
                    answer -> {
                        var said = new Published(answer.receipt(), answer.facts());
                        Published before =
                                published.putIfAbsent(answer.receipt().commandId(), said);
                        assertThat(before == null ? said : before).isEqualTo(said);
                    });
        }
    }

    @Test
    void aCutMayFallInsideARunOfSteps() {
        Session session = Session.create(definition(), LIMITS);
        List<Hash> digests = new ArrayList<>();
        var step = new Operation.Step(StepSpec.of(Fixtures.TICK));
        for (int i = 1; i <= 20; i++) {
            session.submitHost(new CommandId.Host("clock", i), step);
            digests.add(session.info().digest());
        }
        JournalChunk whole = session.takeChunk();
        var run = (JournalRecord.StepRun) whole.records().getFirst();
        assertThat(run.count()).isEqualTo(20);
        for (int cut = 1; cut < 20; cut++) {
            JournalChunk head = part(whole, 0, cut, digests.get(cut - 1));
            JournalChunk tail = part(whole, cut, 20 - cut, whole.digestAfter());
            Session restored = Session.create(definition(), LIMITS);
            assertThat(restored.replay(head, ReplayListener.NONE)).isEqualTo(new Replayed.Ok());
            SessionState middle = restored.checkpoint();
            Session onward = Session.restore(middle, LIMITS);
            assertThat(onward.replay(tail, ReplayListener.NONE)).isEqualTo(new Replayed.Ok());
            assertThat(Fixtures.stateHash(onward)).isEqualTo(Fixtures.stateHash(session));
            assertThat(JournalChunk.join(List.of(head, tail))).isEqualTo(whole);
        }
    }

    private static JournalChunk part(JournalChunk whole, int from, int count, Hash digest) {
        var run = (JournalRecord.StepRun) whole.records().getFirst();
        var first = new CommandId.Host("clock", run.first().sequence() + from);
        return new JournalChunk(
                whole.session(),
                whole.generation(),
                whole.engine(),
                from,
                from,
                List.of(new JournalRecord.StepRun(first, count, from, run.step())),
                digest);
    }
}
