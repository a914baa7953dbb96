package dev.terrane.bench;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.PhysicsLimits;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Physics sessions beside Jolt: processor time of the stepping thread per step, all bodies read
 * back, contact changes listened to, sides in turns. And what a restore costs after a short and
 * after a long life.
 */
final class SessionBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int[] SIZES = {10, 50, 200, 800};

    /**
     * How much is measured.
     *
     * @param rounds that count; one more before them warms up
     * @param worlds stepped in turns for the named ratios
     * @param steps of each world in a round
     * @param settleSteps run before anything is measured
     * @param bodyStepsMin bodies times steps of a round of one world
     * @param longLifeSteps steps of the long life before its checkpoint
     */
    record Plan(
            int rounds,
            int worlds,
            int steps,
            int settleSteps,
            int bodyStepsMin,
            int longLifeSteps) {
        static final Plan FULL = new Plan(7, 100, 60, 240, 60_000, 12_000);
    }

    private final Plan plan;
    private final PrintWriter log;
    private final List<Row> rows = new ArrayList<>();

    private SessionBenchmark(Plan plan, PrintWriter log) {
        this.plan = plan;
        this.log = log;
    }

    static List<Row> run(Plan plan, PrintWriter log) {
        var benchmark = new SessionBenchmark(plan, log);
        if (JoltWorld.isHere()) {
            for (SessionWorkload.Kind kind : SessionWorkload.Kind.values()) {
                benchmark.manyWorlds(kind);
            }
            for (SessionWorkload.Kind kind : SessionWorkload.Kind.values()) {
                for (int bodies : SIZES) {
                    benchmark.oneWorld(kind, bodies);
                }
            }
        } else {
            log.println("Jolt is for Linux on amd64 only: no rows beside it");
        }
        benchmark.restore();
        return benchmark.rows;
    }

    /** Worlds of 50 bodies, all stepped in turns, as a host of many sessions does. */
    private void manyWorlds(SessionWorkload.Kind kind) {
        String name = "ratio.step50_" + kind.text() + "_vs_jolt";
        compare(name, kind, 50, plan.worlds(), plan.steps());
    }

    private void oneWorld(SessionWorkload.Kind kind, int bodies) {
        String name = "ratio.world" + bodies + "_" + kind.text() + "_vs_jolt";
        compare(name, kind, bodies, 1, Math.max(1, plan.bodyStepsMin() / bodies));
    }

    private void compare(
            String name, SessionWorkload.Kind kind, int bodies, int worlds, int steps) {
        List<BodyDefinition> definitions = SessionWorkload.bodies(kind, bodies);
        List<SessionWorkload.Ours> ours = new ArrayList<>();
        List<JoltWorld> jolts = new ArrayList<>();
        for (int i = 0; i < worlds; i++) {
            ours.add(new SessionWorkload.Ours(definitions, kind.gravity()));
            jolts.add(new JoltWorld(definitions, kind.gravity(), true));
        }
        stepOurs(ours, plan.settleSteps());
        stepJolt(jolts, plan.settleSteps());
        List<Double> ratios = new ArrayList<>();
        List<Double> joltMicros = new ArrayList<>();
        for (int round = 0; round <= plan.rounds(); round++) {
            double peer = stepJolt(jolts, steps) / 1e3 / worlds / steps;
            double own = stepOurs(ours, steps) / 1e3 / worlds / steps;
            log.printf(
                    Locale.ROOT,
                    "%s %s  ours %.2f us  jolt %.2f us  ratio %.3f%n",
                    name,
                    round == 0 ? "warm-up" : "round " + round,
                    own,
                    peer,
                    own / peer);
            if (round > 0) {
                ratios.add(own / peer);
                joltMicros.add(peer);
            }
        }
        jolts.forEach(JoltWorld::close);
        rows.add(
                new Row(
                        name,
                        Rounds.median(ratios),
                        "ratio",
                        String.format(
                                Locale.ROOT,
                                "Jolt 0.9.9, %.1f us a step, read-back and listener included",
                                Rounds.median(joltMicros))));
    }

    private static long stepOurs(List<SessionWorkload.Ours> worlds, int steps) {
        long begin = THREADS.getCurrentThreadCpuTime();
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            for (SessionWorkload.Ours world : worlds) {
                world.step(SessionWorkload.STEP);
                sum += world.readBack()[0];
            }
        }
        return used(begin, sum);
    }

    private static long stepJolt(List<JoltWorld> worlds, int steps) {
        long begin = THREADS.getCurrentThreadCpuTime();
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            for (JoltWorld world : worlds) {
                world.step(SessionWorkload.TICK);
                sum += world.readBack()[0];
            }
        }
        return used(begin, sum);
    }

    private static long used(long begin, double sum) {
        long nanos = THREADS.getCurrentThreadCpuTime() - begin;
        if (Double.isNaN(sum)) {
            throw new IllegalStateException("a world is no longer finite");
        }
        return nanos;
    }

    /** Restore of 200 bodies from checkpoint and an equally long journal, after two lives. */
    private void restore() {
        int tail = Math.min(600, plan.longLifeSteps());
        Life shortLife = new Life(tail, tail);
        Life longLife = new Life(plan.longLifeSteps(), tail);
        List<Double> ratios = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round <= plan.rounds(); round++) {
            double peer = shortLife.restoreNanos() / 1e6;
            double own = longLife.restoreNanos() / 1e6;
            log.printf(
                    Locale.ROOT,
                    "restore %s  long %.2f ms  short %.2f ms  ratio %.3f%n",
                    round == 0 ? "warm-up" : "round " + round,
                    own,
                    peer,
                    own / peer);
            if (round > 0) {
                ratios.add(own / peer);
                millis.add(peer);
            }
        }
        rows.add(
                new Row(
                        "ratio.restore_long_vs_short",
                        Rounds.median(ratios),
                        "ratio",
                        String.format(
                                Locale.ROOT,
                                "%d steps before the base instead of %d, %d after it: %.1f ms",
                                plan.longLifeSteps(),
                                tail,
                                tail,
                                Rounds.median(millis))));
    }

    /** A stored session: its last base and the journal after it. */
    private static final class Life {
        private final byte[] base;
        private final byte[] journal;

        Life(int stepsBefore, int stepsAfter) {
            var definition =
                    new SessionDefinition(
                            new SessionId("bench"),
                            new Generation("0".repeat(32)),
                            SessionWorkload.Kind.DENSE.gravity(),
                            PhysicsLimits.DEFAULT,
                            SessionWorkload.bodies(SessionWorkload.Kind.DENSE, 200));
            Session session = Session.create(definition, SessionLimits.DEFAULT);
            run(session, 0, stepsBefore);
            session.takeChunk();
            base = CheckpointCodec.encode(session.checkpoint());
            run(session, stepsBefore, stepsAfter);
            JournalChunk chunk = session.takeChunk();
            if (chunk == null) {
                throw new IllegalStateException("nothing was journaled");
            }
            journal = JournalChunkCodec.encode(chunk);
        }

        private static void run(Session session, int from, int steps) {
            var step = new Operation.Step(SessionWorkload.STEP);
            for (int i = 1; i <= steps; i++) {
                session.submitHost(new CommandId.Host("clock", from + i), step);
            }
        }

        long restoreNanos() {
            long begin = THREADS.getCurrentThreadCpuTime();
            SessionState state = require(CheckpointCodec.decode(base));
            Session session = Session.restore(state, SessionLimits.DEFAULT);
            JournalChunk chunk = require(JournalChunkCodec.decode(journal));
            if (!(session.replay(chunk, ReplayListener.NONE) instanceof Replayed.Ok)) {
                throw new IllegalStateException("the journal diverged");
            }
            return THREADS.getCurrentThreadCpuTime() - begin;
        }

        private static <T> T require(Decoded<T> decoded) {
            return switch (decoded) {
                case Decoded.Ok<T>(T value) -> value;
                case Decoded.Rejected<T> rejected ->
                        throw new IllegalStateException(rejected.toString());
            };
        }
    }
}
