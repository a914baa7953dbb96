package dev.terrane.core.session;

import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.physics.BodyRules;
import dev.terrane.core.session.physics.Defect;
import dev.terrane.core.session.physics.PhysicsLimits;
import org.jspecify.annotations.Nullable;

/**
 * What was wrong with an operation that a session rejected as INVALID_COMMAND. Receipts do not keep
 * it: it follows from the operation, and where a body's state had a part in it, from what is left.
 */
public final class OperationDefects {
    private OperationDefects() {}

    /** The field and what it may be, by the contract's names, beginning with the operation's. */
    public static Defect of(Operation operation, PhysicsLimits limits) {
        return switch (operation) {
            case Operation.Spawn(var body) ->
                    orElse(body.defect(limits), "id", "is not allowed").in("body").in("spawn");
            case Operation.Remove remove -> new Defect("remove", "is not allowed");
            case Operation.Teleport(var id, var position, double angle) ->
                    orElse(
                                    BodyRules.placeDefect(position, angle, limits),
                                    "angle",
                                    "body " + id + " is a box and cannot be turned")
                            .in("teleport");
            case Operation.SetVelocity(var id, var linear, double angular) ->
                    orElse(
                                    BodyRules.speedDefect("linear", linear, "angular", angular),
                                    "linear",
                                    "is not allowed")
                            .in("set_velocity");
            case Operation.Configure configure -> of(configure, limits).in("configure");
            case Operation.ApplyForce(var id, var force) ->
                    orElse(
                                    BodyRules.forceDefect(force),
                                    "force",
                                    "with what waits for the next step it is beyond "
                                            + BodyRules.FORCE_MAX)
                            .in("apply_force");
            case Operation.ApplyTorque(var id, double torque) ->
                    orElse(
                                    BodyRules.torqueDefect(torque),
                                    "torque",
                                    "with what waits for the next step it is beyond "
                                            + BodyRules.FORCE_MAX)
                            .in("apply_torque");
            case Operation.SetProfile(var id, var profile) ->
                    orElse(profile.defect(), "collision_category", "has no bit").in("set_profile");
            case Operation.Step(var spec) ->
                    orElse(spec.defect(limits), "delta_seconds", "is not allowed").in("step");
            case Operation.Dispose() -> new Defect("dispose", "is not allowed");
        };
    }

    /** The contract names a radius only: a body keeps its form. */
    private static Defect of(Operation.Configure configure, PhysicsLimits limits) {
        Defect defect =
                BodyRules.defect(
                        configure.bodyKind(),
                        configure.shape(),
                        configure.mass(),
                        configure.restitution(),
                        limits);
        if (defect == null) {
            return new Defect("body_id", "body " + configure.body() + " keeps its form: a box");
        }
        return defect.field().equals("circle.radius")
                ? new Defect("radius", defect.text())
                : defect;
    }

    private static Defect orElse(@Nullable Defect found, String field, String text) {
        return found == null ? new Defect(field, text) : found;
    }
}
