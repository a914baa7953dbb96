package dev.terrane.schema.registry.web;

import static dev.terrane.schema.registry.SampleSchemas.field;
import static dev.terrane.schema.registry.SampleSchemas.fields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.SchemaServer;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Provokes;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PublicationRestIT {
    private static final String ADMIN = "admin";
    private static final String X = field("x", 1, "double");
    private static final String Y = field("y", 2, "double");
    private static final String VISIBLE_Y = Y.replace("\"save\"", "\"save\", \"sync_view\"");

    @TempDir static Path folder;
    private static SchemaServer server;

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String text(String... members) {
        return new String(fields(members), StandardCharsets.UTF_8);
    }

    private static Reply post(String path, String body) {
        return server.send(
                path,
                server.issuer().token(ADMIN),
                request ->
                        request.header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(body)));
    }

    private static Reply directory(
            Map<String, String> documents, @Nullable String channel, String planHash, boolean dry) {
        List<Map<String, String>> listed =
                documents.entrySet().stream()
                        .map(entry -> Map.of("name", entry.getKey(), "document", entry.getValue()))
                        .toList();
        Map<String, Object> body = new java.util.HashMap<>();
        body.put("documents", listed);
        body.put("channel", channel);
        body.put("reason", channel == null ? null : "build 1");
        body.put("planHash", planHash);
        body.put("dryRun", dry);
        return post("/api/v1/schemas:publish", JsonMapper.shared().writeValueAsString(body));
    }

    @Test
    @Provokes("SCHEMA_INCOMPATIBLE")
    void anIncompatibleDocumentIsRefusedWithEveryReason() {
        server.publish("broken", text(X, Y), ADMIN);
        Reply refused = server.publish("broken", text(X.replace("double", "string"), Y), ADMIN);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("SCHEMA_INCOMPATIBLE");
        assertThat(refused.text("mode")).isEqualTo("FULL_TRANSITIVE");
        JsonNode error = refused.json().path("errors").get(0);
        assertThat(error.path("rule").asString()).isEqualTo("type-changed");
        assertThat(error.path("against").asString()).isEqualTo("broken@1");
        assertThat(error.path("oldPointer").asString()).isEqualTo("/classes/0/fields/0/type");
        assertThat(error.path("newPointer").asString()).isEqualTo("/classes/0/fields/0/type");
        assertThat(error.path("oldValue").asString()).isEqualTo("\"double\"");
        assertThat(error.path("newValue").asString()).isEqualTo("\"string\"");
        assertThat(error.path("wire").asString()).isEqualTo("BREAK");
        assertThat(error.path("fix").asString()).contains("retire");
        assertThat(server.get("/api/v1/schemas/broken@2", ADMIN).status()).isEqualTo(404);
    }

    @Test
    @Provokes("SCHEMA_CONFIRMATION_REQUIRED")
    void whatWidensIsConfirmedWithThePlansHash() {
        server.publish("widened", text(X, Y), ADMIN);
        Reply plan = post("/api/v1/schemas/widened:plan", text(X, VISIBLE_Y));
        assertThat(plan.status()).as(plan.body()).isEqualTo(200);
        assertThat(plan.json().path("confirmationRequired").asBoolean()).isTrue();
        assertThat(plan.json().path("worst").path("authorisation").asString()).isEqualTo("CONFIRM");
        assertThat(plan.json().path("nextVersion").asInt()).isEqualTo(2);
        Reply open = server.publish("widened", text(X, VISIBLE_Y), ADMIN);
        assertThat(open.status()).isEqualTo(409);
        assertThat(open.text("code")).isEqualTo("SCHEMA_CONFIRMATION_REQUIRED");
        assertThat(open.text("field")).isEqualTo("planHash");
        assertThat(open.text("planHash")).isEqualTo(plan.text("planHash"));
        Reply done =
                server.publish(
                        "widened?planHash=" + plan.text("planHash"), text(X, VISIBLE_Y), ADMIN);
        assertThat(done.status()).isEqualTo(201);
        assertThat(done.text("id")).isEqualTo("widened@2");
    }

    @Test
    @Provokes("SCHEMA_PLAN_STALE")
    void aPlanOfAnotherDocumentIsStale() {
        server.publish("stale", text(X), ADMIN);
        String hash = post("/api/v1/schemas/stale:plan", text(X, Y)).text("planHash");
        Reply stale = server.publish("stale?planHash=" + hash, text(X, VISIBLE_Y), ADMIN);
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.text("code")).isEqualTo("SCHEMA_PLAN_STALE");
        assertThat(stale.text("planHash")).isNotEqualTo(hash);
        assertThat(server.publish("stale?planHash=x", text(X), ADMIN).text("field"))
                .isEqualTo("planHash");
    }

    @Test
    void aDirectoryIsPublishedInOneStepAndARetryChangesNothing() {
        Map<String, String> documents = Map.of("dir-a", text(X), "dir-b", text(X, Y));
        Reply dry = directory(documents, "dev", "", true);
        assertThat(dry.status()).as(dry.body()).isEqualTo(200);
        assertThat(dry.json().path("items").size()).isEqualTo(2);
        assertThat(server.get("/api/v1/schemas/dir-a", ADMIN).status()).isEqualTo(404);

        Reply done = directory(documents, "dev", dry.text("planHash"), false);
        assertThat(done.status()).as(done.body()).isEqualTo(200);
        assertThat(done.json().path("items").valueStream())
                .allMatch(item -> item.path("created").asBoolean());
        for (String name : documents.keySet()) {
            assertThat(server.get("/api/v1/schemas/" + name + "@dev", ADMIN).text("id"))
                    .isEqualTo(name + "@1");
        }
        Reply again = directory(documents, "dev", "", false);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("items").valueStream())
                .noneMatch(item -> item.path("created").asBoolean());
        Map<String, String> bad = Map.of("dir-a", text(X, Y), "dir-b", text(X));
        assertThat(directory(bad, null, "", false).text("code")).isEqualTo("SCHEMA_INCOMPATIBLE");
        assertThat(server.get("/api/v1/schemas/dir-a", ADMIN).text("id")).isEqualTo("dir-a@1");
    }

    @Test
    void whatADirectoryMissesIsNamed() {
        Map<String, String> documents = Map.of("dir-c", text(X));
        assertThat(directory(Map.of(), null, "", false).text("field")).isEqualTo("documents");
        Reply channel = directory(documents, "nowhere", "", false);
        assertThat(channel.status()).isEqualTo(400);
        assertThat(channel.body()).contains("schema.channels").contains("dev, stage, prod");
        assertThat(channel.text("pointer")).isEqualTo("/channel");
        Reply nothing = post("/api/v1/schemas:publish", "{\"documents\": [{}]}");
        assertThat(nothing.text("field")).isEqualTo("documents[0]");
        assertThat(nothing.text("pointer")).isEqualTo("/documents/0");
        String noReason =
                "{\"channel\": \"dev\", \"documents\": [{\"name\": \"dir-c\", \"document\": \"\"}]}";
        assertThat(post("/api/v1/schemas:publish", noReason).text("field")).isEqualTo("reason");
        Reply twice =
                post(
                        "/api/v1/schemas:publish",
                        "{\"documents\": [{\"name\": \"a\", \"document\": \"\"},"
                                + " {\"name\": \"a\", \"document\": \"\"}]}");
        assertThat(twice.text("field")).isEqualTo("documents");
    }

    @Test
    void halfASurrogatePairIsRefusedAndNotReplaced() {
        String document =
                JsonMapper.shared().writeValueAsString(text(X)).replace("\"x", "\"\\ud800x");
        assertThat(document).contains("\\ud800");
        Reply refused =
                post(
                        "/api/v1/schemas:publish",
                        "{\"documents\": [{\"name\": \"half\", \"document\": " + document + "}]}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.text("field")).isEqualTo("documents[0].document");
        assertThat(refused.text("pointer")).isEqualTo("/documents/0/document");
        assertThat(server.get("/api/v1/schemas/half", ADMIN).status()).isEqualTo(404);
    }

    @Test
    void anyTwoVersionsAreCompared() {
        server.publish("compared", text(X), ADMIN);
        server.publish("compared", text(X, Y), ADMIN);
        Reply diff = server.get("/api/v1/schemas/compared/diff?against=compared@1", "viewer");
        assertThat(diff.status()).as(diff.body()).isEqualTo(200);
        assertThat(diff.text("before")).isEqualTo("compared@1");
        assertThat(diff.text("after")).isEqualTo("compared@2");
        assertThat(diff.json().path("items").get(0).path("rule").asString())
                .isEqualTo("member-added");
        Reply back = server.get("/api/v1/schemas/compared@1/diff?against=compared@2", "viewer");
        assertThat(back.json().path("items").get(0).path("rule").asString())
                .isEqualTo("member-removed");
        assertThat(server.get("/api/v1/schemas/compared/diff", "viewer").text("field"))
                .isEqualTo("against");
        assertThat(
                        server.get("/api/v1/schemas/compared/diff?against=compared@9", "viewer")
                                .status())
                .isEqualTo(404);
    }
}
