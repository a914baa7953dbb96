package dev.terrane.core.session;

import static dev.terrane.core.session.Fixtures.ball;
import static dev.terrane.core.session.Fixtures.box;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyRules;
import dev.terrane.core.session.physics.CollisionFilter;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.RadialField;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a session rejects as an invalid command, the field at fault is named. */
class OperationDefectsTest {
    private static final BodyId BALL = new BodyId("a");
    private static final BodyId WALL = new BodyId("wall");
    private final Session session = Fixtures.session(ball("a", 0, 0, 1), box("wall", 0, 10, 4, 1));
    private long sequence;

    private void assertNamed(Operation operation, String field, String... values) {
        var answered =
                (Submission.Answered)
                        session.submitHost(new CommandId.Host("t", ++sequence), operation);
        assertThat(answered.receipt().error()).isEqualTo(ReceiptError.INVALID_COMMAND);
        assertThat(OperationDefects.of(operation, PhysicsLimits.DEFAULT).toString())
                .startsWith(field + ": ")
                .satisfies(text -> assertThat(List.of(values)).allMatch(text::contains));
    }

    private static Operation spawn(
            BodyKind kind, Shape shape, double mass, BodyDefinition.Motion motion) {
        return new Operation.Spawn(
                new BodyDefinition(
                        new BodyId("n"),
                        kind,
                        shape,
                        mass,
                        0.2,
                        motion,
                        BodyDefinition.Profile.DEFAULT));
    }

    @Test
    void ofASpawn() {
        var here = BodyDefinition.Motion.at(0, 0);
        var round = new Shape.Circle(1);
        var boxed = new Shape.Box(new Vec2(1, -2));
        BodyKind moving = BodyKind.DYNAMIC;
        assertNamed(spawn(moving, new Shape.Circle(0), 1, here), "spawn.body.circle.radius", "0.0");
        assertNamed(spawn(moving, round, 0, here), "spawn.body.mass", "not 0.0");
        assertNamed(spawn(moving, boxed, 1, here), "spawn.body.kind");
        assertNamed(spawn(BodyKind.STATIC, boxed, 1, here), "spawn.body.box.half_height", "-2.0");
        assertNamed(
                spawn(moving, round, 1, BodyDefinition.Motion.at(0, 1e9)),
                "spawn.body.position.y",
                "1.0E9");
        var fast = new BodyDefinition.Motion(Vec2.ZERO, new Vec2(Double.NaN, 0), 0, 0);
        assertNamed(spawn(moving, round, 1, fast), "spawn.body.velocity.x", "NaN");
        var turning = new BodyDefinition.Motion(Vec2.ZERO, Vec2.ZERO, 0, 1);
        assertNamed(spawn(BodyKind.STATIC, round, 1, turning), "spawn.body.angular_velocity");
    }

    @Test
    void ofAnotherCommand() {
        assertNamed(
                new Operation.Teleport(BALL, new Vec2(1e8, 0), 0), "teleport.position.x", "1.0E8");
        assertNamed(new Operation.Teleport(WALL, Vec2.ZERO, 1), "teleport.angle", "wall");
        assertNamed(
                new Operation.SetVelocity(BALL, Vec2.ZERO, 1e7), "set_velocity.angular", "1.0E7");
        assertNamed(configure(BALL, -1), "configure.radius", "-1.0");
        assertNamed(configure(WALL, 1), "configure.body_id", "wall");
        assertNamed(
                new Operation.ApplyTorque(BALL, Double.POSITIVE_INFINITY),
                "apply_torque.torque",
                "Infinity");
        assertNamed(
                new Operation.SetProfile(
                        BALL,
                        new BodyDefinition.Profile(false, true, new CollisionFilter(0, -1L, 0))),
                "set_profile.collision_category");
    }

    private static Operation configure(BodyId body, double radius) {
        return new Operation.Configure(body, BodyKind.DYNAMIC, new Shape.Circle(radius), 1, 0.2);
    }

    @Test
    void ofAForceThatIsTooMuchWithWhatWaits() {
        var most = new Vec2(BodyRules.FORCE_MAX, 0);
        session.submitHost(
                new CommandId.Host("t", ++sequence), new Operation.ApplyForce(BALL, most));
        assertNamed(new Operation.ApplyForce(BALL, most), "apply_force.force", "waits");
        assertNamed(
                new Operation.ApplyForce(BALL, new Vec2(0, 2e15)), "apply_force.force.y", "2.0E15");
    }

    @Test
    void ofAStep() {
        assertNamed(new Operation.Step(StepSpec.of(0)), "step.delta_seconds", "not 0.0");
        assertNamed(
                new Operation.Step(new StepSpec(0.1, 65, List.of())), "step.substeps", "not 65");
        assertNamed(fields(65), "step.fields", "at most 64, not 65");
        List<RadialField> twice = new ArrayList<>(List.of(field("w", 1), field("w", 1)));
        assertNamed(new Operation.Step(new StepSpec(0.1, 4, twice)), "step.fields[w].id", "twice");
        assertNamed(
                new Operation.Step(new StepSpec(0.1, 4, List.of(field("w", -1)))),
                "step.fields[w].radius",
                "-1.0");
    }

    private static Operation fields(int count) {
        return new Operation.Step(
                new StepSpec(
                        0.1,
                        4,
                        IntStream.range(0, count).mapToObj(i -> field("f" + i, 1)).toList()));
    }

    private static RadialField field(String id, double radius) {
        return new RadialField(new BodyId(id), Vec2.ZERO, 1, radius);
    }
}
