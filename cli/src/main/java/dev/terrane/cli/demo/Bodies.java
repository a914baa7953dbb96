package dev.terrane.cli.demo;

import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.BodyKind;
import dev.terrane.proto.session.v1alpha1.Box;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.Outcome;
import dev.terrane.proto.session.v1alpha1.Receipt;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SetVelocity;
import dev.terrane.proto.session.v1alpha1.SpawnBody;
import dev.terrane.proto.session.v1alpha1.TeleportBody;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.sdk.ServiceClient;
import java.util.List;

/** Moves bodies by ordinary session commands with an authority's token. */
final class Bodies {
    private static final double WALL_DISTANCE = 10;
    private static final double WALL_THICKNESS = 0.5;

    private final ServiceClient authority;
    private final Session session;
    private int sequence;

    Bodies(ServiceClient authority, Session session) {
        this.authority = authority;
        this.session = session;
    }

    void velocity(String body, double x, double y) {
        submit(
                command()
                        .setSetVelocity(
                                SetVelocity.newBuilder().setBodyId(body).setLinear(vector(x, y))));
    }

    void teleport(String body, double x, double y) {
        submit(
                command()
                        .setTeleport(
                                TeleportBody.newBuilder()
                                        .setBodyId(body)
                                        .setPosition(vector(x, y))));
    }

    /** Four static boxes around a point. */
    void walls(double x, double y) {
        double reach = WALL_DISTANCE + WALL_THICKNESS;
        wall("left", x - WALL_DISTANCE, y, WALL_THICKNESS, reach);
        wall("right", x + WALL_DISTANCE, y, WALL_THICKNESS, reach);
        wall("top", x, y - WALL_DISTANCE, reach, WALL_THICKNESS);
        wall("bottom", x, y + WALL_DISTANCE, reach, WALL_THICKNESS);
    }

    private void wall(String name, double x, double y, double halfWidth, double halfHeight) {
        submit(
                command()
                        .setSpawn(
                                SpawnBody.newBuilder()
                                        .setBody(
                                                Body.newBuilder()
                                                        .setId("wall-" + name)
                                                        .setPosition(vector(x, y))
                                                        .setKind(BodyKind.BODY_KIND_STATIC)
                                                        .setBox(
                                                                Box.newBuilder()
                                                                        .setHalfWidth(halfWidth)
                                                                        .setHalfHeight(
                                                                                halfHeight)))));
    }

    private Command.Builder command() {
        sequence++;
        return Command.newBuilder().setCommandId("demo-" + sequence);
    }

    private void submit(Command.Builder command) {
        Receipt receipt = authority.submit(session, List.of(command.build())).getFirst();
        if (receipt.getOutcome() != Outcome.OUTCOME_ACCEPTED) {
            throw new IllegalStateException(
                    "command "
                            + command.getOperationCase()
                            + " was refused: "
                            + receipt.getError()
                            + " "
                            + receipt.getMessage());
        }
    }

    private static Vec2 vector(double x, double y) {
        return Vec2.newBuilder().setX(x).setY(y).build();
    }
}
