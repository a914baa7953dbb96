package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.gateway.routing.RouteTable;
import dev.terrane.gateway.routing.RouteTable.Target;
import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.stage.v1alpha1.Accepted;
import dev.terrane.proto.stage.v1alpha1.Bind;
import dev.terrane.proto.stage.v1alpha1.ChunkAt;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.RemovalReason;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.proto.stage.v1alpha1.RequestChunkFlags;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.schema.SchemaApp;
import dev.terrane.session.SessionApp;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import dev.terrane.world.WorldApp;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A stage on a room with a session: all four services, over real sockets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IslandIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir static Path folder;

    private Deployment deployment;
    private String admin;
    private SocketPeer ada;
    private SocketPeer bob;
    private long adaGuid;
    private long bobGuid;
    private String generation;

    @BeforeAll
    void start() {
        deployment =
                new Deployment(folder)
                        .start("schema", SchemaApp.class)
                        .start("world", WorldApp.class)
                        .start("session", SessionApp.class)
                        .startGateway();
        admin = deployment.token("root", "admin");
        ok(deployment.post("/api/v1/schemas/island", admin, IslandMap.SCHEMA));
        ok(IslandMap.importInto(deployment, admin));
        Reply session =
                ok(
                        deployment.post(
                                "/terrane.session.v1alpha1.SessionService/CreateSession",
                                admin,
                                """
                                {"spec":{"name":"pile","world":"island","room":"beach",
                                         "clockHertz":60}}"""));
        generation = session.json().path("session").path("generation").asString("");
        ok(
                deployment.post(
                        "/api/v1/stages",
                        admin,
                        """
                        {"id":"beach","schema":"island@1","world":"island","room":"beach",
                         "session":"pile",
                         "bodies":[{"class":"Player","x":"x","y":"y","angle":null,"radius":0.4,
                                    "kind":"dynamic"}],
                         "join":{"role":"player","class":"Player","at":"spawn","owner":"peer",
                                 "onLeave":"destroy","nameField":"name"},
                         "objects":[{"type":"chest","class":"Chest","x":"x","y":"y"}]}"""));
        ada = SocketPeer.join(deployment, "beach", deployment.token("ada", "player", "editor"));
        bob = SocketPeer.join(deployment, "beach", deployment.token("bob", "player"));
        adaGuid = own(ada).getGuid();
        bobGuid = own(bob).getGuid();
    }

    @AfterAll
    void stop() {
        ada.close();
        bob.close();
        deployment.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 299);
        return reply;
    }

    private static Bind own(SocketPeer peer) {
        Accepted accepted = peer.await("entry", ServerMessage::hasAccepted).getAccepted();
        assertThat(accepted.getOwnEntitiesCount()).isEqualTo(1);
        ServerMessage state =
                peer.await(
                        "its own entity",
                        m ->
                                m.getState().getBindsList().stream()
                                        .anyMatch(
                                                b ->
                                                        b.getNetworkId()
                                                                == accepted.getOwnEntities(0)));
        return state.getState().getBindsList().stream()
                .filter(b -> b.getNetworkId() == accepted.getOwnEntities(0))
                .findFirst()
                .orElseThrow();
    }

    private void submit(String id, String operation) {
        ok(
                deployment.post(
                        "/terrane.session.v1alpha1.SessionService/Submit",
                        admin,
                        "{\"name\":\"pile\",\"generation\":\"%s\",\"commands\":[{\"commandId\":\"%s\",%s}]}"
                                .formatted(generation, id, operation)));
    }

    private static double field(Bind bind, int index) {
        return bind.getBaseline().getSnapshot().getRoot().getFieldsList().stream()
                .filter(f -> f.getIndex() == index)
                .findFirst()
                .orElseThrow()
                .getDoubleValue();
    }

    @Test
    @Order(1)
    void playersBeginAtTheSpawnPointsWithABodyInTheSession() {
        assertThat(List.of(field(own(ada), 2), field(own(bob), 2)))
                .containsExactlyInAnyOrder(10.0, 15.0);
        assertThat(field(own(ada), 3)).isEqualTo(10.0);
        Reply bodies = ok(deployment.get("/api/v1/sessions/pile/bodies?limit=1000", admin));
        assertThat(bodies.body()).contains("beach/" + adaGuid).contains("beach/" + bobGuid);
        assertThat(
                        ada.await(
                                "the chest",
                                m ->
                                        m.getState().getBindsList().stream()
                                                .anyMatch(
                                                        b ->
                                                                b.getBaseline()
                                                                        .getSnapshot()
                                                                        .getRoot()
                                                                        .getClassName()
                                                                        .equals("Chest"))))
                .isNotNull();
    }

    @Test
    @Order(2)
    void movingBodiesMoveTheEntitiesAndContactsAreToldToBoth() {
        int before = ada.received().size();
        submit(
                "push-1",
                "\"setVelocity\":{\"bodyId\":\"beach/%d\",\"linear\":{\"x\":4,\"y\":0}}"
                        .formatted(adaGuid));
        Await.until(
                SOON,
                "ada's x changes on both screens",
                () ->
                        List.of(ada, bob).stream()
                                .allMatch(
                                        peer ->
                                                peer.received().stream()
                                                        .flatMap(
                                                                m ->
                                                                        m
                                                                                .getState()
                                                                                .getDeltasList()
                                                                                .stream())
                                                        .flatMap(
                                                                d ->
                                                                        d
                                                                                .getDelta()
                                                                                .getRoot()
                                                                                .getFieldsList()
                                                                                .stream())
                                                        .map(ScalarField::getDoubleValue)
                                                        .anyMatch(x -> x > 11)));
        for (SocketPeer peer : List.of(ada, bob)) {
            peer.await(
                    "the contact of both",
                    m ->
                            m.getEvents().getEventsList().stream()
                                    .anyMatch(
                                            e ->
                                                    e.getContact().getKind()
                                                                    == ContactKind
                                                                            .CONTACT_KIND_BEGIN
                                                            && e.getContact().getHandleA() > 0
                                                            && e.getContact().getHandleB() > 0));
        }
        assertThat(ada.received().size()).isGreaterThan(before);
    }

    @Test
    @Order(3)
    void aContactWithTheMapHasHandleZero() {
        submit(
                "push-2",
                "\"setVelocity\":{\"bodyId\":\"beach/%d\",\"linear\":{\"x\":0,\"y\":-30}}"
                        .formatted(adaGuid));
        ada.await(
                "the wall",
                m ->
                        m.getEvents().getEventsList().stream()
                                .anyMatch(
                                        e ->
                                                e.hasContact()
                                                        && (e.getContact().getHandleA() == 0)
                                                                != (e.getContact().getHandleB()
                                                                        == 0)));
    }

    private static ChunkAt at() {
        return ChunkAt.newBuilder().build();
    }

    private static ChunkData chunk(SocketPeer peer) {
        peer.send(
                ClientMessage.newBuilder()
                        .setRequestChunk(RequestChunk.newBuilder().setAt(at()))
                        .build());
        return peer.await(
                        "the chunk", m -> m.hasChunkData() && m.getChunkData().getAt().equals(at()))
                .getChunkData();
    }

    private static ChunkEditResult edit(SocketPeer peer, ChunkData base, String id, String patch) {
        peer.send(
                ClientMessage.newBuilder()
                        .setRequestChunkEdit(
                                RequestChunkEdit.newBuilder()
                                        .setAt(at())
                                        .setBaseRevision(base.getRevision())
                                        .setBaseChecksum(base.getChecksum())
                                        .setEditId(id)
                                        .setPatch(ByteString.copyFromUtf8(patch)))
                        .build());
        return peer.await(
                        "the result of " + id,
                        m ->
                                m.hasChunkEditResult()
                                        && m.getChunkEditResult().getEditId().equals(id))
                .getChunkEditResult();
    }

    @Test
    @Order(4)
    @Provokes("STALE_REVISION")
    void chunksAreServedEditedOnceAndInvalidatedAtTheOther() {
        ChunkData adas = chunk(ada);
        ChunkData bobs = chunk(bob);
        assertThat(bobs).isEqualTo(adas);
        assertThat(adas.getRevision()).isEqualTo(1);
        Decoded<Chunk> decoded = AgpcCodec.decode(Bytes.copyOf(adas.getImage().toByteArray()));
        assertThat(decoded).isInstanceOf(Decoded.Ok.class);

        String patch = "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/70\",\"value\":0}]";
        ChunkEditResult first = edit(ada, adas, "e1", patch);
        assertThat(first.hasError()).as(first.toString()).isFalse();
        assertThat(first.getRevision()).isEqualTo(2);
        assertThat(first.getDurable()).isTrue();
        bob.await(
                "the invalidation",
                m -> m.hasChunkInvalidated() && m.getChunkInvalidated().getRevision() == 2);

        ChunkEditResult stale =
                edit(
                        ada,
                        adas,
                        "e2",
                        "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/71\",\"value\":0}]");
        assertThat(stale.getError().getCode()).isEqualTo("STALE_REVISION");
        assertThat(stale.getRevision()).isEqualTo(2);
        assertThat(stale.getChecksum()).isEqualTo(first.getChecksum());

        ChunkEditResult forbidden = edit(bob, bobs, "e3", patch);
        assertThat(forbidden.getError().getCode()).isEqualTo("FORBIDDEN");

        bob.send(
                ClientMessage.newBuilder()
                        .setRequestChunkFlags(RequestChunkFlags.newBuilder().setAt(at()))
                        .build());
        assertThat(
                        bob.await("the flags", ServerMessage::hasChunkFlags)
                                .getChunkFlags()
                                .getFlags()
                                .getMature())
                .isFalse();
    }

    @Test
    @Order(5)
    void everyPathOfEveryServicesOpenApiIsRoutedToThatService() {
        for (Target target : Target.values()) {
            String service = target.name().toLowerCase(Locale.ROOT);
            var paths =
                    ok(deployment.get("/api/v1/openapi/" + service, null))
                            .json()
                            .path("paths")
                            .propertyNames();
            assertThat(paths).as(service).isNotEmpty();
            for (String path : paths) {
                if (path.startsWith("/api/v1/")) {
                    assertThat(RouteTable.find(path)).as(path).contains(target);
                } else {
                    assertThat(RouteTable.find(path)).as(path).isEmpty();
                }
            }
        }
    }

    @Test
    @Order(6)
    void leavingDestroysTheEntityAndItsBody() {
        bob.close();
        ada.await(
                "bob's end",
                m ->
                        m.getControl().getRemovalsList().stream()
                                .anyMatch(
                                        r ->
                                                r.getReason()
                                                        == RemovalReason.REMOVAL_REASON_DESTROYED));
        Await.untilAsserted(
                SOON,
                "bob's body is gone",
                () ->
                        assertThat(
                                        deployment
                                                .get(
                                                        "/api/v1/sessions/pile/bodies?limit=1000",
                                                        admin)
                                                .body())
                                .doesNotContain("beach/" + bobGuid)
                                .contains("beach/" + adaGuid));
    }

    @Test
    @Order(7)
    void aRestartedGatewayRemovesWhatItsEarlierSelfLeft() {
        ada.close();
        deployment.stop("gateway");
        deployment.startGateway();
        try (SocketPeer again =
                SocketPeer.join(deployment, "beach", deployment.token("ada", "player"))) {
            Accepted accepted = again.await("entry", ServerMessage::hasAccepted).getAccepted();
            assertThat(accepted.getStageGeneration()).isEqualTo(2);
            String mine = "beach/" + own(again).getGuid();
            Await.untilAsserted(
                    SOON,
                    "one body of the stage",
                    () -> {
                        String bodies =
                                deployment
                                        .get("/api/v1/sessions/pile/bodies?limit=1000", admin)
                                        .body();
                        assertThat(bodies.split("\"beach/", -1)).hasSize(2);
                        assertThat(bodies).contains(mine);
                    });
        }
    }

    private void setDurability(String durability) {
        ok(
                deployment.send(
                        "/api/v1/worlds/island/durability",
                        admin,
                        request -> json(request, "{\"durability\":\"" + durability + "\"}")));
    }

    private static HttpRequest.Builder json(HttpRequest.Builder request, String body) {
        return request.header("Content-Type", "application/json")
                .method("PUT", BodyPublishers.ofString(body));
    }

    @Test
    @Order(8)
    void anEditSaysThatItIsNotOnDiskYet() {
        setDurability("write-behind");
        try (SocketPeer eve =
                SocketPeer.join(deployment, "beach", deployment.token("eve", "player", "editor"))) {
            ChunkEditResult behind =
                    edit(
                            eve,
                            chunk(eve),
                            "behind",
                            "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/71\",\"value\":0}]");
            assertThat(behind.hasError()).as(behind.toString()).isFalse();
            assertThat(behind.getRevision()).isEqualTo(3);
            assertThat(behind.getDurable()).isFalse();
        }
        setDurability("committed");
    }

    @Test
    @Order(9)
    void aChunkFlaggedWhileNothingWasHeardIsRevokedAndNotTold() {
        try (SocketPeer kim =
                SocketPeer.join(deployment, "beach", deployment.token("kim", "player"))) {
            ChunkData held = chunk(kim);
            Reply now = deployment.get("/api/v1/worlds/island/rooms/beach/chunks/0,0,0", admin);
            String asset = now.json().at("/tiles/0/palette/1/asset_id").asString("");
            deployment.stop("world");
            deployment.start("world", WorldApp.class);
            ok(
                    deployment.send(
                            "/api/v1/assets/flags?asset=" + asset,
                            admin,
                            request ->
                                    json(
                                            request.header("Idempotency-Key", "flag-away"),
                                            "{\"categories\":{\"horror\":\"severe\"},\"mature\":false}")));
            ServerMessage told = kim.await("word of the chunk", ServerMessage::hasChunkInvalidated);
            assertThat(told.getChunkInvalidated().getGated()).as(told.toString()).isTrue();
            assertThat(told.getChunkInvalidated().getChecksum()).isEmpty();
            assertThat(held.getChecksum()).isNotEmpty();
        }
    }
}
