package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.schema.SchemaApp;
import dev.terrane.testing.Provokes;
import dev.terrane.testing.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The gateway's doors for HTTP: tokens, routes to the services behind, definitions of stages. */
class GatewayIT extends GuestDeployment {
    private static final String JSON = "Content-Type: application/json";

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
        Reply service =
                deployment.post(
                        "/api/v1/tokens", admin, "{\"subject\":\"a\",\"roles\":[\"service\"]}");
        assertThat(service.status()).isEqualTo(400);
        assertThat(service.json().path("pointer").asString("")).isEqualTo("/roles");
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
                .isEqualTo("gateway.routing.body-max");
        assertThat(reply.json().path("actual").asLong()).isEqualTo(65L << 20);
    }

    /** Reproduced: "broken pipe"; the server had answered and closed while the body came. */
    @ParameterizedTest
    @CsvSource({
        "/api/v1/worlds/w/imports, 65, 413, gateway.routing.body-max",
        "/terrane.world.v1alpha1.ChunkService/GetChunk, 65, 429, the body has 68157440 bytes",
        "/api/v1/schemas/guests, 32, 413, schema.document-bytes-max",
        "/terrane.schema.v1alpha1.SchemaService/PublishSchema, 32, 429, request message is over",
        "/oauth2/token, 32, 413, common.web.body-bytes-max",
    })
    void whoWritesAllOfAnUploadFirstReadsWhyItWasRefused(
            String path, int megabytes, int status, String reason) throws IOException {
        int bytes = megabytes << 20;
        try (RawHttp client = RawHttp.connect(deployment.base().getPort())) {
            client.post(path, authorization(), JSON, "Content-Length: " + bytes).sendBody(bytes);

            RawHttp.Answer answer = client.answer();
            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
            assertThat(answer.body()).contains(reason);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 33554432", "Transfer-Encoding: chunked"})
    void soDoesOneThatMayNotUploadAtAll(String framing) throws IOException {
        try (RawHttp client = RawHttp.connect(deployment.base().getPort())) {
            client.post("/api/v1/schemas/guests", JSON, framing);
            if (framing.startsWith("Content-Length")) {
                client.sendBody(32 << 20);
            } else {
                client.sendChunked(32 << 20);
            }

            RawHttp.Answer answer = client.answer();
            assertThat(answer.status()).as(answer.body()).isEqualTo(401);
            assertThat(answer.body()).contains("\"UNAUTHENTICATED\"");
        }
    }

    /** By the gateway, by a service behind it that limits the body, by one that is down. */
    @ParameterizedTest
    @CsvSource({
        "/api/v1/worlds/w/imports, 68157440, 413",
        "/api/v1/schemas/guests, 33554432, 413",
        "/api/v1/worlds/w/imports, 33554432, 503",
    })
    void whoAsksBeforeUploadingIsRefusedBeforehand(String path, int bytes, int status)
            throws IOException {
        try (RawHttp client = RawHttp.connect(deployment.base().getPort())) {
            client.post(
                    path,
                    authorization(),
                    JSON,
                    "Content-Length: " + bytes,
                    "Expect: 100-continue");

            RawHttp.Answer answer = client.answer();
            assertThat(answer.status()).as(answer.body()).isEqualTo(status);
            assertThat(answer.closes()).isTrue();
        }
    }

    @Test
    void whoAsksBeforeUploadingWhatIsAllowedIsToldToContinue() throws IOException {
        String body = "{}";
        try (RawHttp client = RawHttp.connect(deployment.base().getPort())) {
            client.post(
                    "/terrane.schema.v1alpha1.SchemaService/ListSchemas",
                    authorization(),
                    JSON,
                    "Content-Length: " + body.length(),
                    "Expect: 100-continue");
            assertThat(client.answer().status()).isEqualTo(100);
            client.send(body);
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    private String authorization() {
        return "Authorization: Bearer " + admin;
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

    /** Reproduced: it was a 500 with a stack trace in the log, for whatever service. */
    @ParameterizedTest
    @ValueSource(strings = {"where=hp>4", "name=%zz", "name=a|b", "name=\"", "name=%"})
    void aQueryThatIsNotEncodedIsTheCallersMistake(String query) throws IOException {
        String request =
                "GET /api/v1/schemas?%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                        .formatted(query);
        String answer;
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), deployment.base().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(answer).startsWith("HTTP/1.1 400 ");
        assertThat(answer).contains("\"INVALID_ARGUMENT\"").contains("\"field\":\"query\"");
    }

    /** Reproduced: the service behind was said not to answer, 503. */
    @ParameterizedTest
    @ValueSource(strings = {"zz\r\n", "ffffffffffffffff\r\n", "2\r\n[]x"})
    void aBodyThatIsNotFramedAsItSaysIsTheCallersMistake(String chunks) throws IOException {
        String request =
                "POST /api/v1/schemas/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "Authorization: Bearer "
                        + admin
                        + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunks;
        String answer;
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), deployment.base().getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"INVALID_ARGUMENT\"");
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
        assertThat(deployment.get("/api/v1/stages", viewer).json().path("items").toString())
                .contains("\"once\"");
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
