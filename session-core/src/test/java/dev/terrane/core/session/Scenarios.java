package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.GENERATION;
import static dev.terrane.core.session.Fixtures.body;
import static dev.terrane.core.session.Fixtures.box;
import static dev.terrane.core.session.Fixtures.bullet;
import static dev.terrane.core.session.Fixtures.moving;

import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.format.FactCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The fixed scenarios of the determinism gate. As a program it prints their results, one a line, so
 * that other virtual machines can be asked.
 */
public enum Scenarios {
    /** Elastic bodies in a closed room, some of them bullets. */
    ZERO_GRAVITY,
    /** A heap under gravity and a well. */
    CONSTANT_FIELD,
    /** Bodies come, go, come again, are moved, change kind and profile; bullets fly. */
    CHURN;

    private static final int STEPS = 600;

    private static final List<BodyKind> KINDS =
            List.of(BodyKind.DYNAMIC, BodyKind.KINEMATIC, BodyKind.STATIC);

    /**
     * What a run gave: the bits of the last world, of all facts, and a chain over those of every
     * step, so that runs that differ for a while and meet again are told apart.
     */
    public record Result(long steps, Hash world, Hash facts, Hash everyStep) {
        @Override
        public String toString() {
            return steps + " " + shown(world) + " " + shown(facts) + " " + shown(everyStep);
        }

        private static String shown(Hash hash) {
            return hash.toHex().substring(0, 16);
        }
    }

    /** What a session is after each step; the places of two traces show where they part. */
    static final class Trace {
        private final List<ContactFact> facts = new ArrayList<>();
        private final List<Hash> chain = new ArrayList<>();

        /** A step was run, or replayed, and told these facts. */
        void add(Session session, List<ContactFact> told) {
            facts.addAll(told);
            LittleEndianWriter out = new LittleEndianWriter();
            if (!chain.isEmpty()) {
                out.raw(chain.getLast().toBytes());
            }
            out.raw(Fixtures.worldHash(session).toBytes());
            out.raw(FactCodec.encode(told));
            chain.add(Hash.of(out.toBytes()));
        }

        /** One hash a step, each over those before it too. */
        List<Hash> chain() {
            return chain;
        }

        Result result(Session session) {
            return new Result(
                    session.stepIndex(),
                    Fixtures.worldHash(session),
                    Hash.of(FactCodec.encode(facts)),
                    chain.getLast());
        }
    }

    public static void main(String[] arguments) {
        for (Scenarios scenario : values()) {
            System.out.println(scenario + " " + scenario.run(UnaryOperator.identity()));
        }
    }

    SessionDefinition definition(UnaryOperator<List<BodyDefinition>> order) {
        List<BodyDefinition> bodies = new ArrayList<>();
        bodies.add(box("w:n", 0, -9, 10, 1));
        bodies.add(box("w:s", 0, 9, 10, 1));
        bodies.add(box("w:e", 9, 0, 1, 10));
        bodies.add(box("w:w", -9, 0, 1, 10));
        int count = this == CHURN ? 40 : 100;
        for (int i = 0; i < count; i++) {
            bodies.add(disc(i));
        }
        return new SessionDefinition(
                new SessionId("gate"),
                GENERATION,
                this == CONSTANT_FIELD ? new Vec2(0, 9.8) : Vec2.ZERO,
                PhysicsLimits.DEFAULT,
                order.apply(bodies));
    }

    private static BodyDefinition disc(int i) {
        BodyDefinition disc =
                moving(
                        body(
                                "b" + i,
                                i % 17 == 5 ? BodyKind.KINEMATIC : BodyKind.DYNAMIC,
                                i % 10 * 1.5 - 6.75,
                                Math.floorDiv(i, 10) * 1.5 - 6.75,
                                0.3 + i % 4 * 0.06,
                                i % 3 * 0.4),
                        i * 37 % 21 - 10,
                        i * 53 % 19 - 9);
        return i % 10 == 0 ? bullet(disc) : disc;
    }

    /** Runs it whole. */
    Result run(UnaryOperator<List<BodyDefinition>> order) {
        Session session = Session.create(definition(order), SessionLimits.DEFAULT);
        return trace(session).result(session);
    }

    /** Runs it whole on this new session. */
    Trace trace(Session session) {
        Trace trace = new Trace();
        for (int step = 1; step <= STEPS; step++) {
            trace.add(session, advance(session, step));
        }
        return trace;
    }

    static int steps() {
        return STEPS;
    }

    /** Everything that belongs to one step; the same whatever session it is asked of. */
    List<ContactFact> advance(Session session, int step) {
        List<ContactFact> facts = new ArrayList<>();
        if (this == CHURN) {
            for (Operation operation : churn(step)) {
                facts.addAll(submit(session, operation));
            }
        }
        List<RadialField> fields =
                this == ZERO_GRAVITY
                        ? List.of()
                        : List.of(
                                new RadialField(
                                        new BodyId("well"),
                                        new Vec2(step % 60 * 0.1 - 3, 0),
                                        25,
                                        7));
        facts.addAll(submit(session, new Operation.Step(new StepSpec(Fixtures.TICK, 4, fields))));
        return facts;
    }

    private static List<ContactFact> submit(Session session, Operation operation) {
        var id = new CommandId.Host("gate", session.watermark("gate") + 1);
        return session.submitHost(id, operation) instanceof Submission.Answered answered
                ? answered.facts()
                : List.of();
    }

    private static List<Operation> churn(int step) {
        List<Operation> operations = new ArrayList<>();
        int a = step * 7 % 40;
        int b = step * 11 % 40;
        BodyId first = new BodyId("b" + a);
        BodyId second = new BodyId("b" + b);
        switch (step % 6) {
            case 0 -> operations.add(new Operation.Remove(first));
            case 1 -> operations.add(new Operation.Spawn(disc(b)));
            case 2 ->
                    operations.add(
                            new Operation.Teleport(
                                    first, new Vec2(a % 13 - 6.0, b % 13 - 6.0), step * 0.1));
            case 3 ->
                    operations.add(
                            new Operation.Configure(
                                    second,
                                    KINDS.get(step % 3),
                                    new Shape.Circle(0.25 + b * 0.01),
                                    1 + a * 0.1,
                                    0.3));
            case 4 -> {
                operations.add(new Operation.SetVelocity(first, new Vec2(200, b - 20), 1));
                operations.add(
                        new Operation.SetProfile(
                                first,
                                new BodyDefinition.Profile(
                                        step % 4 == 0,
                                        step % 5 != 0,
                                        new CollisionFilter(1 + step % 3, -1L, -(step % 2)))));
            }
            default -> {
                operations.add(new Operation.ApplyForce(second, new Vec2(a - 20, 300)));
                operations.add(new Operation.ApplyTorque(second, 0.5));
            }
        }
        return operations;
    }
}
