package dev.terrane.support.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.probe.ProbeServer;
import dev.terrane.support.probe.ProbeServer.Reply;
import dev.terrane.testing.Provokes;
import dev.terrane.testing.TestIssuer;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens, roles and origins against a real server. */
class SecurityWebTest {
    private static final String FIND = "/terrane.probe.v1.ThingService/Find";
    private static final String FRIEND = "https://play.example.org";

    @TempDir static Path folder;
    private static ProbeServer server;

    @BeforeAll
    static void start() {
        server = ProbeServer.start(folder, "terrane.common.security.allowed-origins[0]=" + FRIEND);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Provokes("UNAUTHENTICATED")
    void withoutATokenTheProblemSaysHowToGetOne() {
        Reply reply = server.get("/api/v1/things");

        assertThat(reply.status()).isEqualTo(401);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(reply.text("type")).isEqualTo("urn:terrane:error:UNAUTHENTICATED");
        assertThat(reply.text("detail")).contains("terrane token --role");
        assertThat(reply.header("Set-Cookie")).isEmpty();
    }

    @Test
    @Provokes("FORBIDDEN")
    void theWrongRoleIsToldTheRightOnes() {
        Reply reply = server.get("/api/v1/things", "editor", "moderator");

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.text("code")).isEqualTo("FORBIDDEN");
        assertThat(reply.text("rolesNeeded")).isEqualTo("viewer, player");
        assertThat(reply.text("roles")).isEqualTo("editor, moderator");
    }

    @Test
    void onRpcPathsTheSameRefusalsAreConnectErrors() {
        Reply none = rpc(FIND, "");
        Reply wrong = rpc(FIND, server.issuer().token("viewer"));
        Reply right = rpc(FIND, server.issuer().token("player"));

        assertThat(none.status()).isEqualTo(401);
        assertThat(none.header("Content-Type")).isEqualTo("application/json");
        assertThat(none.text("code")).isEqualTo("unauthenticated");
        assertThat(wrong.status()).isEqualTo(403);
        assertThat(wrong.text("code")).isEqualTo("permission_denied");
        assertThat(wrong.json().at("/details/0/debug/extras/rolesNeeded").asString())
                .isEqualTo("player, service");
        assertThat(right.status()).isEqualTo(200);
        assertThat(right.http().body()).isEqualTo("\"test\"");
    }

    @Test
    void everyRpcIsCountedByMethodAndCode() {
        rpc(FIND, server.issuer().token("player"));

        assertThat(server.get("/actuator/prometheus", "operator").http().body())
                .contains("rpc_server_seconds_count{code=\"ok\"")
                .contains("method=\"terrane.probe.v1.ThingService/Find\"");
    }

    @Test
    void adminIncludesEveryRoleButService() {
        assertThat(server.get("/api/v1/things", "admin").status()).isEqualTo(200);
        assertThat(
                        rpc("/terrane.probe.v1.ThingService/Drop", server.issuer().token("admin"))
                                .status())
                .isEqualTo(403);
    }

    @Test
    void rolesThisProductDoesNotKnowAreIgnored() {
        assertThat(server.get("/api/v1/things", "offline_access", "viewer").status())
                .isEqualTo(200);
        assertThat(server.get("/api/v1/things", "superuser").status()).isEqualTo(403);
    }

    @Test
    void claimsBecomeTheCaller() {
        String token =
                server.issuer()
                        .token(
                                "ann",
                                Map.of(
                                        "roles",
                                        "viewer player",
                                        "content",
                                        Map.of("violence", 2),
                                        "mature",
                                        true,
                                        "team",
                                        "red"));
        Reply reply = server.send("/api/v1/whoami", token, r -> r);

        assertThat(reply.text("subject")).isEqualTo("ann");
        assertThat(reply.json().at("/content/violence").asInt()).isEqualTo(2);
        assertThat(reply.json().path("mature").asBoolean()).isTrue();
        assertThat(reply.text("team")).isEqualTo("red");
    }

