package dev.terrane.schema.config.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.schema.SchemaServer;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Provokes;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ConfigRestIT {
    private static final String EDITOR = "editor";
    private static final String PLAYER = "player";
    private static final String DOCUMENT =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "Monster", "fields": [
                {"name": "id", "index": 1, "type": "uint32"},
                {"name": "name", "index": 2, "type": "string", "mask": ["sync_view"]},
                {"name": "hp", "index": 3, "type": "int32"},
                {"name": "speed", "index": 4, "type": "double"},
                {"name": "owner", "index": 5, "type": "uint64"}],
               "tables": [], "containers": []},
              {"name": "Item", "fields": [{"name": "id", "index": 1, "type": "uint32"}],
               "tables": [], "containers": []}],
             "configs": [
              {"class": "Monster", "rows": [
                {"id": 3, "name": "Orc", "hp": 40, "speed": 1.5, "owner": 18446744073709551615},
                {"id": 1, "name": "Bat", "hp": 5, "speed": 0.0, "owner": 0},
                {"id": 9, "name": "Ogre", "hp": 90, "speed": -0.0, "owner": 1}]},
              {"class": "Item", "rows": [{"id": 7}]}]}
            """;
    private static final String HINTS =
            """
            {"format": "terrane.schema-hints", "version": 1, "classes": [
              {"name": "Monster", "members": [
                {"name": "hp", "min": 1, "max": 100},
                {"name": "name", "values": [{"value": "Orc"}, {"value": "Bat"}, {"value": "Ogre"}, {"value": "Elf"}]}]}]}
            """;

    @TempDir static Path folder;
    private static SchemaServer server;

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder, "terrane.schema.table-bytes-max=64KB");
        server.publish("bestiary", DOCUMENT, "admin");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<Long> ids(JsonNode page) {
        return page.path("items").valueStream().map(item -> item.path("id").asLong()).toList();
    }

    private static Reply rows(String query) {
        return server.get("/api/v1/schemas/bestiary@1/rows" + query, PLAYER);
    }

    @Test
    void rowsAreFoundByClassByConditionAndById() {
        assertThat(ids(rows("").json())).containsExactly(1L, 3L, 7L, 9L);
        assertThat(ids(rows("?class=Item").json())).containsExactly(7L);
        assertThat(ids(rows("?class=Monster&where=hp%3E%3D40").json())).containsExactly(3L, 9L);
        assertThat(ids(rows("?class=Monster&where=hp%3E%3D40&where=name~OR").json()))
                .containsExactly(3L);
        Reply one = rows("/3");
        assertThat(one.json().path("className").asString()).isEqualTo("Monster");
        assertThat(one.body()).contains("\"owner\":18446744073709551615");
        assertThat(one.header("Terrane-Schema-Id")).isEqualTo("bestiary@1");
        assertThat(rows("/4").status()).isEqualTo(404);
        assertThat(rows("/4").text("rowId")).isEqualTo("4");
    }

    @Test
    void pagesOfRowsGoById() {
        List<Long> seen = new ArrayList<>();
        String token = "";
        do {
            JsonNode page = rows("?limit=1&pageToken=" + token).json();
            seen.addAll(ids(page));
            token = page.path("nextPageToken").asString();
        } while (!token.isEmpty());
        assertThat(seen).containsExactly(1L, 3L, 7L, 9L);
    }

    @Test
    void whatIsNoQuestionIsNamed() {
        assertThat(rows("?class=Ghost").status()).isEqualTo(404);
        assertThat(rows("?class=Ghost").text("field")).isEqualTo("class");
        assertThat(rows("?where=hp%3D1").text("field")).isEqualTo("where");
        assertThat(rows("?class=Monster&where=name%3DOrc,%20the").json().path("items").size())
                .as("a comma belongs to the value")
                .isZero();
        assertThat(ids(rows("?class=Monster&where=name!%3DOrc,%20the&where=hp%3E5").json()))
                .containsExactly(3L, 9L);
        assertThat(rows("?class=Monster&where=hp%3D1.5").text("detail")).contains("int32");
        assertThat(rows("?limit=0").text("field")).isEqualTo("limit");
        assertThat(rows("?pageToken=x").text("field")).isEqualTo("pageToken");
        assertThat(rows("/0").text("field")).isEqualTo("rowId");
        assertThat(rows("/4294967296").text("field")).isEqualTo("rowId");
        assertThat(server.get("/api/v1/schemas/none@1/rows", PLAYER).status()).isEqualTo(404);
    }

    @Test
    void aTableComesBackAsTheIdenticalDraft() {
        Draft draft = Draft.make("tables", DOCUMENT);
        Reply table = server.get(draft.path("/csv?class=Monster&separator=semicolon"), EDITOR);
        assertThat(table.header("Content-Type")).startsWith("text/csv");
        assertThat(table.header("Content-Disposition")).contains("tables-draft-Monster.csv");
        assertThat(table.header("ETag")).isEqualTo(draft.tag());
        assertThat(new String(table.http().body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        String.join(
                                "\r\n",
                                "\uFEFFid;name;hp;speed;owner",
                                "3;Orc;40;'1.5;'18446744073709551615",
                                "1;Bat;5;0;'0",
                                "9;Ogre;90;'-0.0;'1",
                                ""));

        Reply same = draft.put("/csv?class=Monster", "text/csv", table.http().body());
        assertThat(same.status()).as(same.body()).isEqualTo(200);
        assertThat(same.header("ETag")).as("nothing changed").isEqualTo(draft.tag());

        Reply edited =
                draft.put(
                        "/csv?class=Monster",
                        "text/csv",
                        "id;name;hp;speed;owner\n3;Orc;41;1,5;'18446744073709551615\n"
                                .getBytes(StandardCharsets.UTF_8));
        assertThat(edited.json().path("revision").asInt()).isEqualTo(2);
        assertThat(ids(server.get(draft.path("/rows"), EDITOR).json())).containsExactly(3L, 7L);
        Reply stale = draft.put("/csv?class=Monster", "text/csv", table.http().body());
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("code")).isEqualTo("DRAFT_STALE");
    }

    @Test
    @Provokes("TABLE_INVALID")
    void cellsThatLoseSomethingAreNamedAndNothingIsSaved() {
        Draft draft = Draft.make("cells", DOCUMENT);
        Reply refused =
                draft.put(
                        "/csv?class=Monster",
                        "text/csv",
                        "id;name;hp;speed;owner\n7;Orc;1.000;1.234;18446744073709551615\n0;;1;1;1\n"
                                .getBytes(StandardCharsets.UTF_8));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("TABLE_INVALID");
        assertThat(refused.text("cell")).isEqualTo("A2");
        List<String> cells = new ArrayList<>();
        refused.json()
                .path("errors")
                .forEach(
                        error ->
                                cells.add(
                                        error.path("rule").asString()
                                                + " "
                                                + error.path("cell").asString()
                                                + " "
                                                + error.path("member").asString()));
        assertThat(cells)
                .containsExactly(
                        "csv-id-duplicate A2 id",
                        "csv-ambiguous C2 hp",
                        "csv-ambiguous D2 speed",
                        "csv-precision E2 owner",
                        "csv-id-positive A3 id");
        assertThat(server.get(draft.path(""), EDITOR).header("ETag")).isEqualTo(draft.tag());
    }

    @Test
    void aTableOverItsLimitNamesTheSetting() {
        Draft draft = Draft.make("large", DOCUMENT);
        Reply refused = draft.put("/csv?class=Monster", "text/csv", new byte[70 * 1024]);
        assertThat(refused.status()).isEqualTo(413);
        assertThat(refused.text("limitName")).isEqualTo("schema.table-bytes-max");
    }

    @Test
    void rowsOfADraftAreChangedOneByOne() {
        Draft draft = Draft.make("single", DOCUMENT);
        String elf = "{\"id\": 4, \"name\": \"Elf\", \"hp\": 8, \"speed\": 2.5, \"owner\": 0}";

        Reply made =
                draft.put(
                        "/rows/4?class=Monster",
                        "application/json",
                        elf.getBytes(StandardCharsets.UTF_8));
        assertThat(made.status()).as(made.body()).isEqualTo(200);
        Reply retry =
                draft.put(
                        "/rows/4?class=Monster",
                        "application/json",
                        elf.getBytes(StandardCharsets.UTF_8));
        assertThat(retry.status()).as("the same again, with the old tag").isEqualTo(200);
        assertThat(retry.header("ETag")).isEqualTo(made.header("ETag"));
        assertThat(server.get(draft.path("/rows/4"), EDITOR).body()).contains("Elf");

        Reply gone =
                server.send(
                        draft.path("/rows/1"),
                        server.issuer().token(EDITOR),
                        request -> request.header("If-Match", made.header("ETag")).DELETE());
        assertThat(gone.status()).isEqualTo(200);
        assertThat(ids(server.get(draft.path("/rows"), EDITOR).json()))
                .containsExactly(3L, 4L, 7L, 9L);
        Reply unconditional =
                server.send(
                        draft.path("/rows/3"),
                        server.issuer().token(EDITOR),
                        request -> request.DELETE());
        assertThat(unconditional.status()).isEqualTo(428);
    }

    @Test
    void aRowThatBreaksTheDocumentIsRefusedWithItsPlace() {
        Draft draft = Draft.make("rows", DOCUMENT);
        Reply missing =
                row(draft, 4, "{\"id\": 4, \"name\": \"Elf\", \"hp\": \"8\", \"speed\": 2.5}");
        assertThat(missing.status()).isEqualTo(422);
        assertThat(missing.text("code")).isEqualTo("SCHEMA_INVALID");
        List<String> places = new ArrayList<>();
        missing.json()
                .path("errors")
                .forEach(
                        error ->
                                places.add(
                                        error.path("rule").asString()
                                                + " "
                                                + error.path("pointer").asString()));
        assertThat(places).containsExactly("row-field-missing ", "value-type /hp");
        Reply zero =
                row(
                        draft,
                        4,
                        "{\"id\": 0, \"name\": \"Elf\", \"hp\": 8, \"speed\": 2.5, \"owner\": 0}");
        assertThat(zero.text("rule")).isEqualTo("row-id-positive");
        Reply other =
                row(
                        draft,
                        7,
                        "{\"id\": 7, \"name\": \"Elf\", \"hp\": 8, \"speed\": 2.5, \"owner\": 0}");
        assertThat(other.text("rule")).isEqualTo("row-id-duplicate");
        assertThat(other.text("detail")).contains("a row of Item");
        Reply wrong =
                row(
                        draft,
                        5,
                        "{\"id\": 4, \"name\": \"Elf\", \"hp\": 8, \"speed\": 2.5, \"owner\": 0}");
        assertThat(wrong.text("field")).isEqualTo("rowId");
    }

    private static Reply row(Draft draft, long id, String json) {
        return draft.put(
                "/rows/" + id + "?class=Monster",
                "application/json",
                json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Provokes("HINTS_INVALID")
    void hintsFitTheDocumentAndDraftsAndTablesKeepToThem() {
        server.publish("hinted", DOCUMENT, "admin");
        Reply bad = hints("hinted", HINTS.replace("\"hp\"", "\"mp\""));
        assertThat(bad.status()).isEqualTo(422);
        assertThat(bad.text("code")).isEqualTo("HINTS_INVALID");
        assertThat(bad.text("pointer")).isEqualTo("/classes/0/members/0/name");
        assertThat(bad.json().path("line").asInt()).isEqualTo(3);
        Reply broken = hints("hinted", HINTS.replace("100", "50"));
        assertThat(broken.text("pointer")).isEqualTo("/configs/0/rows/2/hp");
        assertThat(server.get("/api/v1/schemas/hinted/hints", PLAYER).status()).isEqualTo(404);

        assertThat(hints("hinted", HINTS).status()).isEqualTo(204);
        Reply stored = server.get("/api/v1/schemas/hinted/hints", PLAYER);
        assertThat(new String(stored.http().body(), StandardCharsets.UTF_8)).isEqualTo(HINTS);
        assertThat(server.get("/api/v1/schemas/hinted@1", PLAYER).text("contentHash"))
                .as("hints are in no hash")
                .isEqualTo(server.get("/api/v1/schemas/bestiary@1", PLAYER).text("contentHash"));

        Reply refused = Draft.send("hinted", DOCUMENT.replace("\"hp\": 90", "\"hp\": 101"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("rule")).isEqualTo("hint-range");
        assertThat(refused.text("pointer")).isEqualTo("/configs/0/rows/2/hp");

        Draft draft = Draft.make("hinted", DOCUMENT);
        Reply table =
                draft.put(
                        "/csv?class=Monster",
                        "text/csv",
                        "id,name,hp,speed,owner\n3,Dwarf,0,1,'1\n"
                                .getBytes(StandardCharsets.UTF_8));
        assertThat(table.json().path("errors").findValuesAsString("cell"))
                .containsExactly("B2", "C2");

        Reply published =
                server.publish("hinted", DOCUMENT.replace("\"hp\": 90", "\"hp\": 101"), "admin");
        assertThat(published.status()).as("publishing does not ask hints").isEqualTo(201);
        Reply tiled = server.get("/api/v1/schemas/hinted@1/tiled", PLAYER);
        assertThat(tiled.json().findValuesAsString("name"))
                .contains("Monster.name", "Monster", "Item");
        Reply removed =
                server.send(
                        "/api/v1/schemas/hinted/hints",
                        server.issuer().token(EDITOR),
                        request -> request.DELETE());
        assertThat(removed.status()).isEqualTo(204);
        assertThat(server.get("/api/v1/schemas/hinted/hints", PLAYER).status()).isEqualTo(404);
    }

    private static Reply hints(String schema, String text) {
        return server.send(
                "/api/v1/schemas/" + schema + "/hints",
                server.issuer().token(EDITOR),
                request ->
                        request.header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofString(text)));
    }

    @Test
    void codeIsAZipWithTheSameBytesEachTime() throws Exception {
        String path = "/api/v1/schemas/bestiary/code?language=java&language=gdscript&package=a.b";
        Reply first = server.get(path, PLAYER);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.header("Terrane-Schema-Id")).isEqualTo("bestiary@1");
        List<String> names = new ArrayList<>();
        String monster = "";
        try (ZipInputStream zip =
                new ZipInputStream(new ByteArrayInputStream(first.http().body()))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                names.add(entry.getName());
                if (entry.getName().endsWith("/Monster.java")) {
                    monster = new String(zip.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        assertThat(names)
                .containsExactly(
                        "java/a/b/BestiarySchema.java",
                        "java/a/b/FieldSource.java",
                        "java/a/b/Monster.java",
                        "java/a/b/Item.java",
                        "gdscript/bestiary_schema.gd");
        assertThat(monster).contains("package a.b;", "HP_INDEX = 3L", "public int hp()");
        assertThat(server.get(path, PLAYER).http().body()).isEqualTo(first.http().body());
        Reply cached =
                server.send(
                        path,
                        server.issuer().token(PLAYER),
                        request -> request.header("If-None-Match", first.header("ETag")));
        assertThat(cached.status()).isEqualTo(304);
        assertThat(server.get("/api/v1/schemas/bestiary/code?language=perl", PLAYER).text("field"))
                .isEqualTo("language");
        assertThat(
                        server.get(
                                        "/api/v1/schemas/bestiary/code?language=java&package=a..b",
                                        PLAYER)
                                .text("field"))
                .isEqualTo("package");
    }

    @Test
    void theOpenApiDocumentHasTheseRoutesWithExamples() {
        JsonNode paths = server.get("/api/v1/openapi/schema").json().path("paths");
        assertThat(paths.propertyNames())
                .contains(
                        "/api/v1/schemas/{id}/rows",
                        "/api/v1/schemas/{id}/rows/{rowId}",
                        "/api/v1/schemas/{id}/csv",
                        "/api/v1/schemas/{id}/tiled",
                        "/api/v1/schemas/{id}/code",
                        "/api/v1/schemas/{name}/hints",
                        "/api/v1/schemas/{name}/drafts/{draft}/rows/{rowId}",
                        "/api/v1/schemas/{name}/drafts/{draft}/csv");
        String put = paths.path("/api/v1/schemas/{name}/drafts/{draft}/csv").path("put").toString();
        assertThat(put).contains("text/csv", "Guest", "TABLE_INVALID").doesNotContain("caller");
        assertThat(paths.path("/api/v1/schemas/{name}/hints").path("put").toString())
                .contains("terrane.schema-hints");
    }

    /** A draft named {@code draft} of a schema of its own, as it was made. */
    private record Draft(String schema, String tag) {
        static Draft make(String schema, String document) {
            Reply made = send(schema, document);
            assertThat(made.status()).as(made.body()).isEqualTo(201);
            return new Draft(schema, made.header("ETag"));
        }

        static Reply send(String schema, String document) {
            return server.send(
                    "/api/v1/schemas/" + schema + "/drafts/draft",
                    server.issuer().token(EDITOR),
                    request ->
                            request.header("Content-Type", "application/json")
                                    .header("If-None-Match", "*")
                                    .PUT(BodyPublishers.ofString(document)));
        }

        String path(String more) {
            return "/api/v1/schemas/" + schema + "/drafts/draft" + more;
        }

        Reply put(String more, String type, byte[] body) {
            return server.send(
                    path(more),
                    server.issuer().token(EDITOR),
                    request ->
                            request.header("Content-Type", type)
                                    .header("If-Match", tag)
                                    .PUT(BodyPublishers.ofByteArray(body)));
        }
    }
}
