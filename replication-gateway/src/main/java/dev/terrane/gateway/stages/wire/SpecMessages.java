package dev.terrane.gateway.stages.wire;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.live.StageSpec.JoinRule;
import dev.terrane.proto.stage.v1alpha1.BodyRule;
import dev.terrane.proto.stage.v1alpha1.ObjectRule;
import dev.terrane.proto.stage.v1alpha1.StageMode;
import dev.terrane.proto.stage.v1alpha1.ViewRule;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.Set;

/** Specifications of stages as messages. */
final class SpecMessages {
    private SpecMessages() {}

    static StageSpec toSpec(dev.terrane.proto.stage.v1alpha1.StageSpec message) {
        return new StageSpec(
                message.getId(),
                message.getSchemaId(),
                message.getWorld(),
                message.getRoom(),
                message.getSession(),
                mode(message.getMode()),
                message.getTickRateHertz(),
                message.getSlots(),
                Set.copyOf(message.getAllowedRolesList()),
                Set.copyOf(message.getDeniedSubjectsList()),
                message.getViewsList().stream()
                        .map(
                                view ->
                                        new StageSpec.ViewRule(
                                                view.getClassName(),
                                                view.getRole(),
                                                view.getOwnerOnly(),
                                                view.getMembersList()))
                        .toList(),
                message.getBodiesList().stream()
                        .map(
                                body ->
                                        new StageSpec.BodyRule(
                                                body.getClassName(),
                                                body.getX(),
                                                body.getY(),
                                                body.getAngle(),
                                                body.getRadius(),
                                                body.getKind(),
                                                body.getMass(),
                                                body.getRestitution()))
                        .toList(),
                message.hasJoin() ? join(message.getJoin()) : JoinRule.NONE,
                message.getObjectsList().stream()
                        .map(
                                object ->
                                        new StageSpec.ObjectRule(
                                                object.getObjectType(),
                                                object.getClassName(),
                                                object.getX(),
                                                object.getY(),
                                                Integer.toUnsignedLong(object.getConfigId())))
                        .toList());
    }

    private static StageSpec.Mode mode(StageMode mode) {
        return switch (mode) {
            case STAGE_MODE_UNSPECIFIED, STAGE_MODE_PLAY -> StageSpec.Mode.PLAY;
            case STAGE_MODE_EDIT -> StageSpec.Mode.EDIT;
            case UNRECOGNIZED ->
                    throw TerraneException.of(
                                    StageError.STAGE_INVALID, "the mode is not one known here")
                            .pointer("/mode")
                            .toException();
        };
    }

    private static JoinRule join(dev.terrane.proto.stage.v1alpha1.JoinRule join) {
        boolean keep =
                switch (join.getOnLeave()) {
                    case "", "destroy" -> false;
                    case "keep" -> true;
                    default ->
                            throw TerraneException.of(
                                            StageError.STAGE_INVALID,
                                            "on_leave must be destroy or keep, not "
                                                    + join.getOnLeave())
                                    .pointer("/join/onLeave")
                                    .toException();
                };
        return new JoinRule(
                join.getRole(),
                join.getClassName(),
                join.getAt(),
                keep,
                Integer.toUnsignedLong(join.getConfigId()),
                join.getNameField());
    }

    static dev.terrane.proto.stage.v1alpha1.StageSpec toMessage(StageSpec spec) {
        var message =
                dev.terrane.proto.stage.v1alpha1.StageSpec.newBuilder()
                        .setId(spec.id())
                        .setSchemaId(spec.schemaId())
                        .setWorld(spec.world())
                        .setRoom(spec.room())
                        .setSession(spec.session())
                        .setMode(
                                spec.mode() == StageSpec.Mode.PLAY
                                        ? StageMode.STAGE_MODE_PLAY
                                        : StageMode.STAGE_MODE_EDIT)
                        .setTickRateHertz(spec.tickRateHertz())
                        .setSlots(spec.slots());
        spec.allowedRoles().stream().sorted().forEach(message::addAllowedRoles);
        spec.deniedSubjects().stream().sorted().forEach(message::addDeniedSubjects);
        for (StageSpec.ViewRule view : spec.views()) {
            message.addViews(
                    ViewRule.newBuilder()
                            .setClassName(view.className())
                            .setRole(view.role())
                            .setOwnerOnly(view.ownerOnly())
                            .addAllMembers(view.members()));
        }
        for (StageSpec.BodyRule body : spec.bodies()) {
            message.addBodies(
                    BodyRule.newBuilder()
                            .setClassName(body.className())
                            .setX(body.x())
                            .setY(body.y())
                            .setAngle(body.angle())
                            .setRadius(body.radius())
                            .setKind(body.kind())
                            .setMass(body.mass())
                            .setRestitution(body.restitution()));
        }
        JoinRule join = spec.join();
        if (join.spawns()) {
            message.setJoin(
                    dev.terrane.proto.stage.v1alpha1.JoinRule.newBuilder()
                            .setRole(join.role())
                            .setClassName(join.className())
                            .setAt(join.at())
                            .setOnLeave(join.keepOnLeave() ? "keep" : "destroy")
                            .setConfigId((int) join.configId())
                            .setNameField(join.nameField()));
        }
        for (StageSpec.ObjectRule object : spec.objects()) {
            message.addObjects(
                    ObjectRule.newBuilder()
                            .setObjectType(object.objectType())
                            .setClassName(object.className())
                            .setX(object.x())
                            .setY(object.y())
                            .setConfigId((int) object.configId()));
        }
        return message.build();
    }
}