    @Test
    void aTokenThatIsNotRightInEveryPartIsRefused() {
        TestIssuer issuer = server.issuer();
        long now = Instant.now().getEpochSecond();
        String good = issuer.token("viewer");
        String header = part(good, 0);
        String claims = part(good, 1);
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        String unsigned =
                base64.encodeToString("{\"alg\":\"none\"}".getBytes(StandardCharsets.UTF_8))
                        + "."
                        + good.split("\\.")[1]
                        + ".";
        List<String> roles = List.of("viewer");

        for (Map.Entry<String, String> bad :
                Map.ofEntries(
                                Map.entry("garbage", "abc"),
                                Map.entry("unsigned", unsigned),
                                Map.entry("cut", good.substring(0, good.length() - 2)),
                                Map.entry(
                                        "other algorithm",
                                        issuer.sign(header.replace("ES256", "HS256"), claims)),
                                Map.entry(
                                        "expired",
                                        issuer.token("a", Map.of("roles", roles, "exp", now - 60))),
                                Map.entry(
                                        "not yet",
                                        issuer.token(
                                                "a", Map.of("roles", roles, "nbf", now + 3_600))),
                                Map.entry(
                                        "no end",
                                        issuer.sign(
                                                header,
                                                claims.replaceFirst("\"exp\":[0-9]+,?", "")
                                                        .replace(",}", "}"))),
                                Map.entry(
                                        "other issuer",
                                        issuer.token("a", Map.of("roles", roles, "iss", "x"))),
                                Map.entry("no subject", issuer.token("", Map.of("roles", roles))),
                                Map.entry(
                                        "severity 4",
                                        issuer.token(
                                                "a",
                                                Map.of(
                                                        "roles",
                                                        roles,
                                                        "content",
                                                        Map.of("violence", 4)))),
                                Map.entry(
                                        "team of 65",
                                        issuer.token(
                                                "a",
                                                Map.of("roles", roles, "team", "t".repeat(65)))))
                        .entrySet()) {
            Reply reply = server.send("/api/v1/things", bad.getValue(), r -> r);
            assertThat(reply.status()).as(bad.getKey()).isEqualTo(401);
            assertThat(reply.text("code")).as(bad.getKey()).isEqualTo("UNAUTHENTICATED");
            assertThat(reply.header("WWW-Authenticate")).contains("invalid_token");
        }
    }

    @Test
    void aTokenInTheUrlIsNoToken() {
        String token = server.issuer().token("viewer");

        assertThat(server.get("/api/v1/things?access_token=" + token).status()).isEqualTo(401);
    }

    @Test
    @Provokes("NOT_FOUND")
    void whatHasNoRowDoesNotExist() {
        Reply rest = server.get("/api/v1/secrets", "admin");
        Reply rpc = rpc("/terrane.probe.v1.ThingService/Nothing", "");

        assertThat(rest.status()).isEqualTo(404);
        assertThat(rest.text("code")).isEqualTo("NOT_FOUND");
        assertThat(rpc.status()).isEqualTo(404);
        assertThat(rpc.text("code")).isEqualTo("unimplemented");
    }

