package dev.terrane.session;

import com.google.protobuf.Message;
import dev.terrane.proto.session.v1alpha1.ApplyForce;
import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.Circle;
import dev.terrane.proto.session.v1alpha1.Command;
import dev.terrane.proto.session.v1alpha1.CreateSessionRequest;
import dev.terrane.proto.session.v1alpha1.CreateSessionResponse;
import dev.terrane.proto.session.v1alpha1.GetSessionRequest;
import dev.terrane.proto.session.v1alpha1.GetSessionResponse;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionOuterClass;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
import dev.terrane.proto.session.v1alpha1.Step;
import dev.terrane.proto.session.v1alpha1.SubmitRequest;
import dev.terrane.proto.session.v1alpha1.SubmitResponse;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.rpc.client.RpcClient;
import dev.terrane.rpc.client.TokenSource;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Calls of SessionService over real HTTP, for tests. */
final class SessionCalls implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final RpcClient client;

    SessionCalls(URI base, String token) {
        client = new RpcClient(base, TokenSource.fixed(token));
    }

    <R extends Message> R call(String method, Message request, R response) {
        var service = SessionOuterClass.getDescriptor().findServiceByName("SessionService");
        return client.call(service.findMethodByName(method), request, response, TIMEOUT);
    }

    CreateSessionResponse create(SessionSpec spec) {
        return call(
                "CreateSession",
                CreateSessionRequest.newBuilder().setSpec(spec).build(),
                CreateSessionResponse.getDefaultInstance());
    }

    Session get(String name) {
        return call(
                        "GetSession",
                        GetSessionRequest.newBuilder().setName(name).build(),
                        GetSessionResponse.getDefaultInstance())
                .getSession();
    }

    SubmitResponse submit(Session session, Command... commands) {
        return call(
                "Submit",
                SubmitRequest.newBuilder()
                        .setName(session.getName())
                        .setGeneration(session.getGeneration())
                        .addAllCommands(List.of(commands))
                        .build(),
                SubmitResponse.getDefaultInstance());
    }

    static SessionSpec.Builder spec(String name) {
        return SessionSpec.newBuilder()
                .setName(name)
                .addBodies(ball("a", 0, 1))
                .addBodies(ball("b", 0.9, 0))
                .addBodies(ball("c", 8, -2));
    }

    static Body ball(String id, double x, double vx) {
        return Body.newBuilder()
                .setId(id)
                .setPosition(Vec2.newBuilder().setX(x))
                .setVelocity(Vec2.newBuilder().setX(vx))
                .setCircle(Circle.newBuilder().setRadius(0.5))
                .setMass(1)
                .setRestitution(0.2)
                .build();
    }

    static Command step(String id) {
        return Command.newBuilder()
                .setCommandId(id)
                .setStep(Step.newBuilder().setDeltaSeconds(1.0 / 60))
                .build();
    }

    static Command push(String id, String body, double x) {
        return Command.newBuilder()
                .setCommandId(id)
                .setApplyForce(
                        ApplyForce.newBuilder().setBodyId(body).setForce(Vec2.newBuilder().setX(x)))
                .build();
    }

    @Override
    public void close() {
        client.close();
    }
}
