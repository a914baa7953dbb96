package dev.terrane.schema.registry.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Provokes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SchemaRestIT {
    private static final String ADMIN = "admin";
    private static final String PLAYER = "player";

    @TempDir static Path folder;
    private static SchemaServer server;

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder, "terrane.schema.document-bytes-max=100KB");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static SchemaDocument document(int number) {
        return ((SchemaResult.Ok) SchemaReader.read(SampleSchemas.bytes(number))).document();
    }

    @Test
    void aDocumentIsPublishedOnceAndFetchedByteForByte() {
        Reply created = server.publish("fetched", SampleSchemas.text(4711), ADMIN);
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        assertThat(created.header("Location")).isEqualTo("/api/v1/schemas/fetched@1");
        assertThat(created.text("id")).isEqualTo("fetched@1");
        assertThat(created.text("contentHash"))
                .isEqualTo(SchemaHash.ofContent(document(4711)).hex());
        assertThat(created.text("wireHash")).isEqualTo(SchemaHash.ofWire(document(4711)).hex());
        assertThat(created.text("publishedBy")).isNotBlank();

        Reply again = server.publish("fetched", SampleSchemas.text(4711), ADMIN);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(created.json());

        for (String id : List.of("fetched", "fetched@1", "sha256:" + created.text("contentHash"))) {
            Reply view = server.get("/api/v1/schemas/" + id, PLAYER);
            assertThat(view.json()).as(id).isEqualTo(created.json());
            Reply text = server.get("/api/v1/schemas/" + id + "/document", PLAYER);
            assertThat(text.http().body()).isEqualTo(SchemaWriter.write(document(4711)));
            assertThat(text.header("ETag")).isEqualTo('"' + created.text("contentHash") + '"');
            assertThat(text.header("Terrane-Schema-Id")).isEqualTo("fetched@1");
            assertThat(text.header("Content-Type")).startsWith("application/json");
        }
    }

    @Test
    void copiesAreRevalidatedByTheirTag() {
        server.publish("tagged", SampleSchemas.text(1), ADMIN);
        String latest = "/api/v1/schemas/tagged/document";
        Reply first = server.get(latest, PLAYER);
        assertThat(first.header("Cache-Control")).contains("no-cache").contains("private");
        assertThat(first.header("Vary")).contains("Authorization");
        Reply same = ifNoneMatch(latest, first.header("ETag"));
        assertThat(same.status()).isEqualTo(304);
        assertThat(same.http().body()).isEmpty();
        server.publish("tagged", SampleSchemas.text(2), ADMIN);
        assertThat(ifNoneMatch(latest, first.header("ETag")).status()).isEqualTo(200);
        Reply pinned = server.get("/api/v1/schemas/tagged@1/document", PLAYER);
        assertThat(pinned.header("Cache-Control")).contains("immutable").contains("private");
    }

    private static Reply ifNoneMatch(String path, String tag) {
        return server.send(
                path,
                server.issuer().token(PLAYER),
                request -> request.header("If-None-Match", tag));
    }

    @Test
    @Provokes("SCHEMA_INVALID")
    void aDuplicateKeyIsRefusedAtItsPlaceAndNothingIsStored() {
        String broken =
                SampleSchemas.text(1)
                        .replace("\"index\": 1,", "\"index\": 1, \"name\": \"other\",");
        Reply refused = server.publish("duplicate-key", broken, ADMIN);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
        assertThat(refused.text("type")).isEqualTo("urn:terrane:error:SCHEMA_INVALID");
        assertThat(refused.text("code")).isEqualTo("SCHEMA_INVALID");
        assertThat(refused.text("pointer")).isEqualTo("/classes/0/fields/0/name");
        assertThat(refused.text("rule")).isEqualTo("duplicate-key");
        assertThat(refused.json().path("line").asInt()).isEqualTo(2);
        assertThat(refused.json().path("column").asInt()).isEqualTo(40);
        assertThat(refused.text("schema")).isEqualTo("duplicate-key");
        assertThat(server.get("/api/v1/schemas/duplicate-key", PLAYER).status()).isEqualTo(404);
    }

    @Test
    void allProblemsOfADocumentAreListed() {
        String broken =
                SampleSchemas.text(1)
                        .replace("\"index\": 2", "\"index\": 0")
                        .replace("sync_view", "sync_all")
                        .replace("uint32", "vector3d");
        JsonNode problem = server.publish("broken", broken, ADMIN).json();
        List<String> found = new ArrayList<>();
        problem.path("errors")
                .forEach(
                        error ->
                                found.add(
                                        error.path("rule").asString()
                                                + " "
                                                + error.path("pointer").asString()));
        assertThat(found)
                .containsExactly(
                        "type-unknown /classes/0/fields/0/type",
                        "member-index-range /classes/0/fields/1/index",
                        "mask-unknown /classes/0/fields/1/mask/0");
        assertThat(problem.path("errors").get(0).path("message").asString()).contains("vector3d");
        assertThat(problem.path("errors").get(0).path("line").asInt()).isEqualTo(2);
        assertThat(problem.path("detail").asString()).contains("and 2 more");
    }

    @Test
    void withoutTokenOrRoleNothingIsToldOrStored() {
        server.publish("guarded", SampleSchemas.text(1), ADMIN);
        Reply anonymous = server.get("/api/v1/schemas/guarded");
        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(anonymous.text("code")).isEqualTo("UNAUTHENTICATED");
        assertThat(anonymous.body()).contains("terrane token");
        Reply player = server.publish("guarded", SampleSchemas.text(2), PLAYER);
        assertThat(player.status()).isEqualTo(403);
        assertThat(player.text("code")).isEqualTo("FORBIDDEN");
        assertThat(server.publish("guarded", SampleSchemas.text(2)).status()).isEqualTo(401);
        assertThat(server.get("/api/v1/schemas/guarded@2", ADMIN).status()).isEqualTo(404);
    }

    @Test
    @Provokes("SCHEMA_VERSION_CONFLICT")
    void anotherNewestThanExpectedIsAConflict() {
        server.publish("contended", SampleSchemas.text(1), ADMIN);
        Reply conflict =
                server.publish("contended?expectedLatestVersion=0", SampleSchemas.text(2), ADMIN);
        assertThat(conflict.status()).isEqualTo(409);
        assertThat(conflict.text("code")).isEqualTo("SCHEMA_VERSION_CONFLICT");
        assertThat(conflict.text("latestVersion")).isEqualTo("1");
        assertThat(conflict.text("field")).isEqualTo("expectedLatestVersion");
        assertThat(
                        server.publish(
                                        "contended?expectedLatestVersion=1",
                                        SampleSchemas.text(2),
                                        ADMIN)
                                .text("id"))
                .isEqualTo("contended@2");
        Reply negative =
                server.publish("contended?expectedLatestVersion=-1", SampleSchemas.text(3), ADMIN);
        assertThat(negative.status()).as(negative.body()).isEqualTo(400);
        assertThat(negative.text("code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(negative.text("field")).isEqualTo("expectedLatestVersion");
    }

    @Test
    void ofSixteenPublishersExactlyOneWinsEachVersion() throws Exception {
        String token = server.issuer().token(ADMIN);
        for (int round = 0; round < 3; round++) {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                int number = round * 100 + i;
                String path = "/api/v1/schemas/raced?expectedLatestVersion=" + round;
                calls.add(
                        () ->
                                server.send(
                                                path,
                                                token,
                                                request ->
                                                        request.header(
                                                                        "Content-Type",
                                                                        "application/json")
                                                                .POST(
                                                                        java.net.http.HttpRequest
                                                                                .BodyPublishers
                                                                                .ofByteArray(
                                                                                        SampleSchemas
                                                                                                .bytes(
                                                                                                        number))))
                                        .status());
            }
            List<Integer> statuses = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Integer> future : threads.invokeAll(calls)) {
                    statuses.add(future.get());
                }
            }
            assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
            assertThat(statuses).filteredOn(status -> status == 409).hasSize(15);
        }
        JsonNode versions = server.get("/api/v1/schemas?name=raced", PLAYER).json();
        assertThat(versions.path("items").size()).isEqualTo(3);
    }

    @Test
    void pagesAreCutAtTheirLimit() {
        for (int number = 1; number <= 5; number++) {
            server.publish("paged", SampleSchemas.text(number), ADMIN);
        }
        List<String> seen = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            JsonNode page =
                    server.get("/api/v1/schemas?name=paged&limit=2&pageToken=" + token, "viewer")
                            .json();
            page.path("items").forEach(schema -> seen.add(schema.path("id").asString()));
            token = page.path("nextPageToken").asString();
            pages++;
        } while (!token.isEmpty());
        assertThat(seen).containsExactly("paged@1", "paged@2", "paged@3", "paged@4", "paged@5");
        assertThat(pages).isEqualTo(3);
    }

    @Test
    void whatIsMalformedIsNamed() {
        assertThat(server.get("/api/v1/schemas/None", PLAYER).status()).isEqualTo(400);
        assertThat(server.get("/api/v1/schemas/none@0/document", PLAYER).text("field"))
                .isEqualTo("id");
        assertThat(server.get("/api/v1/schemas/none", PLAYER).text("code")).isEqualTo("NOT_FOUND");
        assertThat(server.get("/api/v1/schemas?limit=0", PLAYER).text("field")).isEqualTo("limit");
        assertThat(server.get("/api/v1/schemas?limit=1001", PLAYER).json().path("limit").asInt())
                .isEqualTo(1000);
        assertThat(server.get("/api/v1/schemas?limit=x", PLAYER).text("field")).isEqualTo("limit");
        assertThat(server.get("/api/v1/schemas?pageToken=x", PLAYER).text("field"))
                .isEqualTo("pageToken");
        assertThat(server.get("/api/v1/schemas?name=X", PLAYER).text("field")).isEqualTo("name");
        assertThat(server.publish("Bad_Name", SampleSchemas.text(1), ADMIN).text("field"))
                .isEqualTo("name");
        Reply form =
                server.send(
                        "/api/v1/schemas/form",
                        server.issuer().token(ADMIN),
                        request ->
                                request.header("Content-Type", "text/plain")
                                        .POST(
                                                java.net.http.HttpRequest.BodyPublishers.ofString(
                                                        SampleSchemas.text(1))));
        assertThat(form.status()).isEqualTo(415);
    }

    @Test
    void aDocumentOverItsLimitNamesTheSetting() {
        String large =
                SampleSchemas.text(1).replace("\"tables\"", " ".repeat(100 * 1024) + "\"tables\"");
        Reply refused = server.publish("large", large, ADMIN);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.text("code")).isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(refused.text("limitName")).isEqualTo("schema.document-bytes-max");
        assertThat(refused.json().path("limit").asInt()).isEqualTo(100 * 1024);
    }

    @Test
    void theOpenApiDocumentHasExamplesAndNoCaller() {
        Reply reply = server.get("/api/v1/openapi/schema");
        assertThat(reply.status()).isEqualTo(200);
        JsonNode paths = reply.json().path("paths");
        assertThat(paths.propertyNames())
                .contains(
                        "/api/v1/schemas",
                        "/api/v1/schemas/{id}",
                        "/api/v1/schemas/{id}/document",
                        "/api/v1/schemas/{name}");
        String publish = paths.path("/api/v1/schemas/{name}").path("post").toString();
        assertThat(publish).contains("ark.entity-schema").contains("422").doesNotContain("caller");
        assertThat(new String(reply.http().body(), StandardCharsets.UTF_8))
                .contains("guest-room@1");
    }
}
