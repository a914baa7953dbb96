package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.accept;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.moving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every Begin has exactly one End, whatever ends it, and no episode comes back. */
class EpisodeSimTest {
    private static final Coverage COVERAGE = new Coverage();

    private final Map<String, ContactFact> open = new HashMap<>();
    private final Set<String> factIds = new HashSet<>();
    private final Set<String> episodes = new HashSet<>();

    private void take(Session session, Operation operation) {
        Submission.Answered answer = accept(session, operation);
        for (ContactFact fact : answer.facts()) {
            assertThat(factIds.add(fact.factId(GENERATION))).as("%s", fact).isTrue();
            assertThat(fact.stepIndex()).isEqualTo(session.stepIndex());
            String episode = fact.contactId(GENERATION);
            switch (fact.kind()) {
                case BEGIN -> {
                    assertThat(episodes.add(episode)).as("%s", fact).isTrue();
                    open.put(episode, fact);
                }
                case HIT -> assertThat(open).containsKey(episode);
                case END -> {
                    assertThat(open.remove(episode)).as("%s", fact).isNotNull();
                    COVERAGE.count(answer.receipt().kind());
                }
            }
        }
        assertThat(answer.facts()).isSorted();
    }

    private static List<BodyDefinition> bodies(SeededRandom random) {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("w:s", 0, 5, 6, 1));
        for (int i = 0; i < 20; i++) {
            bodies.add(disc(random, "b" + i));
        }
        return bodies;
    }

    private static BodyDefinition disc(SeededRandom random, String id) {
        return moving(
                body(
                        id,
                        random.oneIn(6) ? BodyKind.KINEMATIC : BodyKind.DYNAMIC,
                        random.nextDouble() * 6 - 3,
                        random.nextDouble() * 6 - 3,
                        0.5,
                        0.3),
                random.nextDouble() * 6 - 3,
                random.nextDouble() * 6 - 3);
    }

    /** One of a row of bodies that touch, for the end. */
    private static BodyDefinition row(int i) {
        return body("z" + i, BodyKind.DYNAMIC, 50 + i * 0.9, 0, 0.5, 0);
    }

    private static Operation step() {
        return new Operation.Step(StepSpec.of(Fixtures.TICK));
    }

    private Operation mutation(SeededRandom random, Session session) {
        // Mostly bodies that touch something: those are the ones to try.
        List<ContactState> touching =
                session.checkpoint().contacts().stream().filter(ContactState::touching).toList();
        List<BodyState> all = session.checkpoint().bodies();
        BodyId id =
                touching.isEmpty() || random.oneIn(4)
                        ? random.choice(all).id()
                        : random.choice(touching).a();
        BodyDefinition body =
                all.stream().filter(b -> b.id().equals(id)).findFirst().orElseThrow().definition();
        boolean isBox = body.shape() instanceof Shape.Box;
        return switch (random.between(0, 4)) {
            case 0 ->
                    isBox
                            ? new Operation.Teleport(id, new Vec2(0, 5 + random.nextDouble()), 0)
                            : new Operation.Remove(id);
            case 1 ->
                    new Operation.Teleport(
                            id,
                            isBox
                                    ? new Vec2(0, 5)
                                    : new Vec2(random.nextDouble() * 6 - 3, random.nextDouble()),
                            0);
            case 2 ->
                    new Operation.Configure(
                            id,
                            isBox ? BodyKind.STATIC : random.choice(BodyKind.values()),
                            body.shape(),
                            isBox ? 0 : 1,
                            0.2);
            case 3 ->
                    new Operation.SetProfile(
                            id,
                            new BodyDefinition.Profile(
                                    random.oneIn(4),
                                    true,
                                    new CollisionFilter(
                                            random.between(1, 3), random.between(1, 3), 0)));
            default -> {
                BodyDefinition fresh = disc(random, "n" + session.revision());
                yield new Operation.Spawn(fresh);
            }
        };
    }

    @Test
    void everyBeginHasExactlyOneEnd() {
        Seeds.until(
                COVERAGE.goal(
                        100,
                        "STEP",
                        "REMOVE",
                        "TELEPORT",
                        "CONFIGURE",
                        "SET_PROFILE",
                        "DISPOSE ended"),
                30,
                random -> {
                    open.clear();
                    factIds.clear();
                    episodes.clear();
                    Session session =
                            Session.create(
                                    Fixtures.definition(
                                            new Vec2(0, 5),
                                            bodies(random).toArray(BodyDefinition[]::new)),
                                    SessionLimits.DEFAULT);
                    for (int i = 0; i < 400; i++) {
                        take(session, random.oneIn(3) ? mutation(random, session) : step());
                        if (i % 20 == 0) {
                            assertOpenAreThoseOfTheWorld(session);
                        }
                    }
                    for (int i = 0; i < 10; i++) {
                        take(session, new Operation.Spawn(row(i)));
                    }
                    take(session, step());
                    int left = open.size();
                    take(session, new Operation.Dispose());
                    assertThat(open).isEmpty();
                    for (int i = 0; i < left; i++) {
                        COVERAGE.count("DISPOSE ended");
                    }
                });
    }

    private void assertOpenAreThoseOfTheWorld(Session session) {
        Set<String> seen = new HashSet<>();
        for (WorldState.Episode episode : session.worldState().episodes()) {
            seen.add(
                    GENERATION
                            + ":contact:"
                            + episode.pair().hash()
                            + ":"
                            + episode.startStep()
                            + ":"
                            + episode.ordinal());
        }
        assertThat(open.keySet()).isEqualTo(seen);
    }
}
