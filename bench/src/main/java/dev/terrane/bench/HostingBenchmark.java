package dev.terrane.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.HostingProperties;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionDraft;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.StepListener;
import dev.terrane.session.hosting.store.SqlSessionStore;
import dev.terrane.support.store.StoreFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;

/**
 * What hosting adds: processor time of the whole process for piles whose clocks' steps are
 * journaled on disk, beside the same piles stepped bare; and the memory of sessions at rest.
 */
final class HostingBenchmark {
    private static final int BODIES = 50;
    private static final int HERTZ = 60;

    /** A clock runs so many times faster than real time: as fast as its store keeps up. */
    private static final int HASTE = 8;

    /** At the clock's own pace, where every step is a row of its own, so much less is run. */
    private static final int REAL_TIME_SHARE = 4;

    /**
     * How much is measured.
     *
     * @param rounds that count; one more before them warms up
     * @param worlds piles of either side
     * @param steps of each pile over all rounds that count
     * @param idle sessions at rest
     */
    record Plan(int rounds, int worlds, int steps, int idle) {
        static final Plan FULL = new Plan(5, 100, 6_000, 400);
    }

    private final Plan plan;
    private final PrintWriter log;

    private HostingBenchmark(Plan plan, PrintWriter log) {
        this.plan = plan;
        this.log = log;
    }

    static List<Row> run(Plan plan, PrintWriter log) {
        HostingBenchmark benchmark = new HostingBenchmark(plan, log);
        return List.of(
                benchmark.journaled("ratio.journaled_vs_bare", HASTE, plan.steps()),
                benchmark.journaled(
                        "ratio.journaled_realtime_vs_bare", 1, plan.steps() / REAL_TIME_SHARE),
                benchmark.idleHeap());
    }

    /** Hosted sessions on a database in a folder of their own. */
    private static final class Host implements AutoCloseable {
        private final Path folder;
        private final StoreFixture fixture;
        private final SessionRegistry registry;
        private final AtomicLong generations = new AtomicLong();

