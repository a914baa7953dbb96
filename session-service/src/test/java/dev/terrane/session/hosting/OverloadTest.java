package dev.terrane.session.hosting;

import static dev.terrane.session.hosting.HostingFixtures.NAME;
import static dev.terrane.session.hosting.HostingFixtures.command;
import static dev.terrane.session.hosting.HostingFixtures.draft;
import static dev.terrane.session.hosting.HostingFixtures.generations;
import static dev.terrane.session.hosting.HostingFixtures.properties;
import static dev.terrane.session.hosting.HostingFixtures.submit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * A clock that was held up goes on at its rate: bounded catch-up, the rest given up and counted.
 */
class OverloadTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int HERTZ = 50;

    private final SimStore store = new SimStore();
    private final AtomicLong nanos = new AtomicLong();

    private SessionRegistry open(HostingProperties properties) {
        return new SessionRegistry(
                properties,
                store,
                room -> RoomColliders.Colliders.NONE,
                StepListener.NONE,
                generations(),
                nanos::get);
    }

    private void advance(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void whatIsBeyondTheCatchUpIsDroppedAndCounted() {
        try (SessionRegistry registry = open(properties())) {
            registry.create(draft(NAME, new Clock(HERTZ, StepSpec.of(1.0 / HERTZ))));
            // It runs once it is loaded.
            registry.ask(NAME, Session::revision).join();
            advance(20);
            Await.until(SOON, "a step", () -> registry.get(NAME).progress().stepIndex() == 1);
            // Ten seconds are 500 steps; 5 are made up for.
            advance(10_000);
            Await.until(SOON, "5 steps", () -> registry.get(NAME).progress().stepIndex() == 6);
            assertThat(registry.stats().stepsDropped()).isEqualTo(495);
            advance(40);
            Await.until(SOON, "2 steps", () -> registry.get(NAME).progress().stepIndex() == 8);
            assertThat(registry.stats().stepsDropped()).isEqualTo(495);
            assertThat(store.commits(NAME).stream().mapToLong(c -> c.commandCount()).sum())
                    .isEqualTo(8);
        }
    }

    @Test
    void commandsThatComeTooFastAreNotJudgedAndSpendNothing() {
        HostingProperties usual = properties();
        var slow =
                new HostingProperties(
                        usual.workers(),
                        usual.sessionsMax(),
                        usual.mailboxMax(),
                        usual.bodiesMax(),
                        usual.contactsMax(),
                        usual.undurableStepsMax(),
                        usual.catchUpStepsMax(),
                        usual.checkpointEverySteps(),
                        usual.checkpointEverySize(),
                        usual.factsRetainedSteps(),
                        usual.journalRetained(),
                        usual.receiptsRetained(),
                        usual.clientIdsMax(),
                        2,
                        usual.stepsRetained());
        try (SessionRegistry registry = open(slow)) {
            Generation generation = registry.create(draft(NAME, null)).view().generation();
            submit(registry, NAME, generation, command(generation, "1", HostingFixtures.STEP));
            submit(registry, NAME, generation, command(generation, "2", HostingFixtures.STEP));
            Command third = command(generation, "3", HostingFixtures.STEP);
            assertThatThrownBy(() -> submit(registry, NAME, generation, third))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            e -> assertThat(e.code()).isEqualTo(CommonError.RESOURCE_EXHAUSTED));
            advance(500);
            var answer = submit(registry, NAME, generation, third);
            assertThat(((CommandAnswer.Judged) answer.getFirst()).receipt().afterRevision())
                    .isEqualTo(3);
        }
    }

    @Test
    void aStoreThatHangsBoundsWhatASessionIsAheadOfIt() {
        try (SessionRegistry registry = open(properties())) {
            registry.create(draft(NAME, new Clock(HERTZ, StepSpec.of(1.0 / HERTZ))));
            // It runs once it is loaded.
            registry.ask(NAME, Session::revision).join();
            store.hold();
            for (int i = 0; i < 20; i++) {
                long stalls = registry.stats().clockStalls();
                long dropped = registry.stats().stepsDropped();
                advance(100);
                if (i > 4) {
                    Await.until(
                            SOON,
                            "a stall or a drop",
                            () ->
                                    registry.stats().clockStalls() > stalls
                                            || registry.stats().stepsDropped() > dropped);
                }
            }
            store.release();
            Await.until(
                    SOON,
                    "the steps that ran ahead",
                    () -> registry.get(NAME).progress().stepIndex() >= 8);
            for (SessionStore.Commit commit : store.commits(NAME)) {
                assertThat(commit.commandCount()).isLessThanOrEqualTo(8);
            }
            // 2 s are 100 steps: most of them were given up.
            assertThat(registry.stats().stepsDropped()).isGreaterThan(60);
        }
    }
}
