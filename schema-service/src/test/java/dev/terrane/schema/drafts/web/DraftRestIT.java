package dev.terrane.schema.drafts.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Provokes;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class DraftRestIT {
    private static final String EDITOR = "editor";
    private static final String DRAFTS = "/api/v1/schemas/room/drafts";

    @TempDir static Path folder;
    private static SchemaServer server;

    @BeforeAll
    static void start() {
        server =
                SchemaServer.start(
                        folder,
                        "terrane.schema.drafts-max=3",
                        "terrane.schema.document-bytes-max=100KB");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Reply put(String path, String document, String header, String value) {
        return server.send(
                path,
                server.issuer().token(EDITOR),
                request ->
                        request.header("Content-Type", "application/json")
                                .header(header, value)
                                .PUT(BodyPublishers.ofString(document)));
    }

    private static Reply create(String name, int number) {
        return put(DRAFTS + "/" + name, SampleSchemas.text(number), "If-None-Match", "*");
    }

    private static Reply delete(String name, String tag) {
        return server.send(
                DRAFTS + "/" + name,
                server.issuer().token(EDITOR),
                request -> request.header("If-Match", tag).DELETE());
    }

    @Test
    @Provokes("DRAFT_STALE")
    void aDraftIsMadeChangedByItsTagAndRemoved() {
        Reply made = create("loot", 1);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.header("Location")).isEqualTo(DRAFTS + "/loot");
        assertThat(made.json().path("baseVersion").asInt(-1)).isZero();
        String tag = made.header("ETag");
        assertThat(tag).isEqualTo('"' + made.text("contentHash") + "-1\"");
        assertThat(create("loot", 1).status()).as("a retry").isEqualTo(200);

        Reply document = server.get(DRAFTS + "/loot/document", EDITOR);
        assertThat(document.http().body())
                .isEqualTo(
                        SchemaWriter.write(
                                ((SchemaResult.Ok) SchemaReader.read(SampleSchemas.bytes(1)))
                                        .document()));
        assertThat(document.header("ETag")).isEqualTo(tag);
        assertThat(document.header("Cache-Control")).contains("no-cache").contains("private");

        Reply changed = put(DRAFTS + "/loot", SampleSchemas.text(2), "If-Match", tag);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.json().path("revision").asInt()).isEqualTo(2);

        Reply stale = put(DRAFTS + "/loot", SampleSchemas.text(3), "If-Match", tag);
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("code")).isEqualTo("DRAFT_STALE");
        assertThat('"' + stale.text("currentTag") + '"').isEqualTo(changed.header("ETag"));
        assertThat(delete("loot", tag).status()).isEqualTo(412);
        assertThat(delete("loot", changed.header("ETag")).status()).isEqualTo(204);
        assertThat(delete("loot", changed.header("ETag")).status()).isEqualTo(404);
        assertThat(server.get(DRAFTS + "/loot", EDITOR).text("code")).isEqualTo("NOT_FOUND");
    }

    @Test
    void aDraftIsBegunFromAVersionThatIsOrWas() {
        String path = "/api/v1/schemas/based/drafts/x";
        server.publish("based", SampleSchemas.text(1), "admin");
        Reply unknown = put(path + "?baseVersion=77", SampleSchemas.text(2), "If-None-Match", "*");
        assertThat(unknown.status()).as(unknown.body()).isEqualTo(404);
        assertThat(unknown.text("field")).isEqualTo("baseVersion");
        assertThat(unknown.text("schema")).isEqualTo("based@77");
        assertThat(server.get(path, EDITOR).status()).as("nothing was made").isEqualTo(404);
        Reply made = put(path + "?baseVersion=1", SampleSchemas.text(2), "If-None-Match", "*");
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String tag = made.header("ETag");
        assertThat(
                        put(path + "?baseVersion=2", SampleSchemas.text(2), "If-Match", tag)
                                .text("field"))
                .isEqualTo("baseVersion");
        Reply none = put(path + "?baseVersion=0", SampleSchemas.text(2), "If-Match", tag);
        assertThat(none.status()).as("not begun from any").isEqualTo(200);
    }

    @Test
    void theContentOfADraftIsFoundByItsHashLikeThatOfAVersion() {
        Reply made = create("hashed", 4711);
        String hash = made.text("contentHash");
        Reply document = server.get("/api/v1/schemas/sha256:" + hash + "/document", EDITOR);
        assertThat(document.status()).isEqualTo(200);
        assertThat(document.header("ETag")).isEqualTo('"' + hash + '"');
        Reply published = server.publish("hashed", SampleSchemas.text(4711), "admin");
        assertThat(published.text("contentHash")).isEqualTo(hash);
        delete("hashed", made.header("ETag"));
        assertThat(server.get("/api/v1/schemas/sha256:" + hash, EDITOR).text("id"))
                .isEqualTo("hashed@1");
    }

    @Test
    void aChangeWithoutAConditionOrWithAnotherIsRefused() {
        create("strict", 1);
        Reply none = put(DRAFTS + "/strict", SampleSchemas.text(2), "X-Nothing", "1");
        assertThat(none.status()).isEqualTo(428);
        assertThat(none.text("code")).isEqualTo("PRECONDITION_REQUIRED");
        for (String tag : new String[] {"*", "\"x\"", "W/\"1\"", "\"1\", \"2\""}) {
            Reply bad = put(DRAFTS + "/strict", SampleSchemas.text(2), "If-Match", tag);
            assertThat(bad.status()).as(tag).isEqualTo(400);
            assertThat(bad.text("field")).isEqualTo("If-Match");
        }
        assertThat(
                        put(DRAFTS + "/strict", SampleSchemas.text(2), "If-None-Match", "\"x\"")
                                .text("field"))
                .isEqualTo("If-None-Match");
        String absent = '"' + "0".repeat(64) + "-1\"";
        assertThat(put(DRAFTS + "/absent", SampleSchemas.text(2), "If-Match", absent).status())
                .isEqualTo(404);
        delete("strict", server.get(DRAFTS + "/strict", EDITOR).header("ETag"));
    }

    @Test
    void anInvalidDocumentIsRefusedWithAllProblemsAndTheDraftStays() {
        Reply made = create("broken", 1);
        String broken =
                SampleSchemas.text(1)
                        .replace("\"index\": 2", "\"index\": 0")
                        .replace("uint32", "vector3d");
        Reply refused = put(DRAFTS + "/broken", broken, "If-Match", made.header("ETag"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("SCHEMA_INVALID");
        JsonNode errors = refused.json().path("errors");
        assertThat(errors.size()).isEqualTo(2);
        assertThat(errors.get(0).path("pointer").asString()).isEqualTo("/classes/0/fields/0/type");
        assertThat(errors.get(0).path("rule").asString()).isEqualTo("type-unknown");
        assertThat(errors.get(0).path("line").asInt()).isEqualTo(2);
        assertThat(server.get(DRAFTS + "/broken", EDITOR).header("ETag"))
                .isEqualTo(made.header("ETag"));
        delete("broken", made.header("ETag"));
    }

    @Test
    void draftsAreListedAndBounded() {
        String other = "/api/v1/schemas/bounded/drafts";
        for (String name : new String[] {"c", "a", "b"}) {
            put(other + "/" + name, SampleSchemas.text(1), "If-None-Match", "*");
        }
        JsonNode list = server.get(other, "operator").json();
        assertThat(list.path("items").valueStream().map(item -> item.path("name").asString()))
                .containsExactly("a", "b", "c");
        Reply refused = put(other + "/d", SampleSchemas.text(1), "If-None-Match", "*");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.text("limitName")).isEqualTo("schema.drafts-max");
        String large =
                SampleSchemas.text(1).replace("\"tables\"", " ".repeat(100 * 1024) + "\"tables\"");
        Reply tooLarge = put(other + "/a", large, "If-None-Match", "*");
        assertThat(tooLarge.status()).isEqualTo(413);
        assertThat(tooLarge.text("limitName")).isEqualTo("schema.document-bytes-max");
        assertThat(server.get(other, "player").status()).isEqualTo(403);
    }
}
