package dev.terrane.session.hosting.store;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.ball;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.SessionDraft;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionView;
import dev.terrane.testing.Databases;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What threads see of a session while others change it: always one of the states it was in. */
class SharedStateStoreTest {
    private static final int ROUNDS = 60;

    @TempDir private Path folder;
    private RunningStore running;
    private SessionRegistry registry;
    private ExecutorService threads;

    @BeforeEach
    void open() {
        running =
                new RunningStore(
                        Databases.Engine.SQLITE.open(folder),
                        properties(),
                        generations(),
                        InstantSource.system());
        registry = running.registry;
        threads = Executors.newFixedThreadPool(4);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        running.close();
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

    /** A point in the life of a session; what it was there never differs. */
    private record At(Generation generation, long revision) {}

    @Test
    void aReaderNeverSeesTwoGenerationsAtOnce() throws Exception {
        Generation generation = registry.create(apart(null)).view().generation();
        AtomicBoolean over = new AtomicBoolean();
        List<Future<Map<At, SessionRecord.Progress>>> readers =
                java.util.stream.Stream.generate(() -> threads.submit(() -> read(over)))
                        .limit(3)
                        .toList();
        for (int i = 0; i < ROUNDS; i++) {
            submit(registry, NAME, generation, command(generation, "s", STEP));
            generation = registry.rollOver(NAME, generation).join().generation();
        }
        over.set(true);
        Map<At, SessionRecord.Progress> all = new HashMap<>();
        for (Future<Map<At, SessionRecord.Progress>> reader : readers) {
            reader.get().forEach((at, seen) -> assertSame(all, at, seen));
        }
        assertThat(all).isNotEmpty();
    }

    private Map<At, SessionRecord.Progress> read(AtomicBoolean over) {
        Map<At, SessionRecord.Progress> seen = new HashMap<>();
        while (!over.get()) {
            SessionView view = registry.get(NAME);
            assertSame(
                    seen, new At(view.generation(), view.progress().revision()), view.progress());
        }
        return seen;
    }

    private static void assertSame(
            Map<At, SessionRecord.Progress> known, At at, SessionRecord.Progress now) {
        SessionRecord.Progress before = known.putIfAbsent(at, now);
        assertThat(before == null ? now : before).as("%s", at).isEqualTo(now);
    }

    @Test
    void aNameIsFreeForAnotherSessionAsSoonAsTheDisposeIsDurable() {
        for (int i = 0; i < ROUNDS; i++) {
            Generation ended = registry.create(apart(null)).view().generation();
            var disposed =
                    registry.submit(
                            NAME, ended, List.of(command(ended, "d", new Operation.Dispose())));
            SessionRegistry.Created next;
            do {
                next = registry.create(apart(null));
            } while (!next.isNew());
            Generation begun = next.view().generation();
            assertThat(begun).isNotEqualTo(ended);
            assertThat(next.view().firstGeneration()).isEqualTo(begun);
            disposed.join();
            // The host is that of the new session, also when the old one was not told yet.
            assertThat(registry.get(NAME).generation()).isEqualTo(begun);
            submit(registry, NAME, begun, command(begun, "s", STEP));
            submit(registry, NAME, begun, command(begun, "e", new Operation.Dispose()));
        }
    }

    @Test
    void pausesAndResumptionsAtOnceEndTheSameHereAndInTheStore() throws Exception {
        Clock clock = new Clock(60, StepSpec.of(1.0 / 60));
        registry.create(apart(clock));
        for (int i = 0; i < ROUNDS; i++) {
            List<Future<SessionView>> calls = new ArrayList<>();
            for (int j = 0; j < 4; j++) {
                boolean pause = j % 2 == 0;
                calls.add(threads.submit(() -> registry.setPaused(NAME, pause).join()));
            }
            for (Future<SessionView> call : calls) {
                call.get();
            }
            assertThat(running.store.find(NAME).orElseThrow().paused())
                    .isEqualTo(registry.get(NAME).paused());
        }
    }
}
