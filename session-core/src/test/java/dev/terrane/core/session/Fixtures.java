package dev.terrane.core.session;

import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.ContactState;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;

/** The one way tests of this module build bodies, commands and sessions. */
public final class Fixtures {
    public static final Generation GENERATION = new Generation("00112233445566778899aabbccddeeff");
    public static final double TICK = 1.0 / 60;

    private Fixtures() {}

    /** A dynamic circle of 1 kg with restitution 0. */
    public static BodyDefinition ball(String id, double x, double y, double radius) {
        return body(id, BodyKind.DYNAMIC, x, y, radius, 0);
    }

    public static BodyDefinition body(
            String id, BodyKind kind, double x, double y, double radius, double restitution) {
        return new BodyDefinition(
                new BodyId(id),
                kind,
                new Shape.Circle(radius),
                kind == BodyKind.STATIC ? 0 : 1,
                restitution,
                BodyDefinition.Motion.at(x, y),
                BodyDefinition.Profile.DEFAULT);
    }

    public static BodyDefinition moving(BodyDefinition body, double vx, double vy) {
        return new BodyDefinition(
                body.id(),
                body.kind(),
                body.shape(),
                body.mass(),
                body.restitution(),
                new BodyDefinition.Motion(body.motion().position(), new Vec2(vx, vy), 0, 0),
                body.profile());
    }

    public static BodyDefinition bullet(BodyDefinition body) {
        return with(body, new BodyDefinition.Profile(true, true, CollisionFilter.ALL));
    }

    public static BodyDefinition with(BodyDefinition body, BodyDefinition.Profile profile) {
        return new BodyDefinition(
                body.id(),
                body.kind(),
                body.shape(),
                body.mass(),
                body.restitution(),
                body.motion(),
                profile);
    }

    /** A static box. */
    public static BodyDefinition box(String id, double x, double y, double halfX, double halfY) {
        return new BodyDefinition(
                new BodyId(id),
                BodyKind.STATIC,
                new Shape.Box(new Vec2(halfX, halfY)),
                0,
                0,
                BodyDefinition.Motion.at(x, y),
                BodyDefinition.Profile.DEFAULT);
    }

    public static SessionDefinition definition(Vec2 gravity, BodyDefinition... bodies) {
        return new SessionDefinition(
                new SessionId("test"), GENERATION, gravity, PhysicsLimits.DEFAULT, List.of(bodies));
    }

    public static Session session(BodyDefinition... bodies) {
        return Session.create(definition(Vec2.ZERO, bodies), SessionLimits.DEFAULT);
    }

    public static Command command(String id, Operation operation) {
        return new Command(GENERATION, new CommandId.Client(id), Expected.ANY, operation);
    }

    public static Command commandAt(long revision, String id, Operation operation) {
        return new Command(
                GENERATION, new CommandId.Client(id), new Expected.At(revision), operation);
    }

    /** Submits and requires a receipt. */
    public static Submission.Answered submit(Session session, Command command) {
        return (Submission.Answered) session.submit(command);
    }

    /** Submits under a fresh id and requires acceptance. */
    public static Submission.Answered accept(Session session, Operation operation) {
        Submission.Answered answer =
                submit(session, command("auto-" + session.revision(), operation));
        if (!answer.receipt().isAccepted()) {
            throw new AssertionError(answer.receipt());
        }
        return answer;
    }

    /** One accepted step of 1/60 s. */
    public static Submission.Answered step(Session session) {
        return accept(session, new Operation.Step(StepSpec.of(TICK)));
    }

    /**
     * Hash of the bits of every body and contact: what a solver may not change without another
     * engine version, whatever the formats look like.
     */
    public static Hash worldHash(Session session) {
        LittleEndianWriter out = new LittleEndianWriter();
        SessionState state = session.checkpoint();
        for (BodyState body : state.bodies()) {
            BodyDefinition.Motion motion = body.definition().motion();
            out.string(body.id().value()).i64(body.incarnation());
            out.f64(motion.position().x()).f64(motion.position().y());
            out.f64(motion.velocity().x()).f64(motion.velocity().y());
            out.f64(motion.angle()).f64(motion.angularVelocity());
        }
        for (ContactState contact : state.contacts()) {
            out.string(contact.a().value()).string(contact.b().value());
            out.f64(contact.impulse()).f64(contact.anchor().x()).f64(contact.anchor().y());
            out.bool(contact.touching()).i64(contact.startStep());
        }
        return Hash.of(out.toBytes());
    }

    /** Hash of everything a checkpoint holds. */
    public static Hash stateHash(Session session) {
        return Hash.of(CheckpointCodec.encode(session.checkpoint()));
    }
}
