package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.bullet;
import static dev.terrane.core.session.Fixtures.moving;
import static dev.terrane.core.session.Fixtures.stateHash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.FactCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Random command streams, run once and then again in every way that must give the same bits:
 * another run, other threads, full replay, base plus journal, restore in the middle of contacts.
 */
class DeterminismSimTest {
    private static final Generation FOREIGN = new Generation("f".repeat(32));
    private static final int COMMANDS = 400;
    private static final Coverage COVERAGE = new Coverage();

    /** What one run gave: answers, committed chunks, checkpoints and the final state. */
    private record Run(
            List<Receipt> receipts,
            Hash facts,
            List<byte[]> chunks,
            List<byte[]> checkpoints,
            Hash state) {}

    private static SessionDefinition definition(SeededRandom random) {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("w:n", 0, -9, 10, 1));
        bodies.add(box("w:s", 0, 9, 10, 1));
        bodies.add(box("w:e", 9, 0, 1, 10));
        bodies.add(box("w:w", -9, 0, 1, 10));
        int count = random.between(5, 40);
        for (int i = 0; i < count; i++) {
            bodies.add(randomBody(random, "b" + i));
        }
        Vec2 gravity = random.nextBoolean() ? Vec2.ZERO : new Vec2(0, 9.8);
        return Fixtures.definition(gravity, random.shuffled(bodies).toArray(BodyDefinition[]::new));
    }

    private static BodyDefinition randomBody(SeededRandom random, String id) {
        BodyKind kind = random.oneIn(8) ? BodyKind.KINEMATIC : BodyKind.DYNAMIC;
        BodyDefinition body =
                moving(
                        body(
                                id,
                                kind,
                                random.nextDouble() * 14 - 7,
                                random.nextDouble() * 14 - 7,
                                0.2 + random.nextDouble() * 0.5,
                                random.choice(0.0, 0.2, 0.8)),
                        random.nextDouble() * 20 - 10,
                        random.nextDouble() * 20 - 10);
        return random.oneIn(6) ? bullet(body) : body;
    }

    private static Operation randomOperation(SeededRandom random) {
        BodyId id = new BodyId("b" + random.between(0, 44));
        Vec2 vector = new Vec2(random.nextDouble() * 14 - 7, random.nextDouble() * 14 - 7);
        return switch (random.between(0, 16)) {
            case 0, 1 -> new Operation.Spawn(randomBody(random, id.value()));
            case 2 -> new Operation.Remove(id);
            case 3 -> new Operation.Teleport(id, vector, random.nextDouble() * 10);
            case 4 -> new Operation.SetVelocity(id, vector, random.nextDouble());
            case 5 ->
                    new Operation.Configure(
                            id,
                            random.choice(BodyKind.DYNAMIC, BodyKind.KINEMATIC, BodyKind.STATIC),
                            new Shape.Circle(0.2 + random.nextDouble() * 0.4),
                            0.5 + random.nextDouble(),
                            0.3);
            case 6 -> new Operation.ApplyForce(id, vector);
            case 7 -> new Operation.ApplyTorque(id, random.nextDouble());
            case 8 ->
                    new Operation.Step(
                            new StepSpec(
                                    1 / 60.0,
                                    4,
                                    List.of(new RadialField(new BodyId("f"), vector, 20, 6))));
            case 16 ->
                    new Operation.SetProfile(
                            id,
                            new BodyDefinition.Profile(
                                    random.oneIn(4),
                                    random.nextBoolean(),
                                    new CollisionFilter(
                                            random.between(0, 3), random.between(1, 3), 0)));
            case 9 -> new Operation.Spawn(ball(id.value(), Double.NaN, 0, 0.3));
            default -> new Operation.Step(StepSpec.of(Fixtures.TICK));
        };
    }

    private static Run play(long seed, boolean count) {
        SeededRandom random = new SeededRandom(seed);
        Session session = Session.create(definition(random), SessionLimits.DEFAULT);
        List<Receipt> receipts = new ArrayList<>();
        List<dev.terrane.core.session.model.ContactFact> facts = new ArrayList<>();
        List<byte[]> chunks = new ArrayList<>();
        List<byte[]> checkpoints = new ArrayList<>();
        List<Command> sent = new ArrayList<>();
        Set<CommandId> answered = new HashSet<>();
        long clock = 0;
        for (int i = 0; i < COMMANDS; i++) {
            Submission answer;
            if (random.oneIn(4)) {
                answer =
                        session.submitHost(
                                new CommandId.Host("clock", ++clock),
                                new Operation.Step(StepSpec.of(Fixtures.TICK)));
            } else {
                Command command = nextCommand(random, session, sent, i);
                sent.add(command);
                answer = session.submit(command);
            }
            observe(answer, receipts, facts, answered, count);
            if (random.oneIn(10)) {
                take(session, chunks, checkpoints);
            }
        }
        take(session, chunks, checkpoints);
        return new Run(
                receipts,
                Hash.of(FactCodec.encode(facts)),
                chunks,
                checkpoints,
                stateHash(session));
    }

    private static Command nextCommand(
            SeededRandom random, Session session, List<Command> sent, int index) {
        Operation operation = randomOperation(random);
        if (!sent.isEmpty() && random.oneIn(10)) {
            Command old = random.choice(sent);
            return random.nextBoolean()
                    ? old
                    : new Command(old.generation(), old.id(), old.expected(), operation);
        }
        Expected expected =
                switch (random.between(0, 5)) {
                    case 0 -> new Expected.At(session.revision());
                    case 1 -> new Expected.At(random.between(0, 50));
                    default -> Expected.ANY;
                };
        Generation generation = random.oneIn(30) ? FOREIGN : GENERATION;
        return new Command(generation, new CommandId.Client("c" + index), expected, operation);
    }

    private static void observe(
            Submission answer,
            List<Receipt> receipts,
            List<dev.terrane.core.session.model.ContactFact> facts,
            Set<CommandId> answered,
            boolean count) {
        if (!(answer instanceof Submission.Answered given)) {
            return;
        }
        Receipt receipt = given.receipt();
        if (count) {
            COVERAGE.count(given.repeated() ? "REPEATED" : receipt.error());
            COVERAGE.count(receipt.kind());
            given.facts().forEach(fact -> COVERAGE.count(fact.kind()));
        }
        boolean conflict =
                receipt.error() == dev.terrane.core.session.model.ReceiptError.COMMAND_ID_CONFLICT;
        if (!given.repeated() && !conflict) {
            // Never two receipts for one id.
            assertThat(answered.add(receipt.commandId())).isTrue();
            receipts.add(receipt);
            facts.addAll(given.facts());
        }
    }

    private static void take(Session session, List<byte[]> chunks, List<byte[]> checkpoints) {
        JournalChunk chunk = session.takeChunk();
        if (chunk != null) {
            chunks.add(JournalChunkCodec.encode(chunk));
            checkpoints.add(CheckpointCodec.encode(session.checkpoint()));
        }
    }

    private static JournalChunk chunk(byte[] bytes) {
        return ((Decoded.Ok<JournalChunk>) JournalChunkCodec.decode(bytes)).value();
    }

    private static SessionState state(byte[] bytes) {
        return ((Decoded.Ok<SessionState>) CheckpointCodec.decode(bytes)).value();
    }

    /** Replays chunks from a place on and returns the final state's hash. */
    private static Hash replay(Session session, Run run, int from, ReplayListener listener) {
        for (int i = from; i < run.chunks().size(); i++) {
            assertThat(session.replay(chunk(run.chunks().get(i)), listener))
                    .isEqualTo(new Replayed.Ok());
        }
        return stateHash(session);
    }

    @Test
    void everyWayOfRunningAStreamGivesTheSameBits() {
        Seeds.until(
                COVERAGE.goal(
                        100,
                        "NONE",
                        "REPEATED",
                        "STALE_REVISION",
                        "COMMAND_ID_CONFLICT",
                        "DUPLICATE_BODY",
                        "UNKNOWN_BODY",
                        "STATIC_BODY",
                        "INVALID_COMMAND",
                        "SPAWN",
                        "REMOVE",
                        "TELEPORT",
                        "SET_VELOCITY",
                        "CONFIGURE",
                        "SET_PROFILE",
                        "APPLY_FORCE",
                        "APPLY_TORQUE",
                        "STEP",
                        "BEGIN",
                        "HIT",
                        "END"),
                60,
                random -> {
                    long seed = random.nextLong();
                    Run run = play(seed, true);
                    Run again = play(seed, false);
                    assertThat(again.state()).isEqualTo(run.state());
                    assertThat(again.facts()).isEqualTo(run.facts());
                    assertThat(again.receipts()).isEqualTo(run.receipts());
                    replayAll(seed, run);
                    crashAfterEachCommit(seed, run);
                    restoreFrom(random.between(0, run.checkpoints().size() - 1), run);
                });
    }

    /** Same receipts, facts, state. */
    private static void replayAll(long seed, Run run) {
        List<Receipt> receipts = new ArrayList<>();
        List<dev.terrane.core.session.model.ContactFact> facts = new ArrayList<>();
        Session fresh = Session.create(definition(new SeededRandom(seed)), SessionLimits.DEFAULT);
        Hash replayed =
                replay(
                        fresh,
                        run,
                        0,
                        answer -> {
                            receipts.add(answer.receipt());
                            facts.addAll(answer.facts());
                        });
        assertThat(replayed).isEqualTo(run.state());
        assertThat(receipts).isEqualTo(run.receipts());
        assertThat(Hash.of(FactCodec.encode(facts))).isEqualTo(run.facts());
    }

    /** What was committed gives the state of that moment. */
    private static void crashAfterEachCommit(long seed, Run run) {
        Session reborn = Session.create(definition(new SeededRandom(seed)), SessionLimits.DEFAULT);
        for (int i = 0; i < run.chunks().size(); i++) {
            reborn.replay(chunk(run.chunks().get(i)), ReplayListener.NONE);
            assertThat(CheckpointCodec.encode(reborn.checkpoint()))
                    .isEqualTo(run.checkpoints().get(i));
        }
    }

    /** A base, and the journal behind it. */
    private static void restoreFrom(int cut, Run run) {
        Session restored =
                Session.restore(state(run.checkpoints().get(cut)), SessionLimits.DEFAULT);
        assertThat(CheckpointCodec.encode(restored.checkpoint()))
                .isEqualTo(run.checkpoints().get(cut));
        assertThat(replay(restored, run, cut + 1, ReplayListener.NONE)).isEqualTo(run.state());
    }

    @Test
    void threadsDoNotMatter() throws Exception {
        long seed = Seeds.printed().nextLong();
        Hash expected = play(seed, false).state();
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<Run>> runs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                runs.add(pool.submit(() -> play(seed, false)));
            }
            for (Future<Run> run : runs) {
                assertThat(run.get().state()).isEqualTo(expected);
            }
        }
    }

    @Test
    void aChunkOutOfPlaceOrChangedIsRefused() {
        long seed = Seeds.printed().nextLong();
        Run run = play(seed, false);
        SessionDefinition definition = definition(new SeededRandom(seed));
        Session session = Session.create(definition, SessionLimits.DEFAULT);
        int later = 1;
        while (chunk(run.chunks().get(later)).firstIndex() == 0) {
            later++;
        }
        assertThat(session.replay(chunk(run.chunks().get(later)), ReplayListener.NONE))
                .isInstanceOf(Replayed.Diverged.class);
        JournalChunk first = chunk(run.chunks().getFirst());
        var forged =
                new JournalChunk(
                        first.session(),
                        first.generation(),
                        first.engine(),
                        first.firstIndex(),
                        first.firstEntry(),
                        first.records(),
                        Hash.of(new byte[0]));
        assertThat(session.replay(forged, ReplayListener.NONE))
                .isInstanceOf(Replayed.Diverged.class);
    }
}
