package dev.terrane.gateway.system;

import static dev.terrane.gateway.system.RoomKit.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.schema.SchemaApp;
import dev.terrane.session.SessionApp;
import dev.terrane.testing.Await;
import dev.terrane.testing.FaultProxy.Direction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contacts of steps that nobody followed, after a rollover, reach the peers all the same. */
class MissedFactsIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir private Path folder;

    @Test
    void contactsBetweenARolloverAndTheNextSubscriptionAreTold() {
        Deployment deployment = new Deployment(folder);
        try (deployment;
                StreamCuts way = new StreamCuts(deployment.port("session"))) {
            deployment
                    .detour("session", way.port())
                    .start("schema", SchemaApp.class)
                    .start("session", SessionApp.class)
                    .startGateway();
            String admin = deployment.token("root", "admin");
            ok(deployment.post("/api/v1/schemas/life", admin, SessionLifeIT.SCHEMA));
            String first =
                    ok(deployment.post(
                                    "/terrane.session.v1alpha1.SessionService/CreateSession",
                                    admin,
                                    "{\"spec\":{\"name\":\"pile\",\"clockHertz\":60}}"))
                            .json()
                            .path("session")
                            .path("generation")
                            .asString("");
            SessionLifeIT.stage(deployment, admin, "pile");
            try (SocketPeer ada =
                    SocketPeer.join(deployment, "pile", deployment.token("ada", "player"))) {
                // The stream has brought a step: what comes after it is missed from now on.
                ada.await(
                        "its place",
                        m -> m.getState().getDeltasCount() > 0 || m.getState().getBindsCount() > 0);
                awaitFollowed(way);
                way.cutStreams();
                String second = rolledOver(deployment, admin, first);
                assertThat(second).isNotEqualTo(first);
                try (SocketPeer bob =
                        SocketPeer.join(deployment, "pile", deployment.token("bob", "player"))) {
                    // Both stand where everybody begins, and touch.
                    Await.until(
                            SOON,
                            "a contact in the session",
                            () ->
                                    ok(deployment.get("/api/v1/sessions/pile/facts", admin))
                                                    .json()
                                                    .path("items")
                                                    .size()
                                            > 0);
                    assertThat(contacts(ada)).isZero();

                    way.events.heal();

                    Await.until(SOON, "ada is told", () -> contacts(ada) > 0);
                    Await.until(SOON, "bob is told", () -> contacts(bob) > 0);
                }
            }
        }
    }

    /** The generation that follows one, as soon as that may end. */
    private static String rolledOver(Deployment deployment, String admin, String generation) {
        String path = "/api/v1/sessions/pile/rollover?generation=" + generation;
        return Await.value(
                SOON,
                "a rollover",
                () ->
                        Optional.of(deployment.post(path, admin, ""))
                                .filter(reply -> reply.status() == 200)
                                .map(reply -> reply.json().path("generation").asString("")));
    }

    private static void awaitFollowed(StreamCuts way) {
        Await.until(
                SOON,
                "steps on their way",
                () -> way.events.bytesPassed(Direction.TO_CLIENT) > 4_000);
    }

    private static long contacts(SocketPeer peer) {
        return peer.received().stream()
                .filter(ServerMessage::hasEvents)
                .flatMap(m -> m.getEvents().getEventsList().stream())
                .filter(e -> e.getContact().getKind() == ContactKind.CONTACT_KIND_BEGIN)
                .count();
    }
}