        Host(LongSupplier nanos) {
            try {
                folder = Files.createTempDirectory("terrane-bench");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            fixture = StoreFixture.open("session", "jdbc:sqlite:" + folder.resolve("session.db"));
            registry =
                    new SessionRegistry(
                            properties(),
                            new SqlSessionStore(
                                    fixture.threads(), fixture.template(), InstantSource.system()),
                            room -> RoomColliders.Colliders.NONE,
                            StepListener.NONE,
                            () -> new Generation("%032x".formatted(generations.incrementAndGet())),
                            nanos);
        }

        /** The defaults, but for the catch-up, which makes room for the haste. */
        private static HostingProperties properties() {
            return new HostingProperties(
                    2,
                    10_000,
                    1_024,
                    8_192,
                    65_536,
                    8,
                    HASTE,
                    18_000,
                    DataSize.ofMegabytes(8),
                    36_000,
                    Duration.ofDays(1),
                    Duration.ofDays(1),
                    1 << 20,
                    0,
                    10_000);
        }

        @SuppressWarnings("NullAway") // Null is allowed; not seen on a nested type in a class file.
        SessionId create(String name, List<BodyDefinition> bodies, Vec2 gravity, boolean clocked) {
            SessionId id = new SessionId(name);
            registry.create(
                    new SessionDraft(
                            id,
                            Hash.of(name.getBytes(StandardCharsets.UTF_8)),
                            bodies,
                            gravity,
                            null,
                            clocked ? new Clock(HERTZ, SessionWorkload.STEP) : null));
            return id;
        }

        @Override
        public void close() {
            registry.close();
            fixture.close();
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder()).forEach(HostingBenchmark::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Row journaled(String name, int haste, int stepsOfAll) {
        var kind = SessionWorkload.Kind.DENSE;
        List<BodyDefinition> bodies = SessionWorkload.bodies(kind, BODIES);
        List<SessionWorkload.Ours> bare = new ArrayList<>();
        long begin = System.nanoTime();
        LongSupplier hasty = () -> begin + (System.nanoTime() - begin) * haste;
        List<Double> ratios = new ArrayList<>();
        List<Double> micros = new ArrayList<>();
        int steps = Math.max(1, stepsOfAll / plan.rounds());
        try (Host host = new Host(hasty)) {
            List<SessionId> hosted = new ArrayList<>();
            for (int i = 0; i < plan.worlds(); i++) {
                bare.add(new SessionWorkload.Ours(bodies, kind.gravity()));
                SessionId id = host.create("pile-" + i, bodies, kind.gravity(), true);
                hosted.add(id);
            }
            pause(host, hosted, true);
            for (int round = 0; round <= plan.rounds(); round++) {
                long roundsBefore = host.registry.stats().commitRounds();
                double own = journaledMicros(host, hosted, steps);
                long commits = host.registry.stats().commitRounds() - roundsBefore;
                double peer = bareMicros(bare, steps);
                log.printf(
                        Locale.ROOT,
                        "%s %s  journaled %.2f us  bare %.2f us  ratio %.3f  (%d transactions)%n",
                        name,
                        round == 0 ? "warm-up" : "round " + round,
                        own,
                        peer,
                        own / peer,
                        commits);
                if (round > 0) {
                    ratios.add(own / peer);
                    micros.add(peer);
                }
            }
        }
        return new Row(
                name,
                Rounds.median(ratios),
                "ratio",
                String.format(
                        Locale.ROOT,
                        "%d bare piles of %d bodies, %d steps, %.1f us a step",
                        plan.worlds(),
                        BODIES,
                        stepsOfAll,
                        Rounds.median(micros)));
    }

    private static void pause(Host host, List<SessionId> sessions, boolean standing) {
        CompletableFuture.allOf(
                        sessions.stream()
                                .map(id -> host.registry.setPaused(id, standing))
                                .toArray(CompletableFuture<?>[]::new))
                .join();
    }

    private static long steps(Host host, List<SessionId> sessions) {
        return sessions.stream()
                .mapToLong(id -> host.registry.get(id).progress().stepIndex())
                .sum();
    }

    /** Processor time of the process for each step, waiting until all of them are durable. */
    private static double journaledMicros(Host host, List<SessionId> sessions, int steps) {
        long stepsBefore = steps(host, sessions);
        long wanted = stepsBefore + (long) steps * sessions.size();
        long begin = processNanos();
        pause(host, sessions, false);
        while (steps(host, sessions) < wanted) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        pause(host, sessions, true);
        return (processNanos() - begin) / 1e3 / (steps(host, sessions) - stepsBefore);
    }

    private static double bareMicros(List<SessionWorkload.Ours> worlds, int steps) {
        long begin = processNanos();
        for (int i = 0; i < steps; i++) {
            for (SessionWorkload.Ours world : worlds) {
                world.step(SessionWorkload.STEP);
            }
        }
        return (processNanos() - begin) / 1e3 / worlds.size() / steps;
    }

    private static long processNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Memory of a session of 50 bodies that was busy and has had no client command for 60 s. */
    private Row idleHeap() {
        AtomicLong nanos = new AtomicLong();
        var kind = SessionWorkload.Kind.DENSE;
        List<BodyDefinition> bodies = SessionWorkload.bodies(kind, BODIES);
        try (Host host = new Host(nanos::get)) {
            SessionId first = host.create("warm", bodies, kind.gravity(), false);
            busy(host, first, bodies.getFirst().id());
            long before = usedHeap();
            for (int i = 0; i < plan.idle(); i++) {
                busy(
                        host,
                        host.create("idle-" + i, bodies, kind.gravity(), false),
                        bodies.getFirst().id());
            }
            long active = usedHeap();
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
            host.registry.rest();
            // What a session is told is done when its answer comes.
            for (int i = 0; i < plan.idle(); i++) {
                host.registry.ask(new SessionId("idle-" + i), session -> true).join();
            }
            long resting = usedHeap();
            log.printf(
                    Locale.ROOT,
                    "heap of a session: %.1f KiB busy, %.1f KiB at rest%n",
                    (active - before) / 1024.0 / plan.idle(),
                    (resting - before) / 1024.0 / plan.idle());
            return new Row(
                    "heap.idle_session_kib",
                    (resting - before) / 1024.0 / plan.idle(),
                    "KiB",
                    "none; bound 60 KiB; " + plan.idle() + " sessions of " + BODIES + " bodies");
        }
    }

    /** 240 commands of a client's, and 60 steps of the host's as a clock's are. */
    private static void busy(Host host, SessionId id, BodyId body) {
        Generation generation = host.registry.get(id).generation();
        List<Command> commands = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            boolean step = i % 5 == 4;
            Operation operation =
                    step
                            ? new Operation.Step(SessionWorkload.STEP)
                            : new Operation.ApplyForce(body, new Vec2(0.1, 0));
            CommandId commandId =
                    step ? new CommandId.Host("bench", i) : new CommandId.Client("c" + i);
            commands.add(new Command(generation, commandId, Expected.ANY, operation));
        }
        for (int i = 0; i < commands.size(); i += 100) {
            host.registry.submit(id, generation, commands.subList(i, i + 100)).join();
        }
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
