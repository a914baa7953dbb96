package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.stage.v1alpha1.Accepted;
import dev.terrane.proto.stage.v1alpha1.Bind;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.Leave;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.schema.SchemaApp;
import dev.terrane.session.SessionApp;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a live stage does when its session rolls over, is disposed, or is disposed and made again:
 * schema-service, session-service and gateway over real sockets.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionLifeIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int X = 2;

    static final String SCHEMA =
            """
            {"format":"ark.entity-schema","version":1,"classes":[{"name":"Player","fields":[
              {"name":"name","index":1,"type":"string","mask":["sync_view","sync_self"]},
              {"name":"x","index":2,"type":"double","mask":["sync_view","sync_self"]},
              {"name":"y","index":3,"type":"double","mask":["sync_view","sync_self"]}],
              "tables":[],"containers":[]}],"configs":[]}""";

    @TempDir static Path folder;

    private Deployment deployment;
    private String admin;

    @BeforeAll
    void start() {
        deployment =
                new Deployment(folder)
                        .start("schema", SchemaApp.class)
                        .start("session", SessionApp.class)
                        .startGateway();
        admin = deployment.token("root", "admin");
        ok(deployment.post("/api/v1/schemas/life", admin, SCHEMA));
    }

    @AfterAll
    void stop() {
        deployment.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 299);
        return reply;
    }

    /** A session with a clock and nothing in it; its generation. */
    private String session(String name) {
        return ok(deployment.post(
                        "/terrane.session.v1alpha1.SessionService/CreateSession",
                        admin,
                        "{\"spec\":{\"name\":\"" + name + "\",\"clockHertz\":60}}"))
                .json()
                .path("session")
                .path("generation")
                .asString("");
    }

    /** A stage of the session's name whose players have bodies in it. */
    private void stage(String name) {
        stage(deployment, admin, name);
    }

    static void stage(Deployment deployment, String admin, String name) {
        ok(
                deployment.post(
                        "/api/v1/stages",
                        admin,
                        """
                        {"id":"%1$s","schema":"life@1","session":"%1$s",
                         "bodies":[{"class":"Player","x":"x","y":"y","angle":null,"radius":0.4,
                                    "kind":"dynamic"}],
                         "join":{"role":"player","class":"Player","owner":"peer",
                                 "onLeave":"destroy","nameField":"name"}}"""
                                .formatted(name)));
    }

    private SocketPeer player(String stage, String name) {
        return SocketPeer.join(deployment, stage, deployment.token(name, "player"));
    }

    /** The stream of the peer's own entity. */
    private static Bind own(SocketPeer peer) {
        Accepted accepted = peer.await("entry", ServerMessage::hasAccepted).getAccepted();
        return Await.value(
                SOON,
                "its own entity",
                () ->
                        peer.received().stream()
                                .flatMap(m -> m.getState().getBindsList().stream())
                                .filter(b -> b.getNetworkId() == accepted.getOwnEntities(0))
                                .findFirst());
    }

    private static List<NestedDelta> deltas(SocketPeer peer, int handle) {
        return peer.received().stream()
                .flatMap(m -> m.getState().getDeltasList().stream())
                .filter(d -> d.getHandle() == handle)
                .map(d -> d.getDelta())
                .toList();
    }

    /** Where the peer saw its entity last. */
    private static Optional<Double> x(SocketPeer peer, int handle) {
        return deltas(peer, handle).reversed().stream()
                .flatMap(d -> d.getRoot().getFieldsList().stream())
                .filter(f -> f.getIndex() == X)
                .map(ScalarField::getDoubleValue)
                .findFirst();
    }

    private void push(String session, String generation, String commandId, long guid) {
        Reply receipts =
                ok(
                        deployment.post(
                                "/terrane.session.v1alpha1.SessionService/Submit",
                                admin,
                                """
                                {"name":"%1$s","generation":"%2$s","commands":[{"commandId":"%3$s",
                                 "setVelocity":{"bodyId":"%1$s/%4$d","linear":{"x":2,"y":0}}}]}"""
                                        .formatted(session, generation, commandId, guid)));
        assertThat(receipts.json().path("receipts").get(0).path("outcome").asString(""))
                .as(receipts.body())
                .isEqualTo("OUTCOME_ACCEPTED");
    }

    /** The next generation; a moment between a command and its step is no rest. */
    private String rollOver(String session, String generation) {
        return Await.value(
                        SOON,
                        "a rollover",
                        () ->
                                Optional.of(
                                                deployment.post(
                                                        "/api/v1/sessions/"
                                                                + session
                                                                + "/rollover?generation="
                                                                + generation,
                                                        admin,
                                                        ""))
                                        .filter(reply -> reply.status() == 200))
                .json()
                .path("generation")
                .asString("");
    }

    private void dispose(String session) {
        ok(deployment.send("/api/v1/sessions/" + session, admin, request -> request.DELETE()));
    }

    @Test
    void aRolloverIsFollowedWithoutALossOfStreamsOrReceipts() {
        String session = "rolls";
        List<String> generations = new ArrayList<>(List.of(session(session)));
        stage(session);
        try (SocketPeer ada = player(session, "ada");
                SocketPeer watcher =
                        SocketPeer.join(deployment, session, deployment.token("eve", "viewer"))) {
            Bind mine = own(ada);
            for (int round = 0; round < 5; round++) {
                String generation = generations.getLast();
                push(session, generation, "push-" + round, mine.getGuid());
                generations.add(rollOver(session, generation));
                double rolledAt = x(ada, mine.getHandle()).orElse(0.0);
                for (SocketPeer peer : List.of(ada, watcher)) {
                    int handle = handleOf(peer, mine.getGuid());
                    Await.until(
                            SOON,
                            "x goes on after rollover " + round,
                            () -> x(peer, handle).orElse(0.0) > rolledAt + 2);
                }
                // What the gateway has to say is taken by the generation that is there now.
                try (SocketPeer bob = player(session, "bob" + round)) {
                    long guid = own(bob).getGuid();
                    assertThat(bodies(session)).contains(session + "/" + guid);
                    bob.send(
                            ClientMessage.newBuilder()
                                    .setLeave(Leave.getDefaultInstance())
                                    .build());
                    Await.until(
                            SOON,
                            "bob's body is gone",
                            () -> !bodies(session).contains(session + "/" + guid));
                }
            }
            assertThat(generations).doesNotHaveDuplicates();
            for (SocketPeer peer : List.of(ada, watcher)) {
                assertOneStream(peer, handleOf(peer, mine.getGuid()));
            }
            for (int round = 0; round < 5; round++) {
                Reply receipt =
                        ok(
                                deployment.get(
                                        "/api/v1/sessions/"
                                                + session
                                                + "/receipts/push-"
                                                + round
                                                + "?generation="
                                                + generations.get(round),
                                        admin));
                assertThat(receipt.body()).contains("push-" + round);
                assertThat(journal(session, generations.get(round))).isPositive();
            }
        }
    }

    private static int handleOf(SocketPeer peer, long guid) {
        return Await.value(
                        SOON,
                        "the stream of " + guid,
                        () ->
                                peer.received().stream()
                                        .flatMap(m -> m.getState().getBindsList().stream())
                                        .filter(b -> b.getGuid() == guid)
                                        .findFirst())
                .getHandle();
    }

    /** Never bound again, and no revision is missing. */
    private static void assertOneStream(SocketPeer peer, int handle) {
        assertThat(peer.isClosed()).isFalse();
        assertThat(
                        peer.received().stream()
                                .flatMap(m -> m.getControl().getRemovalsList().stream())
                                .filter(r -> r.getHandle() == handle))
                .isEmpty();
        long revision = 1;
        for (NestedDelta delta : deltas(peer, handle)) {
            assertThat(delta.getRequiredRevision()).isEqualTo(revision);
            revision = delta.getRevision();
        }
        assertThat(revision).isGreaterThan(5);
    }

    private String bodies(String session) {
        return ok(deployment.get("/api/v1/sessions/" + session + "/bodies?limit=1000", admin))
                .body();
    }

    private long journal(String session, String generation) {
        return ok(deployment.get(
                        "/api/v1/sessions/" + session + "/journal?generation=" + generation, admin))
                .json()
                .path("items")
                .size();
    }

    @Test
    @Provokes("STAGE_SESSION_ENDED")
    void aSessionDisposedAndMadeAgainEndsTheStageAndTheNextOneStandsOnTheNewSession() {
        String session = "again";
        session(session);
        stage(session);
        String second;
        try (SocketPeer ada = player(session, "ada");
                SocketPeer watcher =
                        SocketPeer.join(deployment, session, deployment.token("eve", "viewer"))) {
            own(ada);
            dispose(session);
            second = session(session);
            for (SocketPeer peer : List.of(ada, watcher)) {
                assertThat(
                                peer.await("goodbye", ServerMessage::hasGoodbye)
                                        .getGoodbye()
                                        .getError()
                                        .getCode())
                        .isEqualTo("STAGE_SESSION_ENDED");
                assertThat(peer.awaitClose()).isEqualTo(4414);
            }
        }
        try (SocketPeer ada = player(session, "ada")) {
            assertThat(
                            ada.await("entry", ServerMessage::hasAccepted)
                                    .getAccepted()
                                    .getStageGeneration())
                    .isEqualTo(2);
            Bind mine = own(ada);
            push(session, second, "push", mine.getGuid());
            Await.until(
                    SOON,
                    "the new session moves the new entity",
                    () -> x(ada, mine.getHandle()).orElse(0.0) > 0.5);
        }
    }

    @Test
    void aStageWithoutItsSessionOpensOnceTheSessionIsThere() {
        String session = "gone";
        session(session);
        stage(session);
        try (SocketPeer ada = player(session, "ada")) {
            own(ada);
            dispose(session);
            assertThat(ada.awaitClose()).isEqualTo(4414);
        }
        try (SocketPeer late = player(session, "late")) {
            assertThat(
                            late.await("the refusal", ServerMessage::hasDeclined)
                                    .getDeclined()
                                    .getError()
                                    .getCode())
                    .isEqualTo("STAGE_SESSION_ENDED");
            assertThat(late.awaitClose()).isEqualTo(4414);
        }
        Reply stage = deployment.get("/api/v1/stages/" + session, admin);
        assertThat(stage.status()).isEqualTo(409);
        assertThat(stage.code()).isEqualTo("STAGE_SESSION_ENDED");
        session(session);
        try (SocketPeer ada = player(session, "ada")) {
            ada.await("entry", ServerMessage::hasAccepted);
            own(ada);
        }
    }
}
