package dev.terrane.core.session;

import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.BodyRules;
import dev.terrane.core.session.physics.BodyView;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.core.session.physics.PhysicsWorld;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepOutcome;
import dev.terrane.core.session.physics.Vec2;

/**
 * Judges an operation against the world and carries it out. Order of checks: spawn: invalid,
 * duplicate, limit; others: unknown body, static body, invalid.
 */
final class Executor {
    private final PhysicsWorld world;
    private final PhysicsLimits limits;

    Executor(PhysicsWorld world, PhysicsLimits limits) {
        this.world = world;
        this.limits = limits;
    }

    /** Why the operation cannot be carried out now, or NONE. Changes nothing. */
    ReceiptError judge(Operation operation) {
        return switch (operation) {
            case Operation.Spawn(var body) -> {
                if (body.defect(limits) != null) {
                    yield ReceiptError.INVALID_COMMAND;
                }
                if (world.find(body.id()) != null) {
                    yield ReceiptError.DUPLICATE_BODY;
                }
                yield world.bodyCount() >= limits.bodiesMax()
                        ? ReceiptError.BODY_LIMIT
                        : ReceiptError.NONE;
            }
            case Operation.Remove(BodyId id) -> judge(id, Reach.ANY, true);
            case Operation.Teleport(BodyId id, Vec2 position, double angle) ->
                    judge(
                            id,
                            Reach.ANY,
                            position.isWithin(limits.coordinateMax())
                                    && BodyRules.isAngle(angle)
                                    && (angle == 0 || !isBox(id)));
            case Operation.SetVelocity(BodyId id, Vec2 linear, double angular) ->
                    judge(id, Reach.MOVING, BodyRules.isSpeed(linear, angular));
            case Operation.Configure configure ->
                    judge(
                            configure.body(),
                            Reach.ANY,
                            isBox(configure.body()) == (configure.shape() instanceof Shape.Box)
                                    && BodyRules.defect(
                                                    configure.bodyKind(),
                                                    configure.shape(),
                                                    configure.mass(),
                                                    configure.restitution(),
                                                    limits)
                                            == null);
            case Operation.ApplyForce(BodyId id, Vec2 force) ->
                    judge(id, Reach.DYNAMIC, world.canBear(id, force, 0));
            case Operation.ApplyTorque(BodyId id, double torque) ->
                    judge(id, Reach.DYNAMIC, world.canBear(id, Vec2.ZERO, torque));
            case Operation.SetProfile(BodyId id, var profile) ->
                    judge(id, Reach.ANY, profile.defect() == null);
            case Operation.Step(var spec) ->
                    spec.defect(limits) == null ? ReceiptError.NONE : ReceiptError.INVALID_COMMAND;
            case Operation.Dispose() -> ReceiptError.NONE;
        };
    }

    /** Which kinds of body an operation may touch. */
    private enum Reach {
        ANY,
        MOVING,
        DYNAMIC
    }

    private ReceiptError judge(BodyId id, Reach reach, boolean valid) {
        BodyView body = world.find(id);
        if (body == null) {
            return ReceiptError.UNKNOWN_BODY;
        }
        boolean within =
                switch (reach) {
                    case ANY -> true;
                    case MOVING -> body.kind() != BodyKind.STATIC;
                    case DYNAMIC -> body.kind() == BodyKind.DYNAMIC;
                };
        if (!within) {
            return ReceiptError.STATIC_BODY;
        }
        return valid ? ReceiptError.NONE : ReceiptError.INVALID_COMMAND;
    }

    private boolean isBox(BodyId id) {
        BodyView body = world.find(id);
        return body != null && body.isBox();
    }

    /**
     * Carries out an operation judged NONE.
     *
     * @param nextIncarnation for a spawn
     * @param nextStep for a step
     */
    StepOutcome carryOut(
            Operation operation, long nextIncarnation, long nextStep, FactCollector facts) {
        switch (operation) {
            case Operation.Spawn(var body) -> world.spawn(body, nextIncarnation);
            case Operation.Remove(BodyId id) -> world.remove(id, facts);
            case Operation.Teleport(BodyId id, Vec2 position, double angle) ->
                    world.teleport(id, position, angle, facts);
            case Operation.SetVelocity(BodyId id, Vec2 linear, double angular) ->
                    world.setVelocity(id, linear, angular);
            case Operation.Configure c ->
                    world.configure(
                            c.body(), c.bodyKind(), c.shape(), c.mass(), c.restitution(), facts);
            case Operation.SetProfile(BodyId id, var profile) ->
                    world.setProfile(id, profile, facts);
            case Operation.ApplyForce(BodyId id, Vec2 force) -> world.applyForce(id, force);
            case Operation.ApplyTorque(BodyId id, double torque) -> world.applyTorque(id, torque);
            case Operation.Step(var spec) -> {
                return world.step(spec, nextStep, facts);
            }
            case Operation.Dispose() -> world.endAll(facts);
        }
        return StepOutcome.OK;
    }
}
