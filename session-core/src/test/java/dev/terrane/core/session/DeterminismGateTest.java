package dev.terrane.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.ResumeCodec;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.JournalChunk;
import dev.terrane.core.session.model.ReplayCheckpoint;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fixed scenarios give the same bits in every way of running them. */
class DeterminismGateTest {
    /** A change of these is a change of the solver: it needs another engine version. */
    private static final Map<Scenarios, String> EXPECTED =
            Map.of(
                    Scenarios.ZERO_GRAVITY,
                            "600 37c491a883f2b413 8628846ea7a54b84 aac53d4f514bc0b8",
                    Scenarios.CONSTANT_FIELD,
                            "600 c0ec6c150e47608a 9b1a2a3ee2422833 3a0d22f1d01e9eb5",
                    Scenarios.CHURN, "600 367c71f4aba913a7 a9ddb960dd190439 8848221799b80d09");

    private static final int RESTORES = Boolean.getBoolean("terrane.long") ? 200 : 10;

    private static UnaryOperator<List<BodyDefinition>> asGiven() {
        return UnaryOperator.identity();
    }

    @ParameterizedTest
    @EnumSource
    void stepsStateAndFactsAreWhatTheyWere(Scenarios scenario) {
        assertThat(scenario.run(asGiven())).hasToString(EXPECTED.get(scenario));
    }

    @ParameterizedTest
    @EnumSource
    void theOrderOfInsertionDoesNotMatter(Scenarios scenario) {
        SeededRandom random = Seeds.printed();
        for (int i = 0; i < 3; i++) {
            assertThat(scenario.run(random::shuffled)).hasToString(EXPECTED.get(scenario));
        }
        assertThat(
                        scenario.run(
                                bodies -> {
                                    List<BodyDefinition> reversed = new ArrayList<>(bodies);
                                    Collections.reverse(reversed);
                                    return reversed;
                                }))
                .hasToString(EXPECTED.get(scenario));
    }

    @ParameterizedTest
    @EnumSource
    void threadsDoNotMatter(Scenarios scenario) throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<Scenarios.Result>> runs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                runs.add(pool.submit(() -> scenario.run(asGiven())));
            }
            for (Future<Scenarios.Result> run : runs) {
                assertThat(run.get()).hasToString(EXPECTED.get(scenario));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
    void theCompilerDoesNotMatter(String flag) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                flag,
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                Scenarios.class.getName())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        List<String> lines = new ArrayList<>();
        for (Scenarios scenario : Scenarios.values()) {
            lines.add(scenario + " " + EXPECTED.get(scenario));
        }
        assertThat(said.lines()).containsExactlyElementsOf(lines);
    }

    @ParameterizedTest
    @EnumSource
    void aRestoreInTheMiddleOfContactsDoesNotMatter(Scenarios scenario) {
        SeededRandom random = Seeds.printed();
        int touching = 0;
        for (int i = 0; i < RESTORES; i++) {
            Session session = Session.create(scenario.definition(asGiven()), SessionLimits.DEFAULT);
            Scenarios.Trace trace = new Scenarios.Trace();
            int cut = random.between(1, Scenarios.steps() - 1);
            for (int step = 1; step <= Scenarios.steps(); step++) {
                trace.add(session, scenario.advance(session, step));
                if (step == cut) {
                    SessionState state = throughBytes(session.checkpoint());
                    touching +=
                            (int) state.contacts().stream().filter(ContactState::touching).count();
                    session = Session.restore(state, SessionLimits.DEFAULT);
                }
            }
            assertThat(trace.result(session))
                    .as("cut at %s", cut)
                    .hasToString(EXPECTED.get(scenario));
        }
        assertThat(touching).isPositive();
    }

    private static SessionState throughBytes(SessionState state) {
        var decoded = CheckpointCodec.decode(CheckpointCodec.encode(state));
        return ((Decoded.Ok<SessionState>) decoded).value();
    }

    @ParameterizedTest
    @EnumSource
    void aFullReplayAndABaseWithItsJournalGiveTheSameAfterEveryStep(Scenarios scenario) {
        SessionDefinition definition = scenario.definition(asGiven());
        Session session = Session.create(definition, SessionLimits.DEFAULT);
        List<JournalChunk> chunks = new ArrayList<>();
        Scenarios.Trace live = new Scenarios.Trace();
        SessionState base = session.checkpoint();
        int baseStep = 301;
        for (int step = 1; step <= Scenarios.steps(); step++) {
            live.add(session, scenario.advance(session, step));
            chunks.add(session.takeChunk());
            if (step == baseStep) {
                base = session.checkpoint();
            }
        }
        Session again = Session.create(definition, SessionLimits.DEFAULT);
        assertThat(replayed(again, chunks, new Scenarios.Trace()).chain()).isEqualTo(live.chain());
        Session onwards = Session.restore(throughBytes(base), SessionLimits.DEFAULT);
        Scenarios.Trace before = new Scenarios.Trace();
        Session first = Session.create(definition, SessionLimits.DEFAULT);
        replayed(first, chunks.subList(0, baseStep), before);
        assertThat(replayed(onwards, chunks.subList(baseStep, chunks.size()), before).chain())
                .isEqualTo(live.chain());

        var whole =
                new ReplayCheckpoint(definition, JournalChunk.join(chunks), session.checkpoint());
        Restored restored = Restore.replay(whole, SessionLimits.DEFAULT, ReplayListener.NONE);
        assertThat(live.result(((Restored.Ok) restored).session()))
                .hasToString(EXPECTED.get(scenario));
        Restored resumed =
                Restore.resume(
                        session.resumeFrom(ResumeCodec.baseOf(base)),
                        new Restore.Base.Checkpoint(base),
                        chunks.subList(baseStep, chunks.size()),
                        SessionLimits.DEFAULT,
                        ReplayListener.NONE);
        assertThat(Fixtures.stateHash(((Restored.Ok) resumed).session()))
                .isEqualTo(Fixtures.stateHash(session));
    }

    /** The trace with the steps of these chunks, one each, behind it. */
    private static Scenarios.Trace replayed(
            Session session, List<JournalChunk> chunks, Scenarios.Trace trace) {
        for (JournalChunk chunk : chunks) {
            List<ContactFact> told = new ArrayList<>();
            assertThat(session.replay(chunk, answer -> told.addAll(answer.facts())))
                    .isEqualTo(new Replayed.Ok());
            trace.add(session, told);
        }
        return trace;
    }

    @Test
    void aRunThatDiffersForOneStepOnlyIsToldApart() {
        Session session =
                Session.create(Scenarios.CHURN.definition(asGiven()), SessionLimits.DEFAULT);
        Scenarios.Trace usual = Scenarios.CHURN.trace(session);
        Session other =
                Session.create(Scenarios.CHURN.definition(asGiven()), SessionLimits.DEFAULT);
        Scenarios.Trace moved = new Scenarios.Trace();
        for (int step = 1; step <= 12; step++) {
            List<ContactFact> told = Scenarios.CHURN.advance(other, step);
            // One fact is not told in step 7; nothing else differs.
            boolean silent = step == 7;
            moved.add(other, silent ? List.of() : told);
            assertThat(!silent || !told.isEmpty()).isTrue();
        }
        assertThat(moved.chain().subList(0, 6)).isEqualTo(usual.chain().subList(0, 6));
        for (int step = 7; step <= 12; step++) {
            assertThat(moved.chain().get(step - 1)).isNotEqualTo(usual.chain().get(step - 1));
        }
    }
}
