package dev.terrane.session.hosting.store;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.ball;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.push;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.CommandAnswer;
import dev.terrane.session.hosting.SessionDraft;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Quiescent rollover as the host does it; the same class runs on both engines. */
class RolloverStoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir private Path folder;
    private final Supplier<Generation> generations = generations();

    private RunningStore open(Databases.Database database) {
        return new RunningStore(database, properties(), generations, InstantSource.system());
    }

    /** Two balls that never meet. */
    private static SessionDraft apart(@Nullable Clock clock) {
        return new SessionDraft(
                NAME,
                Hash.of(new byte[] {7}),
                List.of(ball("a", 0, 1), ball("b", 50, 2)),
                Vec2.ZERO,
                null,
                clock);
    }

    private static List<BodyState> bodies(RunningStore running) {
        return running.registry.ask(NAME, session -> session.checkpoint().bodies()).join();
    }

    private static void assertRefused(Throwable failure, String code) {
        assertThat(failure).isInstanceOf(TerraneException.class);
        assertThat(((TerraneException) failure).code().name()).isEqualTo(code);
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void theNextGenerationGoesOnFromTheSameBodies(Databases.Engine engine) {
        Databases.Database database = engine.open(folder);
        Generation first;
        Generation second;
        try (RunningStore running = open(database)) {
            first = running.registry.create(apart(null)).view().generation();
            submit(
                    running.registry,
                    NAME,
                    first,
                    command(first, "p", push("a", 3)),
                    command(first, "s", STEP));
            List<BodyState> before = bodies(running);
            var rolled = running.registry.rollOver(NAME, first).join();
            second = rolled.generation();
            assertThat(second).isNotEqualTo(first);
            assertThat(rolled.firstGeneration()).isEqualTo(first);
            assertThat(rolled.progress().revision()).isZero();
            assertThat(rolled.progress().stepIndex()).isZero();
            assertThat(bodies(running))
                    .extracting(BodyState::definition)
                    .isEqualTo(before.stream().map(BodyState::definition).toList());
            // A retry finds what the first call made.
            assertThat(running.registry.rollOver(NAME, first).join().generation())
                    .isEqualTo(second);
            assertThatThrownBy(
                            () -> submit(running.registry, NAME, first, command(first, "s", STEP)))
                    .satisfies(e -> assertRefused(e, "GENERATION_MISMATCH"));
            // Ids are free again; the old generation's journal is kept as history.
            var again = submit(running.registry, NAME, second, command(second, "s", STEP));
            assertThat(((CommandAnswer.Judged) again.getFirst()).receipt().afterRevision())
                    .isEqualTo(1);
            assertThat(running.store.journal(NAME, first)).isNotEmpty();
        }
        try (RunningStore again = open(database)) {
            assertThat(again.registry.get(NAME).generation()).isEqualTo(second);
            assertThat(again.registry.get(NAME).firstGeneration()).isEqualTo(first);
            assertThat(again.registry.get(NAME).progress().stepIndex()).isEqualTo(1);
            assertThat(again.restored(NAME)).isEqualTo(again.replayed(NAME));
            // Creation with the first request still finds it.
            assertThat(again.registry.create(apart(null)).isNew()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void callsAtOnceGetTheSameNextGeneration(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder))) {
            Generation first = running.registry.create(apart(null)).view().generation();
            submit(running.registry, NAME, first, command(first, "s", STEP));
            var calls =
                    Stream.generate(() -> running.registry.rollOver(NAME, first)).limit(6).toList();
            assertThat(calls)
                    .extracting(call -> call.join().generation())
                    .containsOnly(running.registry.get(NAME).generation())
                    .doesNotContain(first);
        }
    }

    /** Every second generation ends before its first command, so its counters are always zero. */
    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void countersAreNeverThoseOfAnotherGeneration(Databases.Engine engine) throws Exception {
        try (RunningStore running = open(engine.open(folder))) {
            Generation generation = running.registry.create(apart(null)).view().generation();
            Set<Generation> unused = ConcurrentHashMap.newKeySet();
            // Few views differ, though they are read without a pause.
            Set<SessionView> seen = ConcurrentHashMap.newKeySet();
            var over = new AtomicBoolean();
            Thread reader =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (!over.get()) {
                                            seen.add(running.registry.get(NAME));
                                        }
                                    });
            for (int i = 0; i < 20; i++) {
                submit(running.registry, NAME, generation, command(generation, "s", STEP));
                Generation next = running.registry.rollOver(NAME, generation).join().generation();
                unused.add(next);
                generation = running.registry.rollOver(NAME, next).join().generation();
            }
            over.set(true);
            reader.join();
            assertThat(seen)
                    .filteredOn(view -> unused.contains(view.generation()))
                    .allSatisfy(view -> assertThat(view.progress().revision()).isZero());
        }
    }

    @Provokes("ROLLOVER_REFUSED")
    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aSessionThatIsNotAtRestLivesOn(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder))) {
            Generation touching = running.registry.create(draft(NAME, null)).view().generation();
            submit(running.registry, NAME, touching, command(touching, "s", STEP));
            assertThatThrownBy(() -> running.registry.rollOver(NAME, touching).join())
                    .satisfies(e -> assertRefused(e.getCause(), "ROLLOVER_REFUSED"))
                    .hasMessageContaining("contacts");
            submit(running.registry, NAME, touching, command(touching, "p", push("a", 1)));
            assertThatThrownBy(() -> running.registry.rollOver(NAME, touching).join())
                    .satisfies(e -> assertRefused(e.getCause(), "ROLLOVER_REFUSED"));
            assertThat(running.registry.get(NAME).generation()).isEqualTo(touching);
            var other = new Generation("f".repeat(32));
            assertThatThrownBy(() -> running.registry.rollOver(NAME, other).join())
                    .satisfies(e -> assertRefused(e.getCause(), "GENERATION_MISMATCH"));
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aClockRunsOnInTheNextGeneration(Databases.Engine engine) {
        try (RunningStore running = open(engine.open(folder))) {
            Clock clock = new Clock(120, StepSpec.of(1.0 / 120));
            Generation first = running.registry.create(apart(clock)).view().generation();
            Await.until(
                    SOON, "steps", () -> running.registry.get(NAME).progress().stepIndex() > 10);
            Generation second = running.registry.rollOver(NAME, first).join().generation();
            Await.until(
                    SOON,
                    "steps of the next generation",
                    () -> running.registry.get(NAME).progress().stepIndex() > 10);
            assertThat(running.registry.get(NAME).generation()).isEqualTo(second);
        }
    }
}
