package dev.terrane.session.hosting;

import static dev.terrane.session.hosting.HostingFixtures.STEP;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.push;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.session.hosting.store.SqlSessionStore;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What hosting costs, counted: transactions a commit round, waits of sessions, receipts at rest.
 */
class HostingCountsStoreTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir private Path folder;

    /** Calls of the store by method, and those of sessions' threads that may wait. */
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

    private final AtomicInteger commitsSent = new AtomicInteger();
    private final List<String> waits = java.util.Collections.synchronizedList(new ArrayList<>());

    private SessionStore counted(SessionStore store) {
        return (SessionStore)
                Proxy.newProxyInstance(
                        SessionStore.class.getClassLoader(),
                        new Class<?>[] {SessionStore.class},
                        (proxy, method, arguments) -> {
                            calls.computeIfAbsent(method.getName(), name -> new AtomicInteger())
                                    .incrementAndGet();
                            if (method.getName().equals("commit")) {
                                commitsSent.addAndGet(((List<?>) arguments[0]).size());
                            } else if (Thread.currentThread()
                                    .getName()
                                    .startsWith("session-worker")) {
                                waits.add(method.getName());
                            }
                            try {
                                return method.invoke(store, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static StoreFixture open(Databases.Database database) {
        String user = database.user().isEmpty() ? null : database.user();
        return StoreFixture.open(
                "session", database.url(), user, user == null ? null : database.password());
    }

    private int count(String method) {
        AtomicInteger count = calls.get(method);
        return count == null ? 0 : count.get();
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aCommitRoundIsOneTransactionAndNoSessionWaits(Databases.Engine engine) {
        try (StoreFixture fixture = open(engine.open(folder));
                SessionRegistry registry =
                        new SessionRegistry(
                                properties(),
                                counted(
                                        new SqlSessionStore(
                                                fixture.threads(),
                                                fixture.template(),
                                                InstantSource.system())),
                                room -> RoomColliders.Colliders.NONE,
                                StepListener.NONE,
                                generations())) {
            Clock clock = new Clock(240, StepSpec.of(1.0 / 240));
            List<SessionId> names = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                names.add(new SessionId("pile-" + i));
                registry.create(draft(names.getLast(), clock));
            }
            Await.until(
                    SOON,
                    "200 steps of each",
                    () ->
                            names.stream()
                                    .allMatch(
                                            name ->
                                                    registry.get(name).progress().stepIndex()
                                                            >= 200));
            names.forEach(name -> registry.setPaused(name, true).join());
            long rounds = registry.stats().commitRounds();
            System.out.printf(
                    "%s: %d rounds carried %d commits of %d sessions; store calls %s%n",
                    engine, rounds, commitsSent.get(), names.size(), calls);
            // A call of commit is one transaction, and nothing else was written meanwhile.
            assertThat((long) count("commit")).isEqualTo(rounds);
            assertThat(commitsSent.get()).isGreaterThan((int) rounds);
            assertThat(count("acceptBase") + count("prune") + count("pruneFacts")).isZero();
            assertThat(waits).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aSessionAtRestKeepsFewReceiptsInMemoryAndAnswersTheOthers(Databases.Engine engine) {
        AtomicLong nanos = new AtomicLong();
        try (StoreFixture fixture = open(engine.open(folder));
                SessionRegistry registry =
                        new SessionRegistry(
                                properties(),
                                counted(
                                        new SqlSessionStore(
                                                fixture.threads(),
                                                fixture.template(),
                                                InstantSource.system())),
                                room -> RoomColliders.Colliders.NONE,
                                StepListener.NONE,
                                generations(),
                                nanos::get)) {
            Generation generation =
                    registry.create(draft(HostingFixtures.NAME, null)).view().generation();
            Command[] commands = new Command[200];
            for (int i = 0; i < commands.length; i++) {
                commands[i] = command(generation, "c" + i, i % 10 == 0 ? STEP : push("a", i % 3));
            }
            var first = submit(registry, HostingFixtures.NAME, generation, commands);
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
            registry.rest();
            submit(registry, HostingFixtures.NAME, generation, commands[0]);
            assertThat(count("findReceipt")).isZero();
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
            registry.rest();
            var again = submit(registry, HostingFixtures.NAME, generation, commands);
            assertThat(again).isEqualTo(first);
            assertThat(count("findReceipt")).isEqualTo(200 - 64);
            assertThat(waits).isEmpty();
        }
    }
}
