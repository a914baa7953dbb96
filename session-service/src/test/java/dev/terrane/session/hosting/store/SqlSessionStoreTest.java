package dev.terrane.session.hosting.store;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.ball;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.session.hosting.HostingProperties;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionDraft;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.session.hosting.StepListener;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosted sessions on a real database; the same class runs on both engines. */
class SqlSessionStoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir private Path folder;
    private final Supplier<Generation> generations = generations();

    /** A store with the registry on it, as in production but without Spring. */
    private final class Running implements AutoCloseable {
        final StoreFixture fixture;
        final SessionStore store;
        final SessionRegistry registry;

        Running(Databases.Database database, HostingProperties properties, RoomColliders rooms) {
            String user = database.user().isEmpty() ? null : database.user();
            String password = user == null ? null : database.password();
            fixture = StoreFixture.open("session", database.url(), user, password);
            store =
                    new SqlSessionStore(
                            fixture.threads(), fixture.template(), InstantSource.system());
            registry =
                    new SessionRegistry(properties, store, rooms, StepListener.NONE, generations);
            registry.recover();
        }

        Running(Databases.Database database) {
            this(database, properties(), room -> RoomColliders.Colliders.NONE);
        }

        /** Replays the whole journal from the definition and returns receipts and facts. */
        Replay replay(SessionId name) {
            SessionStore.Restorable stored = store.load(name).orElseThrow();
            SessionDefinition definition = ok(DefinitionCodec.decode(stored.definition().value()));
            Session session = Session.create(definition, SessionLimits.DEFAULT);
            Replay replay = new Replay(session, new ArrayList<>(), new ArrayList<>());
            for (Bytes bytes : store.journal(name, stored.record().generation())) {
                JournalChunk chunk = ok(JournalChunkCodec.decode(bytes.value()));
                assertThat(
                                session.replay(
                                        chunk,
                                        answer -> {
                                            replay.receipts.add(answer.receipt());
                                            replay.facts.addAll(answer.facts());
                                        }))
                        .isEqualTo(new Replayed.Ok());
            }
            return replay;
        }

        @Override
        public void close() {
            registry.close();
            fixture.close();
        }
    }

    private record Replay(Session session, List<Receipt> receipts, List<ContactFact> facts) {}

    private static <T> T ok(Decoded<T> decoded) {
        return ((Decoded.Ok<T>) decoded).value();
    }

    private static CommandAnswer.Judged judged(CommandAnswer answer) {
        return (CommandAnswer.Judged) answer;
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void answersJournalAndReplayAgree(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        List<Receipt> receipts = new ArrayList<>();
        List<ContactFact> facts = new ArrayList<>();
        try (Running running = new Running(database)) {
            Generation generation = running.registry.create(draft(NAME, null)).view().generation();
            for (int i = 0; i < 40; i++) {
                var answers =
                        submit(
                                running.registry,
                                NAME,
                                generation,
                                command(
                                        generation,
                                        "p" + i,
                                        new Operation.ApplyTorque(new BodyId("a"), i)),
                                command(generation, "s" + i, STEP),
                                command(
                                        generation,
                                        "bad" + i,
                                        new Operation.Remove(new BodyId("zz"))));
                for (CommandAnswer answer : answers) {
                    receipts.add(judged(answer).receipt());
                    facts.addAll(judged(answer).facts());
                }
            }
            SessionView view = running.registry.get(NAME);
            assertThat(view.progress().revision()).isEqualTo(80);
            assertThat(view.progress().stepIndex()).isEqualTo(40);
        }
        assertThat(facts).isNotEmpty();
        try (Running again = new Running(database)) {
            Replay replay = again.replay(NAME);
            assertThat(replay.receipts()).isEqualTo(receipts);
            assertThat(replay.facts()).isEqualTo(facts);
            assertThat(again.registry.get(NAME).progress().digest())
                    .isEqualTo(replay.session().info().digest());
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aRestartGoesOnFromTheNewestCheckpointWithTheSameBits(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Generation generation;
        HostingProperties often = properties(10);
        try (Running running = new Running(database, often, room -> RoomColliders.Colliders.NONE)) {
            generation = running.registry.create(draft(NAME, null)).view().generation();
            for (int i = 0; i < 35; i++) {
                submit(running.registry, NAME, generation, command(generation, "s" + i, STEP));
            }
            SessionStore.Restorable stored = running.store.load(NAME).orElseThrow();
            assertThat(stored.checkpoint()).isNotNull();
            assertThat(stored.chunks().size()).isLessThan(35);
        }
        try (Running again = new Running(database, often, room -> RoomColliders.Colliders.NONE)) {
            var retry = submit(again.registry, NAME, generation, command(generation, "s3", STEP));
            assertThat(judged(retry.getFirst()).receipt().afterRevision()).isEqualTo(4);
            submit(again.registry, NAME, generation, command(generation, "next", STEP));
            assertThat(again.registry.get(NAME).progress().digest())
                    .isEqualTo(again.replay(NAME).session().info().digest());
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aClockSessionGoesOnAfterARestart(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Clock clock = new Clock(120, StepSpec.of(1.0 / 120));
        long before;
        try (Running running = new Running(database)) {
            running.registry.create(draft(NAME, clock));
            Await.until(
                    SOON,
                    "30 steps",
                    () -> running.registry.get(NAME).progress().stepIndex() >= 30);
            running.registry.setPaused(NAME, true).join();
            before = running.registry.get(NAME).progress().stepIndex();
            running.registry.setPaused(NAME, false).join();
        }
        try (Running again = new Running(database)) {
            Await.until(
                    SOON,
                    "further steps",
                    () -> again.registry.get(NAME).progress().stepIndex() >= before + 30);
            again.registry.setPaused(NAME, true).join();
            assertThat(again.registry.get(NAME).progress().digest())
                    .isEqualTo(again.replay(NAME).session().info().digest());
        }
    }

    @Provokes("SESSION_EXISTS")
    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void creationIsIdempotentByNameAndSpecification(Databases.Engine engine) {
        try (Running running = new Running(engine.open(folder))) {
            var first = running.registry.create(draft(NAME, null));
            var second = running.registry.create(draft(NAME, null));
            assertThat(first.isNew()).isTrue();
            assertThat(second.isNew()).isFalse();
            assertThat(second.view().generation()).isEqualTo(first.view().generation());
            var other =
                    new SessionDraft(
                            NAME,
                            dev.terrane.core.session.model.Hash.of(new byte[1]),
                            List.of(),
                            Vec2.ZERO,
                            null,
                            null);
            assertThatThrownBy(() -> running.registry.create(other))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code().name()).isEqualTo("SESSION_EXISTS"));
        }
    }

    @Provokes("GENERATION_MISMATCH")
    @Provokes("SESSION_DISPOSED")
    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aDisposedSessionAnswersRetriesAndItsNameMayLiveAgain(Databases.Engine engine) {
        try (Running running = new Running(engine.open(folder))) {
            Generation first = running.registry.create(draft(NAME, null)).view().generation();
            submit(running.registry, NAME, first, command(first, "s", STEP));
            var end =
                    submit(
                            running.registry,
                            NAME,
                            first,
                            command(first, "end", new Operation.Dispose()));
            assertThat(judged(end.getFirst()).facts()).hasSize(1);
            Await.until(
                    SOON,
                    "disposed",
                    () -> running.registry.get(NAME).state() == SessionRecord.State.DISPOSED);
            var late =
                    submit(
                            running.registry,
                            NAME,
                            first,
                            command(first, "s", STEP),
                            command(first, "late", STEP),
                            command(first, "end", STEP));
            assertThat(judged(late.get(0)).receipt().isAccepted()).isTrue();
            assertThat(judged(late.get(0)).facts()).isNotEmpty();
            assertThat(judged(late.get(1)).receipt().error())
                    .isEqualTo(ReceiptError.SESSION_DISPOSED);
            assertThat(judged(late.get(2)).receipt().error())
                    .isEqualTo(ReceiptError.COMMAND_ID_CONFLICT);
            assertThatThrownBy(() -> running.registry.ask(NAME, Session::info))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code().name()).isEqualTo("SESSION_DISPOSED"));

            var second = running.registry.create(draft(NAME, null));
            assertThat(second.isNew()).isTrue();
            assertThat(second.view().generation()).isNotEqualTo(first);
            assertThatThrownBy(
                            () -> submit(running.registry, NAME, first, command(first, "x", STEP)))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code().name()).isEqualTo("GENERATION_MISMATCH"));
        }
    }

    /** So many balls in one place. */
    private static SessionDraft crowd(int count) {
        return new SessionDraft(
                NAME,
                Hash.of(new byte[] {1}),
                IntStream.range(0, count).mapToObj(i -> ball("b" + i, 0, 0)).toList(),
                Vec2.ZERO,
                null,
                null);
    }

    @Provokes("SESSION_FAULTED")
    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aBrokenSessionStaysBrokenAfterARestartAndCanBeRetired(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Generation generation;
        try (Running running = new Running(database)) {
            // More pairs within reach than a world may have: its step cannot run.
            generation = running.registry.create(crowd(400)).view().generation();
            Operation push = new Operation.ApplyForce(new BodyId("b0"), new Vec2(1, 0));
            var answers =
                    submit(
                            running.registry,
                            NAME,
                            generation,
                            command(generation, "1", push),
                            command(generation, "2", push),
                            command(generation, "3", STEP),
                            command(generation, "4", STEP));
            assertThat(answers.get(2)).isInstanceOf(CommandAnswer.Faulted.class);
            assertThat(answers.get(3)).isInstanceOf(CommandAnswer.Faulted.class);
            assertThatThrownBy(() -> running.registry.ask(NAME, Session::info).join())
                    .hasCauseInstanceOf(TerraneException.class)
                    .hasMessageContaining("TOO_MANY_CONTACTS");
            Await.until(
                    SOON,
                    "fault written down",
                    () ->
                            running.store.find(NAME).orElseThrow().state()
                                    == SessionRecord.State.FAULTED);
        }
        try (Running again = new Running(database)) {
            var answers = submit(again.registry, NAME, generation, command(generation, "5", STEP));
            assertThat(answers.getFirst()).isInstanceOf(CommandAnswer.Faulted.class);
            assertThat(again.registry.get(NAME).progress().revision()).isEqualTo(2);
            SessionView retired = again.registry.retire(again.registry.get(NAME));
            assertThat(retired.state()).isEqualTo(SessionRecord.State.DISPOSED);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aRoomsBoxesAreBodiesAndItsChunksArePinned(Databases.Engine engine) {
        var pinned = new RoomColliders.PinnedChunk(-1, 2, 0, 7, "ab");
        var box =
                new dev.terrane.core.session.physics.BodyDefinition(
                        new BodyId("~tile:0:0"),
                        dev.terrane.core.session.physics.BodyKind.STATIC,
                        new dev.terrane.core.session.physics.Shape.Box(new Vec2(1, 1)),
                        0,
                        0,
                        dev.terrane.core.session.physics.BodyDefinition.Motion.at(9, 9),
                        dev.terrane.core.session.physics.BodyDefinition.Profile.DEFAULT);
        RoomColliders rooms = room -> new RoomColliders.Colliders(List.of(box), List.of(pinned));
        try (Running running = new Running(engine.open(folder), properties(), rooms)) {
            var plain = draft(NAME, null);
            var draft =
                    new SessionDraft(
                            NAME,
                            plain.specHash(),
                            plain.bodies(),
                            Vec2.ZERO,
                            new RoomColliders.RoomName("w", "r"),
                            null);
            SessionView view = running.registry.create(draft).view();
            assertThat(view.progress().bodyCount()).isEqualTo(3);
            assertThat(view.room()).isEqualTo(new RoomColliders.RoomName("w", "r"));
            assertThat(running.registry.pinned(view)).containsExactly(pinned);
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aCommitOutOfTurnFailsAloneAndLeavesTheOthers(Databases.Engine engine) {
        try (Running running = new Running(engine.open(folder))) {
            SessionId other = new SessionId("other");
            Generation one = running.registry.create(draft(NAME, null)).view().generation();
            Generation two = running.registry.create(draft(other, null)).view().generation();
            var outcomes =
                    running.store
                            .commit(List.of(commit(NAME, one, 5), commit(other, two, 0)))
                            .join();
            assertThat(outcomes.get(0)).isInstanceOf(SessionStore.Outcome.Failed.class);
            assertThat(outcomes.get(1)).isEqualTo(new SessionStore.Outcome.Committed());
            assertThat(running.store.find(NAME).orElseThrow().progress().revision()).isZero();
            assertThat(running.store.find(other).orElseThrow().progress().revision()).isEqualTo(1);
            assertThat(running.store.findReceipt(NAME, one, new CommandId.Client("none")))
                    .isEmpty();
        }
    }

    private static SessionStore.Commit commit(
            SessionId name, Generation generation, long expected) {
        return new SessionStore.Commit(
                name,
                generation,
                1,
                expected,
                1,
                new Bytes(new byte[] {1}),
                new SessionRecord.Progress(
                        expected + 1, 1, 2, dev.terrane.core.session.model.Hash.of(new byte[0])),
                false,
                List.of(),
                List.of(),
                List.of(),
                null);
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void sessionsAreListedByNameAndFactsArePruned(Databases.Engine engine) {
        try (Running running = new Running(engine.open(folder))) {
            for (String name : List.of("b", "B", "a_1", "a-1")) {
                running.registry.create(draft(new SessionId(name), null));
            }
            assertThat(running.registry.list(null, 10))
                    .extracting(view -> view.name().value())
                    .containsExactly("B", "a-1", "a_1", "b");
            assertThat(running.registry.list(new SessionId("a-1"), 1))
                    .extracting(view -> view.name().value())
                    .containsExactly("a_1");
            SessionId name = new SessionId("b");
            Generation generation = running.registry.get(name).generation();
            submit(running.registry, name, generation, command(generation, "s", STEP));
            assertThat(running.store.facts(name, generation, 1)).hasSize(1);
            assertThat(running.store.pruneFacts(name, generation, 2)).isEqualTo(1);
            assertThat(running.store.facts(name, generation, 1)).isEmpty();
        }
    }
}
