package dev.terrane.session.wire;

import dev.terrane.core.session.model.Command;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.proto.session.v1alpha1.ApplyForce;
import dev.terrane.proto.session.v1alpha1.ApplyTorque;
import dev.terrane.proto.session.v1alpha1.ConfigureBody;
import dev.terrane.proto.session.v1alpha1.SetProfile;
import dev.terrane.proto.session.v1alpha1.SetVelocity;
import dev.terrane.proto.session.v1alpha1.Step;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.TeleportBody;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands from the contract. A command of a wrong form refuses the whole request: no id is spent.
 */
final class Commands {
    static final int BATCH_MAX = 256;

    private Commands() {}

    /**
     * The commands of a request.
     *
     * @param byService whether the caller is a service, which may use ids of the host's own
     */
    static List<Command> read(SubmitRequest request, boolean byService) {
        Requests.size("commands", request.getCommandsCount(), 0, BATCH_MAX);
        Generation generation = Requests.generation("generation", request.getGeneration());
        List<Command> commands = new ArrayList<>(request.getCommandsCount());
        for (int i = 0; i < request.getCommandsCount(); i++) {
            String field = "commands[" + i + "]";
            CommandId id =
                    Requests.commandId(
                            field + ".command_id",
                            request.getCommands(i).getCommandId(),
                            byService);
            commands.add(read(field, generation, id, request.getCommands(i)));
        }
        return commands;
    }

    private static Command read(
            String field,
            Generation generation,
            CommandId id,
            dev.terrane.proto.session.v1alpha1.Command command) {
        Expected expected =
                expected(field, command.hasExpectedRevision(), command.getExpectedRevision());
        if (id instanceof CommandId.Host && !expected.equals(Expected.ANY)) {
            throw Requests.invalid(
                    field + ".expected_revision", "must be absent for an id of the host's own");
        }
        return new Command(generation, id, expected, operation(field, command));
    }

    static Expected expected(String field, boolean given, long revision) {
        if (!given) {
            return Expected.ANY;
        }
        if (revision < 0) {
            throw Requests.invalid(field + ".expected_revision", "is negative");
        }
        return new Expected.At(revision);
    }

    private static Operation operation(
            String field, dev.terrane.proto.session.v1alpha1.Command command) {
        return switch (command.getOperationCase()) {
            case SPAWN ->
                    new Operation.Spawn(
                            Bodies.definition(field + ".spawn.body", command.getSpawn().getBody()));
            case REMOVE ->
                    new Operation.Remove(
                            Requests.bodyId(
                                    field + ".remove.body_id", command.getRemove().getBodyId()));
            case TELEPORT -> teleport(field + ".teleport", command.getTeleport());
            case SET_VELOCITY -> setVelocity(field + ".set_velocity", command.getSetVelocity());
            case CONFIGURE -> configure(field + ".configure", command.getConfigure());
            case APPLY_FORCE -> force(field + ".apply_force", command.getApplyForce());
            case APPLY_TORQUE -> torque(field + ".apply_torque", command.getApplyTorque());
            case SET_PROFILE -> setProfile(field + ".set_profile", command.getSetProfile());
            case STEP -> new Operation.Step(step(field + ".step", command.getStep()));
            case DISPOSE -> new Operation.Dispose();
            case OPERATION_NOT_SET -> throw Requests.invalid(field + ".operation", "is missing");
        };
    }

    private static Operation teleport(String field, TeleportBody teleport) {
        return new Operation.Teleport(
                Requests.bodyId(field + ".body_id", teleport.getBodyId()),
                Bodies.vector(teleport.getPosition()),
                teleport.getAngle());
    }

    private static Operation setVelocity(String field, SetVelocity set) {
        return new Operation.SetVelocity(
                Requests.bodyId(field + ".body_id", set.getBodyId()),
                Bodies.vector(set.getLinear()),
                set.getAngular());
    }

    private static Operation configure(String field, ConfigureBody configure) {
        return new Operation.Configure(
                Requests.bodyId(field + ".body_id", configure.getBodyId()),
                Bodies.kind(field + ".kind", configure.getKind()),
                new Shape.Circle(configure.getRadius()),
                configure.getMass(),
                configure.getRestitution());
    }

    private static Operation setProfile(String field, SetProfile set) {
        return new Operation.SetProfile(
                Requests.bodyId(field + ".body_id", set.getBodyId()), Bodies.profile(set));
    }

    private static Operation force(String field, ApplyForce force) {
        return new Operation.ApplyForce(
                Requests.bodyId(field + ".body_id", force.getBodyId()),
                Bodies.vector(force.getForce()));
    }

    private static Operation torque(String field, ApplyTorque torque) {
        return new Operation.ApplyTorque(
                Requests.bodyId(field + ".body_id", torque.getBodyId()), torque.getTorque());
    }

    private static StepSpec step(String field, Step step) {
        int substeps = step.getSubsteps() == 0 ? StepSpec.SUBSTEPS_DEFAULT : step.getSubsteps();
        return new StepSpec(
                step.getDeltaSeconds(),
                substeps,
                Bodies.fields(field + ".fields", step.getFieldsList()));
    }
}