    @Test
    void anotherMethodOfAPathIs405WithTheRightOnes() {
        Reply reply =
                server.send("/api/v1/things", server.issuer().token("editor"), r -> r.DELETE());

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.header("Allow")).isEqualTo("GET, POST");
    }

    @Test
    void headIsAllowedWhereGetIs() {
        assertThat(
                        server.send(
                                        "/api/v1/things",
                                        server.issuer().token("viewer"),
                                        r -> r.method("HEAD", BodyPublishers.noBody()))
                                .status())
                .isEqualTo(200);
    }

    @Test
    void pathsThatPlayTricksAreRefusedAsProblems() {
        for (String path :
                List.of("/api/v1/things;a=b", "/api/v1/%2e%2e/things", "/api//v1/things")) {
            Reply reply = server.get(path, "viewer");
            assertThat(reply.status()).as(path).isBetween(400, 404);
            assertThat(reply.header("Content-Type")).as(path).isEqualTo("application/problem+json");
        }
    }

    @Test
    @Provokes("ORIGIN_DENIED")
    void aForeignPageIsRefusedByTheSettingsName() {
        Reply reply = from("https://evil.example.org", "GET");

        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.text("code")).isEqualTo("ORIGIN_DENIED");
        assertThat(reply.text("setting")).isEqualTo("common.security.allowed-origins");
        assertThat(from("null", "GET").status()).isEqualTo(403);
    }

    @Test
    void aPageOfTheAllowListAndTheServicesOwnMayCall() {
        Reply friend = from(FRIEND, "GET");
        Reply own = from("http://127.0.0.1:" + server.port(), "GET");

        assertThat(friend.status()).isEqualTo(200);
        assertThat(friend.header("Access-Control-Allow-Origin")).isEqualTo(FRIEND);
        assertThat(friend.http().headers().allValues("Vary")).contains("Origin");
        assertThat(own.status()).isEqualTo(200);
    }

    @Test
    void aPageOfTheGatewayMayCallThroughIt() {
        assertThat(through("X-Forwarded-Host", "game.example.org")).isEqualTo(200);
        assertThat(
                        through(
                                "Forwarded",
                                "by=10.0.0.1;for=10.0.0.2;host=\"game.example.org\";proto=https"))
                .isEqualTo(200);
        assertThat(through("Forwarded", "for=10.0.0.2;host=game.example.com")).isEqualTo(403);
    }

    @Test
    void preflightsAreAnsweredWithoutAToken() {
        Reply reply =
                server.send(
                        FIND,
                        "",
                        r ->
                                r.method("OPTIONS", BodyPublishers.noBody())
                                        .header("Origin", FRIEND)
                                        .header("Access-Control-Request-Method", "POST")
                                        .header(
                                                "Access-Control-Request-Headers",
                                                "connect-protocol-version"));

        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.header("Access-Control-Allow-Headers"))
                .contains("Connect-Protocol-Version", "Connect-Timeout-Ms", "Authorization");
        assertThat(reply.header("Access-Control-Max-Age")).isEqualTo("7200");
    }

    @Test
    void keysAreFetchedAtTheFirstTokenAndAgainWhenTheyChange() {
        try (ProbeServer fresh = ProbeServer.start(folder.resolve("fresh"))) {
            assertThat(fresh.get("/livez").status()).isEqualTo(200);
            assertThat(fresh.issuer().fetches()).isZero();
            assertThat(fresh.get("/api/v1/things", "viewer").status()).isEqualTo(200);
            assertThat(fresh.get("/api/v1/things", "viewer").status()).isEqualTo(200);
            assertThat(fresh.issuer().fetches()).isEqualTo(1);
            fresh.issuer().rotate();
            assertThat(fresh.get("/api/v1/things", "viewer").status()).isEqualTo(200);
        }
    }

    @Test
    @Provokes("UNAVAILABLE")
    void whenKeysCannotBeReadTheTokenIsNeitherGoodNorBad() {
        try (ProbeServer alone =
                ProbeServer.start(
                        folder.resolve("alone"),
                        "terrane.common.security.jwks-url=http://127.0.0.1:9/jwks")) {
            Reply reply = alone.get("/api/v1/things", "viewer");
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.text("code")).isEqualTo("UNAVAILABLE");
            assertThat(reply.header("Retry-After")).isEqualTo("1");
            assertThat(alone.get("/livez").status()).isEqualTo(200);
        }
    }

    private static String part(String token, int index) {
        return new String(
                Base64.getUrlDecoder().decode(token.split("\\.")[index]), StandardCharsets.UTF_8);
    }

    private static Reply rpc(String path, String token) {
        return server.send(
                path,
                token,
                r ->
                        r.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{}")));
    }

    private static int through(String header, String value) {
        return server.send(
                        "/api/v1/things/public",
                        "",
                        r -> r.header("Origin", "https://game.example.org").header(header, value))
                .status();
    }

    private static Reply from(String origin, String method) {
        return server.send(
                "/api/v1/things/public",
                "",
                r -> r.method(method, BodyPublishers.noBody()).header("Origin", origin));
    }
}
