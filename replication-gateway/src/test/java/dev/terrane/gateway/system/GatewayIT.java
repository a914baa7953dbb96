package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.proto.stage.v1alpha1.Action;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.Ping;
import dev.terrane.proto.stage.v1alpha1.Relay;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.proto.stage.v1alpha1.RequestChunkFlags;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import dev.terrane.schema.SchemaApp;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The gateway over real sockets, with schema-service behind it and the other two down. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GatewayIT {
    private static final String SCHEMA =
            """
            {"format":"ark.entity-schema","version":1,"classes":[{"name":"Guest","fields":[
              {"name":"name","index":1,"type":"string","mask":["sync_view","sync_self"]},
              {"name":"hp","index":2,"type":"uint32","mask":["sync_view","sync_self"]},
              {"name":"mp","index":3,"type":"uint32","mask":["sync_self"]}],
              "tables":[],"containers":[]}],"configs":[]}""";

    @TempDir static Path folder;

    private Deployment deployment;
    private String admin;
    private String authority;

    @BeforeAll
    void start() {
        deployment =
                new Deployment(folder)
                        .start("schema", SchemaApp.class)
                        .startGateway(
                                "terrane.gateway.stages.hello-timeout=1s",
                                "terrane.gateway.stages.debt-hard-age=8s");
        admin = deployment.token("root", "admin");
        authority = deployment.token("director", "authority");
        Reply published = deployment.post("/api/v1/schemas/guests", admin, SCHEMA);
        assertThat(published.status()).as(published.body()).isLessThan(300);
    }

    @AfterAll
    void stop() {
        deployment.close();
    }

    private void stage(String id, String rest) {
        Reply created =
                deployment.post(
                        "/api/v1/stages",
                        authority,
                        "{\"id\":\"" + id + "\",\"schema\":\"guests@1\"" + rest + "}");
        assertThat(created.status()).as(created.body()).isEqualTo(201);
    }

    private void guests(String id) {
        stage(id, ",\"join\":{\"class\":\"Guest\",\"role\":\"player\",\"nameField\":\"name\"}");
    }

    private SocketPeer player(String stage, String name) {
        return SocketPeer.join(deployment, stage, deployment.token(name, "player"));
    }

    private long guidOf(String stage) {
        Reply entities =
                deployment.post(
                        "/terrane.stage.v1alpha1.StageService/ListEntities",
                        authority,
                        "{\"stage\":\"" + stage + "\"}");
        assertThat(entities.status()).as(entities.body()).isEqualTo(200);
        return entities.json().path("entities").get(0).path("guid").asLong();
    }

    private Reply set(String stage, long guid, String requestId, String field) {
        return deployment.post(
                "/terrane.stage.v1alpha1.StageService/ApplyChanges",
                authority,
                ("{\"stage\":\"%s\",\"requestId\":\"%s\",\"changes\":[{\"setField\":{\"guid\":\"%d\","
                                + "\"field\":%s}}]}")
                        .formatted(stage, requestId, guid, field));
    }

    @Test
    void tokensComeFromTheEmbeddedIssuer() {
        assertThat(deployment.get("/oauth2/jwks", null).json().path("keys").size()).isEqualTo(1);
        assertThat(deployment.askToken("dev", "wrong" + "x".repeat(40), "scope=player").status())
                .isEqualTo(401);
        Reply unknown = deployment.askToken("dev", "d".repeat(43), "scope=king");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.json().path("error").asString("")).isEqualTo("invalid_scope");
        assertThat(deployment.askToken("dev", "d".repeat(43), "scope=service").status())
                .isEqualTo(400);
        assertThat(deployment.askToken("world", "world" + "x".repeat(40), "").status())
                .isEqualTo(200);
        Reply made =
                deployment.post(
                        "/api/v1/tokens", admin, "{\"subject\":\"ada\",\"roles\":[\"viewer\"]}");
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        assertThat(
                        deployment
                                .get("/api/v1/stages", made.json().path("token").asString(""))
                                .status())
                .isEqualTo(200);
        assertThat(
                        deployment
                                .post(
                                        "/api/v1/tokens",
                                        admin,
                                        "{\"subject\":\"a\",\"roles\":[\"service\"]}")
                                .status())
                .isEqualTo(400);
    }

    @Test
    void otherServicesAreReachedThroughTheGateway() {
        Reply listed = deployment.get("/api/v1/schemas", admin);
        assertThat(listed.status()).isEqualTo(200);
        assertThat(listed.body()).contains("guests");
        Reply rpc =
                deployment.post("/terrane.schema.v1alpha1.SchemaService/ListSchemas", admin, "{}");
        assertThat(rpc.status()).isEqualTo(200);
        assertThat(rpc.raw().headers().firstValue("content-type")).contains("application/json");
        assertThat(deployment.get("/api/v1/schemas", null).status()).isEqualTo(401);
        assertThat(deployment.get("/api/v1/openapi/schema", null).body()).contains("schemas");
        assertThat(deployment.get("/api/v1/openapi/gateway", null).body()).contains("stages");
    }

    @Test
    @Provokes("UNAVAILABLE")
    void aServiceThatIsDownAnswersInTheCallersFormat() {
        Reply rest = deployment.get("/api/v1/worlds", admin);
        assertThat(rest.status()).as(rest.body()).isEqualTo(503);
        assertThat(rest.code()).isEqualTo("UNAVAILABLE");
        assertThat(rest.raw().headers().firstValue("content-type"))
                .contains("application/problem+json");
        Reply rpc = deployment.post("/terrane.world.v1alpha1.ChunkService/GetChunk", admin, "{}");
        assertThat(rpc.status()).isEqualTo(503);
        assertThat(rpc.json().path("code").asString("")).isEqualTo("unavailable");
    }

    @Test
    void actuatorsAndOddPathsAreNotRouted() {
        assertThat(deployment.get("/actuator/health", null).status()).isEqualTo(200);
        assertThat(deployment.get("/api/v1/schemas/../worlds", admin).status()).isNotEqualTo(503);
        assertThat(deployment.get("/api/v1/nothing", admin).status()).isEqualTo(404);
    }

    @Test
    @Provokes("PAYLOAD_TOO_LARGE")
    void anUploadAboveTheLimitIsRefusedBeforeItIsRead() {
        Reply reply =
                deployment.send(
                        "/api/v1/worlds/w/imports",
                        admin,
                        request -> request.POST(BodyPublishers.ofByteArray(new byte[65 << 20])));
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.code()).isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(reply.json().path("limitName").asString(""))
                .isEqualTo("terrane.gateway.routing.body-max");
        assertThat(reply.json().path("actual").asLong()).isEqualTo(65L << 20);
    }

    /** Reproduced: the proxy could not write the request and blamed the service with 503. */
    @Test
    void longAddressesAndHeadersReachTheServiceBehind() {
        Reply address = deployment.get("/api/v1/schemas?x=" + "a".repeat(20_000), admin);
        Reply header =
                deployment.send(
                        "/api/v1/schemas",
                        admin,
                        request -> request.header("X-A", "a".repeat(20_000)));

        assertThat(address.status()).as(address.body()).isEqualTo(200);
        assertThat(header.status()).as(header.body()).isEqualTo(200);
    }

    /** Reproduced: it was a 500 with a stack trace in the log. */
    @Test
    void aFormThatCannotBeReadIsTheCallersMistake() {
        Reply reply =
                deployment.send(
                        "/oauth2/token",
                        null,
                        request ->
                                request.header("Content-Type", "application/x-www-form-urlencoded")
                                        .POST(BodyPublishers.ofString("%zz=%")));

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("INVALID_ARGUMENT");
        assertThat(reply.body()).contains("%zz");
    }

    @Test
    @Provokes("STAGE_EXISTS")
    void stagesAreCreatedOnceListedAndDeleted() {
        stage("once", "");
        Reply again =
                deployment.post(
                        "/api/v1/stages", authority, "{\"id\":\"once\",\"schema\":\"guests@1\"}");
        assertThat(again.status()).isEqualTo(200);
        Reply other =
                deployment.post(
                        "/api/v1/stages",
                        authority,
                        "{\"id\":\"once\",\"schema\":\"guests@1\",\"slots\":3}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("STAGE_EXISTS");
        String viewer = deployment.token("v", "viewer");
        assertThat(deployment.get("/api/v1/stages", viewer).body()).contains("\"once\"");
        Reply one = deployment.get("/api/v1/stages/once", viewer);
        assertThat(one.json().path("stage").path("tickRateHertz").asInt()).isEqualTo(20);
        assertThat(deployment.send("/api/v1/stages/once", viewer, r -> r.DELETE()).status())
                .isEqualTo(403);
        for (int i = 0; i < 2; i++) {
            assertThat(
                            deployment
                                    .send(
                                            "/api/v1/stages/once",
                                            authority,
                                            r -> r.header("Idempotency-Key", "del-1").DELETE())
                                    .status())
                    .isEqualTo(204);
        }
        assertThat(deployment.get("/api/v1/stages/once", viewer).status()).isEqualTo(404);
        stage("other", "");
        Reply mismatch =
                deployment.send(
                        "/api/v1/stages/other",
                        authority,
                        r -> r.header("Idempotency-Key", "del-1").DELETE());
        assertThat(mismatch.status()).isEqualTo(409);
        assertThat(mismatch.code()).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    void whatAStageNamesMustExist() {
        Reply unknown =
                deployment.post(
                        "/api/v1/stages", authority, "{\"id\":\"x\",\"schema\":\"nobody@1\"}");
        assertThat(unknown.status()).as(unknown.body()).isEqualTo(404);
        Reply field =
                deployment.post(
                        "/api/v1/stages",
                        authority,
                        "{\"id\":\"x\",\"schema\":\"guests@1\",\"join\":{\"class\":\"Ghost\"}}");
        assertThat(field.status()).isEqualTo(422);
        assertThat(field.json().path("pointer").asString("")).isEqualTo("/join/class");
        Reply edit =
                deployment.post(
                        "/api/v1/stages",
                        authority,
                        "{\"id\":\"x\",\"schema\":\"guests@1\",\"mode\":\"edit\"}");
        assertThat(edit.code()).isEqualTo("STAGE_MODE_UNSUPPORTED");
        assertThat(deployment.get("/api/v1/stages/x", authority).status()).isEqualTo(404);
    }

    @Test
    void credentialsAreJudgedAtTheUpgrade() {
        guests("door");
        assertThatThrownBy(() -> SocketPeer.open(deployment, "door", "terrane.bearer.garbage"))
                .hasStackTraceContaining("401");
        String service =
                deployment
                        .askToken("world", "world" + "x".repeat(40), "")
                        .json()
                        .path("access_token")
                        .asString("");
        assertThatThrownBy(() -> SocketPeer.open(deployment, "door", "terrane.bearer." + service))
                .hasStackTraceContaining("403");
        String player = deployment.token("ada", "player");
        assertThatThrownBy(() -> SocketPeer.open(deployment, "nowhere", "terrane.bearer." + player))
                .hasStackTraceContaining("404");
        String ticket =
                deployment.post("/api/v1/tickets", player, "").json().path("ticket").asString("");
        try (SocketPeer peer = SocketPeer.open(deployment, "door", "terrane.ticket." + ticket)) {
            assertThat(peer.subprotocol()).isEqualTo(SocketPeer.CONTRACT);
            peer.hello(1);
            assertThat(
                            peer.await("entry", ServerMessage::hasAccepted)
                                    .getAccepted()
                                    .getOwnEntitiesCount())
                    .isEqualTo(1);
        }
        assertThatThrownBy(() -> SocketPeer.open(deployment, "door", "terrane.ticket." + ticket))
                .hasStackTraceContaining("401");
    }

    @Test
    void twoPeersSeeEachOtherActAndRelay() {
        guests("hall");
        try (SocketPeer ada = player("hall", "ada");
                SocketPeer bob = player("hall", "bob")) {
            ada.await(
                    "bob's arrival",
                    m ->
                            events(m).stream()
                                    .anyMatch(
                                            e -> e.getPeerJoined().getDisplayName().equals("bob")));
            ada.send(
                    ClientMessage.newBuilder()
                            .setAction(
                                    Action.newBuilder()
                                            .setActionId("a1")
                                            .setName("terrane.ping")
                                            .setArgument(ByteString.copyFromUtf8("hello")))
                            .build());
            ada.await(
                    "the reply",
                    m ->
                            events(m).stream()
                                    .anyMatch(
                                            e ->
                                                    e.getActionReply()
                                                            .getResult()
                                                            .toStringUtf8()
                                                            .equals("hello")));
            ada.send(
                    ClientMessage.newBuilder()
                            .setRelay(
                                    Relay.newBuilder()
                                            .setRelayId("r1")
                                            .setPayload(ByteString.copyFromUtf8("psst")))
                            .build());
            bob.await(
                    "the relay",
                    m ->
                            events(m).stream()
                                    .anyMatch(
                                            e ->
                                                    e.getRelay()
                                                            .getPayload()
                                                            .toStringUtf8()
                                                            .equals("psst")));
            ada.send(ClientMessage.newBuilder().setPing(Ping.newBuilder().setNonce(7)).build());
            ada.await("the pong", m -> m.getPong().getNonce() == 7);
            bob.await("two binds", m -> m.getState().getBindsCount() > 0);
        }
    }

    private static List<StageEvent> events(ServerMessage message) {
        return message.getEvents().getEventsList();
    }

    @Test
    void changesFromOutsideAreAppliedOnceByTheirId() {
        guests("ruled");
        try (SocketPeer ada = player("ruled", "ada")) {
            long guid = guidOf("ruled");
            ada.await("the bind", m -> m.getState().getBindsCount() > 0);
            Reply first = set("ruled", guid, "r1", "{\"index\":2,\"uint32Value\":5}");
            assertThat(first.status()).as(first.body()).isEqualTo(200);
            Reply again = set("ruled", guid, "r1", "{\"index\":2,\"uint32Value\":5}");
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(set("ruled", guid, "r1", "{\"index\":2,\"uint32Value\":6}").status())
                    .isEqualTo(409);
            assertThat(set("ruled", guid, "r2", "{\"index\":99,\"uint32Value\":6}").body())
                    .contains("changes[0]");
            ada.await("the delta", m -> m.getState().getDeltasCount() > 0);
        }
    }

    @Test
    @Provokes("CHUNK_UNAVAILABLE")
    void aStageWithoutRoomHasNoChunks() {
        guests("roomless");
        try (SocketPeer ada = player("roomless", "ada")) {
            ada.send(
                    ClientMessage.newBuilder()
                            .setRequestChunk(RequestChunk.getDefaultInstance())
                            .build());
            ada.send(
                    ClientMessage.newBuilder()
                            .setRequestChunkEdit(RequestChunkEdit.getDefaultInstance())
                            .build());
            ada.send(
                    ClientMessage.newBuilder()
                            .setRequestChunkFlags(RequestChunkFlags.getDefaultInstance())
                            .build());
            for (var answer :
                    Map.of(
                                    "chunk",
                                    ada.await("chunk", ServerMessage::hasChunkData)
                                            .getChunkData()
                                            .getError(),
                                    "edit",
                                    ada.await("edit", ServerMessage::hasChunkEditResult)
                                            .getChunkEditResult()
                                            .getError(),
                                    "flags",
                                    ada.await("flags", ServerMessage::hasChunkFlags)
                                            .getChunkFlags()
                                            .getError())
                            .values()) {
                assertThat(answer.getCode()).isEqualTo("CHUNK_UNAVAILABLE");
            }
        }
    }

    @Test
    @Provokes("PROTOCOL_VERSION")
    @Provokes("PROTOCOL_VIOLATION")
    @Provokes("ENTRY_TIMEOUT")
    void hostileClientsAreClosedWithTheirCode() {
        guests("siege");
        String token = "terrane.bearer." + deployment.token("eve", "player");
        try (SocketPeer silent = SocketPeer.open(deployment, "siege", token);
                SocketPeer garbage = SocketPeer.open(deployment, "siege", token);
                SocketPeer text = SocketPeer.open(deployment, "siege", token);
                SocketPeer early = SocketPeer.open(deployment, "siege", token);
                SocketPeer old = SocketPeer.open(deployment, "siege", token);
                SocketPeer twice = player("siege", "twice");
                SocketPeer liar = player("siege", "liar");
                SocketPeer big = player("siege", "big");
                SocketPeer huge = player("siege", "huge");
                SocketPeer flood = player("siege", "flood")) {
            garbage.send(new byte[] {(byte) 0xff, (byte) 0xff, 1, 2, 3});
            assertThat(garbage.awaitClose()).isEqualTo(4405);
            text.sendText("hello");
            assertThat(text.awaitClose()).isEqualTo(4405);
            early.send(ClientMessage.newBuilder().setPing(Ping.getDefaultInstance()).build());
            assertThat(early.awaitClose()).isEqualTo(4405);
            old.hello(2);
            assertThat(
                            old.await("decline", ServerMessage::hasDeclined)
                                    .getDeclined()
                                    .getError()
                                    .getCode())
                    .isEqualTo("PROTOCOL_VERSION");
            assertThat(old.awaitClose()).isEqualTo(4400);
            twice.hello(1);
            assertThat(twice.awaitClose()).isEqualTo(4405);
            liar.send(
                    ClientMessage.newBuilder()
                            .setFrameAck(
                                    dev.terrane.proto.stage.v1alpha1.FrameAck.newBuilder()
                                            .setFrame(1_000_000))
                            .build());
            assertThat(liar.awaitClose()).isEqualTo(4405);
            big.send(new byte[300 << 10]);
            assertThat(big.awaitClose()).isEqualTo(4413);
            huge.send(new byte[(1 << 20) + 1]);
            // The socket is cut while the client still writes: the close may be lost on the way.
            assertThat(huge.awaitClose()).isIn(1009, 1006);
            ClientMessage ping =
                    ClientMessage.newBuilder().setPing(Ping.getDefaultInstance()).build();
            for (int i = 0; i < 1000 && !flood.isClosed(); i++) {
                try {
                    flood.send(ping);
                } catch (RuntimeException _) {
                    break;
                }
            }
            assertThat(flood.awaitClose()).isEqualTo(4429);
            assertThat(silent.awaitClose()).isEqualTo(4402);
        }
        Await.untilAsserted(
                Duration.ofSeconds(10),
                "nobody is left",
                () ->
                        assertThat(
                                        deployment
                                                .get("/api/v1/stages/siege", authority)
                                                .json()
                                                .path("peerCount")
                                                .asInt())
                                .isZero());
    }

    @Test
    @Provokes("PEER_TOO_SLOW")
    void aPeerThatDoesNotReadIsClosedAndDelaysNobody() {
        guests("slow");
        SocketPeer slow =
                SocketPeer.open(
                        deployment,
                        "slow",
                        "terrane.bearer." + deployment.token("slow", "player"),
                        false,
                        false);
        try (slow;
                SocketPeer ada = player("slow", "ada")) {
            slow.hello(1);
            Await.until(
                    Duration.ofSeconds(10),
                    "the slow peer is in",
                    () ->
                            deployment
                                            .get("/api/v1/stages/slow", authority)
                                            .json()
                                            .path("peerCount")
                                            .asInt()
                                    == 2);
            long guid = guidOf("slow");
            String name = "n".repeat(60_000);
            ada.takeLongestGap();
            int round = 0;
            boolean gone = false;
            long end = System.nanoTime() + Duration.ofSeconds(40).toNanos();
            while (System.nanoTime() < end && !gone) {
                String value =
                        java.util.Base64.getEncoder()
                                .encodeToString((name + round).getBytes(StandardCharsets.UTF_8))
                                .substring(0, 60_000);
                String changing = value.substring(0, 59_990) + "%010d".formatted(round);
                set(
                        "slow",
                        guid,
                        "s" + round,
                        "{\"index\":1,\"stringValue\":\""
                                + java.util.Base64.getEncoder()
                                        .encodeToString(changing.getBytes(StandardCharsets.UTF_8))
                                        .substring(0, 60_000)
                                + "\"}");
                set("slow", guid, "h" + round, "{\"index\":2,\"uint32Value\":" + round + "}");
                round++;
                gone =
                        deployment
                                        .get("/api/v1/stages/slow", authority)
                                        .json()
                                        .path("peerCount")
                                        .asInt()
                                == 1;
            }
            assertThat(gone).as("the slow peer is parted with").isTrue();
            assertThat(ada.takeLongestGap())
                    .as("longest gap of the other peer")
                    .isLessThan(Duration.ofSeconds(5));
            assertThat(ada.isClosed()).isFalse();
        }
    }

    @Test
    void definitionsSurviveARestartAndPeersAreToldOfIt() throws Exception {
        Path data = Files.createDirectory(folder.resolve("restart"));
        try (Deployment own = new Deployment(data).start("schema", SchemaApp.class)) {
            own.startGateway();
            String root = own.token("root", "admin");
            own.post("/api/v1/schemas/guests", root, SCHEMA);
            own.post(
                    "/api/v1/stages",
                    root,
                    "{\"id\":\"kept\",\"schema\":\"guests@1\",\"join\":{\"class\":\"Guest\"}}");
            try (SocketPeer ada = SocketPeer.join(own, "kept", own.token("ada", "player"))) {
                assertThat(
                                ada.await("entry", ServerMessage::hasAccepted)
                                        .getAccepted()
                                        .getStageGeneration())
                        .isEqualTo(1);
                own.stop("gateway");
                assertThat(
                                ada.await("goodbye", ServerMessage::hasGoodbye)
                                        .getGoodbye()
                                        .getError()
                                        .getCode())
                        .isEqualTo("UNAVAILABLE");
                assertThat(ada.awaitClose()).isEqualTo(1012);
            }
            own.startGateway();
            try (SocketPeer ada = SocketPeer.join(own, "kept", own.token("ada", "player"))) {
                assertThat(
                                ada.await("entry", ServerMessage::hasAccepted)
                                        .getAccepted()
                                        .getStageGeneration())
                        .isEqualTo(2);
            }
        }
    }
}
