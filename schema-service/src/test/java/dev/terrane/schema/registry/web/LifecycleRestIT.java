package dev.terrane.schema.registry.web;

import static dev.terrane.schema.registry.SampleSchemas.field;
import static dev.terrane.schema.registry.SampleSchemas.fields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Provokes;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Channels, references, retirements, drafts that are published: over REST and RPC. */
class LifecycleRestIT {
    private static final String ADMIN = "admin";
    private static final String WITH_Y =
            new String(
                    fields(field("x", 1, "double"), field("y", 2, "double")),
                    StandardCharsets.UTF_8);
    private static final String WITHOUT_Y =
            new String(fields(field("x", 1, "double")), StandardCharsets.UTF_8);

    @TempDir static Path folder;
    private static SchemaServer server;

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder, "terrane.schema.channels=dev,prod");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply send(String path, UnaryOperator<HttpRequest.Builder> build) {
        return server.send(
                path,
                server.issuer().token(ADMIN),
                request -> build.apply(request.header("Content-Type", "application/json")));
    }

    private static Reply post(String path, String body) {
        return send(path, request -> request.POST(BodyPublishers.ofString(body)));
    }

    private static Reply put(String path, String tag, String body) {
        return send(
                path,
                request -> request.header("If-Match", tag).PUT(BodyPublishers.ofString(body)));
    }

    private static Reply delete(String path) {
        return send(path, HttpRequest.Builder::DELETE);
    }

    private static Reply hold(String holder, String id) {
        return server.send(
                "/terrane.schema.v1alpha1.ReferenceService/Hold",
                server.issuer().token("service"),
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(
                                        BodyPublishers.ofString(
                                                "{\"kind\": \"REFERENCE_KIND_LIVE\", \"holder\": \""
                                                        + holder
                                                        + "\", \"schemaId\": \""
                                                        + id
                                                        + "\"}")));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    @Provokes("CHANNEL_STALE")
    void aChannelIsMovedByItsTagAndRolledBack() {
        server.publish("moving", SampleSchemas.text(1), ADMIN);
        server.publish("moving", SampleSchemas.text(2), ADMIN);
        String path = "/api/v1/channels/prod/moving";
        assertThat(server.get("/api/v1/channels", "player").json().path("items").size())
                .isEqualTo(2);
        assertThat(server.get(path, "player").status()).isEqualTo(404);
        Reply first = put(path, "\"0\"", "{\"version\": 1, \"reason\": \"launch\"}");
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.header("ETag")).isEqualTo("\"1\"");
        Reply stale = put(path, "\"0\"", "{\"version\": 2, \"reason\": \"late\"}");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("code")).isEqualTo("CHANNEL_STALE");
        assertThat(stale.text("currentRevision")).isEqualTo("1");
        put(path, "\"1\"", "{\"version\": 2, \"reason\": \"patch\"}");
        assertThat(server.get("/api/v1/schemas/moving@prod", "player").text("id"))
                .isEqualTo("moving@2");
        assertThat(
                        server.rpc("GetSchema", "{\"schemaId\": \"moving@prod\"}", "player")
                                .json()
                                .path("schema")
                                .path("version")
                                .asInt())
                .isEqualTo(2);
        Reply back =
                send(
                        path + ":rollback",
                        request ->
                                request.header("If-Match", "\"2\"")
                                        .POST(BodyPublishers.ofString("{\"reason\": \"crash\"}")));
        assertThat(back.json().path("version").asInt()).isEqualTo(1);
        JsonNode moves = server.get(path + "/moves?limit=2", "operator").json();
        assertThat(moves.path("items").get(0).path("rollback").asBoolean()).isTrue();
        assertThat(moves.path("nextPageToken").asString()).isEqualTo("2");
        assertThat(post(path + ":rollback", "{\"reason\": \"x\"}").status()).isEqualTo(428);
        Reply unsaid = put(path, "\"3\"", "{\"version\": 1}");
        assertThat(unsaid.text("field")).isEqualTo("reason");
        assertThat(unsaid.text("pointer")).isEqualTo("/reason");
        Reply fraction = put(path, "\"3\"", "{\"version\": 2.5, \"reason\": \"x\"}");
        assertThat(fraction.status()).as(fraction.body()).isEqualTo(400);
        assertThat(fraction.text("pointer")).isEqualTo("/version");
        Reply text = put(path, "\"3\"", "{\"version\": \"1\", \"reason\": \"x\"}");
        assertThat(text.text("pointer")).as(text.body()).isEqualTo("/version");
        Reply number = put(path, "\"3\"", "{\"version\": 1, \"reason\": 5}");
        assertThat(number.text("pointer")).as(number.body()).isEqualTo("/reason");
        assertThat(put(path, "\"3\"", "{\"version\": 2, \"reason\": \"\\ud800\"}").text("field"))
                .as("PostgreSQL cannot keep it")
                .isEqualTo("reason");
        assertThat(put(path, "x", "{\"version\": 1}").text("field")).isEqualTo("If-Match");
        assertThat(server.get("/api/v1/channels/stage", "player").body())
                .contains("schema.channels");
    }

    @Test
    @Provokes("SCHEMA_IN_USE")
    void whatIsInUseIsNotRetired() {
        server.publish("used", SampleSchemas.text(1), ADMIN);
        assertThat(hold("stage/lobby", "used@1").status()).isEqualTo(200);
        Reply refused = post("/api/v1/schemas/used@1:retire", "{\"reason\": \"old\"}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("SCHEMA_IN_USE");
        assertThat(refused.text("holders")).contains("live stage/lobby on used@1");
        JsonNode list = server.get("/api/v1/schemas/used/references", "operator").json();
        assertThat(list.path("items").get(0).path("holder").asString()).isEqualTo("stage/lobby");
        String force =
                "/api/v1/schemas/used/references?kind=live&version=1&holder="
                        + encoded("stage/lobby")
                        + "&reason="
                        + encoded("machine is gone");
        assertThat(delete(force).status()).isEqualTo(204);
        assertThat(delete(force).status()).isEqualTo(404);
        assertThat(server.get("/api/v1/schemas/used/audit", "operator").body())
                .contains("reference-forced")
                .contains("machine is gone");
    }

    @Test
    @Provokes("SCHEMA_RETIRED")
    void aRetiredVersionIsFoundByItsHashOnly() {
        Reply published = server.publish("retired", SampleSchemas.text(77), ADMIN);
        assertThat(post("/api/v1/schemas/retired@1:retire", "{\"reason\": \"old\"}").status())
                .isEqualTo(204);
        Reply gone = server.get("/api/v1/schemas/retired@1", "player");
        assertThat(gone.status()).isEqualTo(410);
        assertThat(gone.text("code")).isEqualTo("SCHEMA_RETIRED");
        assertThat(gone.text("contentHash")).isEqualTo(published.text("contentHash"));
        assertThat(server.get("/api/v1/schemas/retired@1/document", "player").status())
                .isEqualTo(410);
        assertThat(server.get("/api/v1/schemas/retired", "player").status()).isEqualTo(404);
        String byHash = "/api/v1/schemas/sha256:" + published.text("contentHash");
        assertThat(server.get(byHash, "player").json().path("retired").asBoolean()).isTrue();
        assertThat(server.get(byHash + "/document", "player").status()).isEqualTo(200);
        assertThat(hold("stage/x", "retired@1").status()).isEqualTo(404);
        assertThat(hold("stage/x", "retired@1").body()).contains("SCHEMA_RETIRED");
        server.publish("retired", SampleSchemas.text(78), ADMIN);
        for (String diff :
                List.of("retired/diff?against=retired@1", "retired@1/diff?against=retired")) {
            Reply compared = server.get("/api/v1/schemas/" + diff, "viewer");
            assertThat(compared.status()).as(compared.body()).isEqualTo(200);
            assertThat(compared.body()).contains("\"retired@1\"", "\"retired@2\"");
        }
        Reply wire =
                server.send(
                        "/terrane.schema.v1alpha1.PublicationService/DiffSchemas",
                        server.issuer().token("service"),
                        request ->
                                request.header("Content-Type", "application/json")
                                        .POST(
                                                BodyPublishers.ofString(
                                                        "{\"before\": \"retired@1\", \"after\":"
                                                                + " \"retired@2\"}")));
        assertThat(wire.status()).as(wire.body()).isEqualTo(200);
        String list = "/api/v1/schemas?name=retired";
        assertThat(server.get(list, "player").json().path("items").size()).isEqualTo(1);
        assertThat(server.get(list + "&includeRetired=true", "player").json().path("items").size())
                .isEqualTo(2);
        assertThat(post("/api/v1/schemas/retired@1:restore", "{\"reason\": \"no\"}").status())
                .isEqualTo(204);
        assertThat(server.get("/api/v1/schemas/retired@1", "player").status()).isEqualTo(200);
        assertThat(post("/api/v1/schemas/retired:retire", "{\"reason\": \"x\"}").text("field"))
                .isEqualTo("id");
    }

    @Test
    @Provokes("SCHEMA_MEMBER_RESERVED")
    void aMemberIsRetiredLeftOutAndReserved() {
        server.publish("members", WITH_Y, ADMIN);
        String path = "/api/v1/schemas/members/retirements";
        String y = "{\"className\": \"Marker\", \"index\": 2, \"reason\": \"unused\"}";
        assertThat(post(path, y).status()).isEqualTo(201);
        assertThat(post(path, y).status()).isEqualTo(200);
        assertThat(post(path, y.replace("2", "9")).status()).isEqualTo(404);
        assertThat(delete(path + "?className=%00&index=2&reason=no").text("field"))
                .as("PostgreSQL cannot look for it")
                .isEqualTo("className");
        String undo = path + "?className=Marker&index=2&reason=no";
        assertThat(delete(undo).status()).isEqualTo(204);
        assertThat(delete(undo).status()).as("a retry").isEqualTo(204);
        Reply unknown = delete(undo.replace("=2", "=9"));
        assertThat(unknown.status()).as(unknown.body()).isEqualTo(404);
        assertThat(unknown.text("field")).isEqualTo("index");
        assertThat(delete(undo.replace("/members/", "/nobody/")).status()).isEqualTo(404);
        assertThat(server.publish("members", WITHOUT_Y, ADMIN).status()).isEqualTo(409);
        post(path, y);
        assertThat(server.publish("members", WITHOUT_Y, ADMIN).status()).isEqualTo(201);
        Reply reserved = delete(undo);
        assertThat(reserved.status()).isEqualTo(409);
        assertThat(reserved.text("code")).isEqualTo("SCHEMA_MEMBER_RESERVED");
        Reply reused = server.publish("members", WITH_Y, ADMIN);
        assertThat(reused.text("code")).isEqualTo("SCHEMA_INCOMPATIBLE");
        assertThat(reused.body()).contains("retired-index-reused");
        assertThat(
                        server.get(path, "viewer")
                                .json()
                                .path("items")
                                .get(0)
                                .path("removedInVersion")
                                .asInt())
                .isEqualTo(2);
        Reply unnamed = post(path, "{\"index\": 1}");
        assertThat(unnamed.status()).isEqualTo(400);
        assertThat(unnamed.text("pointer")).isEqualTo("/className");
        Reply unnumbered = post(path, "{\"className\": \"A\"}");
        assertThat(unnumbered.status()).isEqualTo(400);
        assertThat(unnumbered.text("pointer")).isEqualTo("/index");
    }

    @Test
    void aPageOfAnyListHasALimitOfItsOwnKind() {
        server.publish("limits", SampleSchemas.text(1), ADMIN);
        for (String list :
                List.of(
                        "schemas",
                        "schemas/limits/references",
                        "schemas/limits/audit",
                        "channels/prod",
                        "channels/prod/limits/moves")) {
            Reply none = server.get("/api/v1/" + list + "?limit=0", "admin", "operator");
            assertThat(none.text("detail")).as(list).isEqualTo("a page has 1..1000 items, not 0");
            for (String limit : List.of("limit=", "limit=1&limit=2")) {
                Reply refused = server.get("/api/v1/" + list + "?" + limit, "admin", "operator");
                assertThat(refused.status()).as(list + " " + limit).isEqualTo(400);
                assertThat(refused.text("code")).isEqualTo("INVALID_ARGUMENT");
                assertThat(refused.text("field")).isEqualTo("limit");
            }
        }
    }

    @Test
    void anotherModeJudgesFromThenOn() {
        server.publish("modes", WITH_Y, ADMIN);
        String path = "/api/v1/schemas/modes/compatibility";
        assertThat(server.get(path, "viewer").text("mode")).isEqualTo("FULL_TRANSITIVE");
        assertThat(server.publish("modes", WITHOUT_Y, ADMIN).status()).isEqualTo(409);
        Reply set = put(path, "*", "{\"mode\": \"NONE\", \"reason\": \"prototype\"}");
        assertThat(set.text("mode")).isEqualTo("NONE");
        assertThat(server.publish("modes", WITHOUT_Y, ADMIN).status()).isEqualTo(201);
        assertThat(put(path, "*", "{\"mode\": \"SOME\", \"reason\": \"x\"}").text("field"))
                .isEqualTo("mode");
    }

    @Test
    void aDraftIsPlannedAndPublishedOnTheVersionItWasBegunFrom() {
        server.publish("drafted", WITHOUT_Y, ADMIN);
        String draft = "/api/v1/schemas/drafted/drafts/more";
        send(
                draft,
                request ->
                        request.header("If-None-Match", "*").PUT(BodyPublishers.ofString(WITH_Y)));
        Reply plan = post(draft + ":plan", "");
        assertThat(plan.status()).as(plan.body()).isEqualTo(200);
        assertThat(plan.json().path("nextVersion").asInt()).isEqualTo(2);
        Reply published = post(draft + ":publish?planHash=" + plan.text("planHash"), "");
        assertThat(published.status()).as(published.body()).isEqualTo(201);
        assertThat(published.text("id")).isEqualTo("drafted@2");
        Reply again = post(draft + ":publish", "");
        assertThat(again.status()).as("a retry").isEqualTo(200);
        server.publish("drafted", WITH_Y.replace("\"y\"", "\"y\", \"description\": \"d\""), ADMIN);
        Reply conflict = post(draft + ":publish", "");
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.text("field")).isEqualTo("baseVersion");
        assertThat(server.get(draft, "editor").status()).isEqualTo(200);
    }
}
