package dev.terrane.world.definitions.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import dev.terrane.world.WorldServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Worlds and rooms over real HTTP, by REST and by RPC, wherever a world may be. Each test works on
 * a world of its own.
 */
@ParameterizedClass
@EnumSource(DefinitionIT.Home.class)
class DefinitionIT {
    /** Where worlds are. */
    enum Home {
        SHARED_FILE,
        OWN_FILE,
        POSTGRESQL
    }

    private static final String PATCH = "application/merge-patch+json";

    @TempDir static Path folder;
    private static WorldServer server;
    private static int worlds;

    @Parameter Home home;
    private String world = "";

    @BeforeParameterizedClassInvocation
    static void start(Home home) {
        Path data = folder.resolve(home.name());
        server =
                switch (home) {
                    case SHARED_FILE -> WorldServer.start(data);
                    case OWN_FILE -> WorldServer.start(data, "terrane.world.files.own=true");
                    case POSTGRESQL -> {
                        Databases.Database database = Databases.postgres();
                        yield WorldServer.start(
                                data,
                                "terrane.world.store.url=" + database.url(),
                                "terrane.world.store.user=" + database.user(),
                                "terrane.world.store.password=" + database.password());
                    }
                };
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.close();
    }

    /** A world of 4 × 4 chunks with a room of 10 × 10 of them, at revision 2. */
    private String made() {
        world = "w" + ++worlds;
        ok(
                server.json(
                        "POST",
                        "/api/v1/worlds",
                        "{'id':'%s','name':'World','chunkSize':[4,4,1]}".formatted(world)));
        ok(
                server.json(
                        "POST",
                        "/api/v1/worlds/" + world + "/rooms",
                        "{'id':'r','name':'Room','min':[0,0,0],'max':[40,40,1]}"));
        return "/api/v1/worlds/" + world + "/rooms/r";
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    /** Tests name revisions; sent is their tag. */
    private static Reply patch(String path, String ifMatch, String body) {
        List<String> headers = new ArrayList<>(List.of("Content-Type", PATCH));
        if (!ifMatch.isEmpty()) {
            headers.addAll(List.of("If-Match", TagsByRevision.inHeader(server, path, ifMatch)));
        }
        return server.send(
                "PATCH",
                path,
                body.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                headers.toArray(String[]::new));
    }

    private Reply put(int cx, String x, String... headers) {
        return server.json(
                "PUT",
                "/api/v1/worlds/%s/rooms/r/chunks/%d,0,0".formatted(world, cx),
                """
                {'world_id':'%s','room_id':'r','coord':{'cx':%d,'cy':0,'cz':0},
                 'objects':[{'id':'sign','type':'sign','asset_id':'props/sign',
                   'transform':{'pos':[%s,1,0]},'properties':{}}]}"""
                        .formatted(world, cx, x),
                headers);
    }

    private Reply created(int cx, String x) {
        return put(cx, x, "If-None-Match", "*");
    }

    private static void assertRefused(Reply reply, int status, String code, String pointer) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.text("code")).as(reply.body()).isEqualTo(code);
        assertThat(reply.text("pointer")).as(reply.body()).isEqualTo(pointer);
    }

    @Test
    void everyAnswerHasTheRevisionAsItsTagAndAReadAsksWithIt() {
        String room = made();
        String of = room.substring(0, room.indexOf("/rooms"));

        for (String path : List.of(room, of)) {
            Reply read = ok(server.get(path));
            String tag = read.header("ETag");
            assertThat(tag).isEqualTo('"' + read.text("etag") + '"');
            assertThat(read.json().path("revision").asLong()).isEqualTo(2);
            assertThat(read.header("Cache-Control")).contains("no-cache");
            assertThat(server.get(path, "If-None-Match", tag).status()).isEqualTo(304);
            assertThat(server.get(path, "If-None-Match", "\"1\"").status()).isEqualTo(200);
        }
        assertThat(
                        server.json(
                                        "POST",
                                        of + "/rooms",
                                        "{'id':'s','name':'S','min':[0,0,0],'max':[4,4,1]}")
                                .header("ETag"))
                .matches("\"3-[0-9a-f]{16}\"");
        Reply list = ok(server.get(of + "/rooms"));
        assertThat(list.json().at("/items/0/revision").asLong()).isEqualTo(3);
    }

    @Test
    void aRoomGrowsAndWhatIsNewOfItCanBeEditedAtOnce() {
        String room = made();
        assertRefused(created(10, "41"), 422, "CHUNK_INVALID", "/coord");

        Reply grown = ok(patch(room, "\"2\"", "{'name':'Hall','max':[48,40,1]}"));

        assertThat(grown.header("ETag")).matches("\"3-[0-9a-f]{16}\"");
        assertThat(grown.text("name")).isEqualTo("Hall");
        assertThat(grown.json().path("min").toString()).isEqualTo("[0.0,0.0,0.0]");
        assertThat(grown.json().path("max").toString()).isEqualTo("[48.0,40.0,1.0]");
        ok(created(10, "41"));
        Reply again = ok(patch(room, "\"2\"", "{'name':'Hall','max':[48,40,1]}"));
        assertThat(again.body()).as("a retry").isEqualTo(grown.body());
        Reply whole = ok(patch(room, "\"3\"", grown.body()));
        assertThat(whole.body()).as("what was read, sent back").isEqualTo(grown.body());
    }

    @Test
    @Provokes("DEFINITION_STALE")
    void aStaleChangeIsToldTheRevisionThatIs() {
        String room = made();
        ok(patch(room, "\"2\"", "{'name':'Hall'}"));

        Reply stale = patch(room, "\"2\"", "{'name':'Attic'}");

        assertRefused(stale, 412, "DEFINITION_STALE", "");
        assertThat(stale.json().path("currentRevision").asLong()).isEqualTo(3);
        assertThat(stale.json().path("currentRevision").isNumber()).isTrue();
        assertThat('"' + stale.text("currentEtag") + '"')
                .isEqualTo(server.get(room).header("ETag"));
        String of = room.substring(0, room.indexOf("/rooms"));
        assertRefused(patch(of, "\"2\"", "{'name':'Isle'}"), 412, "DEFINITION_STALE", "");
        assertThat(ok(patch(of, "\"3\"", "{'name':'Isle'}")).header("ETag"))
                .matches("\"4-[0-9a-f]{16}\"");
        assertThat(ok(server.get(room)).header("ETag")).matches("\"4-[0-9a-f]{16}\"");
    }

    @Test
    void aChangeNamesTheOneStateItIsFor() {
        String room = made();
        for (String path : List.of(room, room.substring(0, room.indexOf("/rooms")))) {
            for (String none : List.of("", "*", " ")) {
                assertRefused(patch(path, none, "{'name':'x'}"), 428, "PRECONDITION_REQUIRED", "");
            }
            String tag = TagsByRevision.tag(server, path, "2");
            for (String bad :
                    List.of(
                            tag,
                            "\"%s\", \"%s\"".formatted(tag, tag),
                            "W/\"" + tag + '"',
                            "\"x\"",
                            "\"0-0123456789abcdef\"",
                            "\"2-0123456789ABCDEF\"",
                            "\"2-\"")) {
                Reply reply = patch(path, bad, "{'name':'x'}");
                assertRefused(reply, 400, "INVALID_ARGUMENT", "");
                assertThat(reply.text("field")).isEqualTo("If-Match");
            }
        }
        assertThat(server.json("PATCH", room, "{'name':'x'}", "If-Match", "\"2\"").status())
                .as("plain JSON is no merge patch")
                .isEqualTo(415);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'nam':'x'}|/nam",
                "{'a/b~c':1}|/a~1b~0c",
                "{'name':null}|/name",
                "{'name':''}|/name",
                "{'name':'a\\nb'}|/name",
                "{'max':null}|/max",
                "{'max':{'x':1}}|/max",
                "{'max':[1,2]}|/max",
                "{'max':[1,'2',3]}|/max/1",
                "{'max':[1e400,2,1]}|/max/0",
                "{'max':[BIG,2,1]}|/max/0",
                "{'revision':BIG}|/revision",
                "{'name':'\\ud800'}|/name",
                "{'max':[16777217,2,1]}|/max/0",
                "{'min':[0,-16777216.5,0]}|/min/1",
                "{'min':[40,0,0]}|/min/0",
                "{'min':[0,0,0],'max':[1,1,0]}|/max/2",
                "{'id':'s'}|/id",
                "{'world':'other'}|/world",
                "{'revision':9}|/revision",
                "{'etag':'2-0123456789abcdef'}|/etag",
                "{'durability':'committed'}|/durability"
            })
    void whatIsNoChangeOfARoomIsRefusedAtItsPlace(String body, String pointer) {
        String room = made();

        String sent = body.replace("BIG", "9".repeat(400));
        assertRefused(patch(room, "\"2\"", sent), 400, "INVALID_ARGUMENT", pointer);
        assertThat(ok(server.get(room)).header("ETag")).matches("\"2-[0-9a-f]{16}\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'rooms':[]}|/rooms",
                "{'name':['x']}|/name",
                "{'chunkSize':[4,4]}|/chunkSize",
                "{'chunkSize':[4,4.5,1]}|/chunkSize/1",
                "{'chunkSize':[4,4,'1']}|/chunkSize/2",
                "{'chunkSize':[0,4,1]}|/chunkSize",
                "{'chunkSize':[1024,1024,1]}|/chunkSize",
                "{'origin':[0,0.1,0]}|/origin/1",
                "{'id':'other'}|/id",
                "{'durability':'write-behind'}|/durability"
            })
    void whatIsNoChangeOfAWorldIsRefusedAtItsPlace(String body, String pointer) {
        made();

        assertRefused(
                patch("/api/v1/worlds/" + world, "\"2\"", body), 400, "INVALID_ARGUMENT", pointer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"[]", "7", "null", "{'name':'a','name':'b'}", "{'name':'a'", "{} {}"})
    void whatIsNoObjectIsRefused(String body) {
        String room = made();

        assertRefused(patch(room, "\"2\"", body), 400, "INVALID_ARGUMENT", "");
        assertThat(ok(server.get(room)).text("name")).isEqualTo("Room");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        String room = made();
        assertRefused(patch(room + "x", "\"2\"", "{'name':'x'}"), 404, "NOT_FOUND", "");
        assertRefused(
                patch("/api/v1/worlds/none/rooms/r", "\"2\"", "{'name':'x'}"),
                404,
                "NOT_FOUND",
                "");
        assertRefused(patch("/api/v1/worlds/none", "\"2\"", "{'name':'x'}"), 404, "NOT_FOUND", "");
        Reply byRpc =
                server.rpc(
                        "WorldService",
                        "UpdateRoom",
                        "{'world':'%s','room':'none','expectedEtag':'2-0123456789abcdef'}"
                                .formatted(world),
                        "editor");
        assertThat(byRpc.status()).isEqualTo(404);
    }

    @Test
    @Provokes("ROOM_CONTENT_OUTSIDE")
    void aRoomDoesNotShrinkOverWhatIsInIt() {
        String room = made();
        ok(created(9, "37"));
        ok(created(8, "35.5"));

        Reply refused = patch(room, "\"2\"", "{'max':[35,40,1]}");

        assertRefused(refused, 409, "ROOM_CONTENT_OUTSIDE", "/max/0");
        assertThat(refused.json().path("errors")).hasSize(2);
        assertThat(refused.json().at("/errors/0/what").asString("")).isEqualTo("object");
        assertThat(refused.json().at("/errors/0/chunk").asString("")).isEqualTo(world + ":r:8:0:0");
        assertThat(refused.json().at("/errors/0/object").asString("")).isEqualTo("sign");
        assertThat(refused.json().at("/errors/0/position").asString(""))
                .isEqualTo("35.5, 1.0, 0.0");
        assertThat(refused.json().at("/errors/1/what").asString("")).isEqualTo("chunk");
        assertThat(refused.json().at("/errors/1/chunk").asString("")).isEqualTo(world + ":r:9:0:0");
        assertThat(refused.json().path("limitName").isMissingNode()).isTrue();
        assertThat(ok(server.get(room)).json().at("/max/0").asDouble()).isEqualTo(40);

        String chunk = room + "/chunks/9,0,0";
        ok(server.send("DELETE", chunk, new byte[0], "If-Match", server.get(chunk).header("ETag")));
        ok(patch(room, "\"2\"", "{'max':[36,40,1]}"));
    }

    @Test
    void theFirstPlacesOutsideAreListed() {
        String room = made();
        for (int i = 0; i < 10; i++) {
            for (int cy = 0; cy < 7; cy++) {
                String at = "/api/v1/worlds/%s/rooms/r/chunks/%d,%d,0".formatted(world, i, cy);
                ok(
                        server.json(
                                "PUT",
                                at,
                                "{'world_id':'%s','room_id':'r','coord':{'cx':%d,'cy':%d,'cz':0}}"
                                        .formatted(world, i, cy),
                                "If-None-Match",
                                "*"));
            }
        }

        Reply refused = patch(room, "\"2\"", "{'max':[1,1,1]}");

        assertRefused(refused, 409, "ROOM_CONTENT_OUTSIDE", "/max/0");
        assertThat(refused.json().path("errors")).hasSize(64);
        assertThat(refused.text("limitName")).isEqualTo("outsideListedMax");
        assertThat(refused.json().path("limit").asInt()).isEqualTo(64);
        assertThat(refused.text("detail")).contains("and more than 63 other places");
    }

    @Test
    void aNameIsOneRooms() {
        String room = made();
        ok(
                server.json(
                        "POST",
                        room.substring(0, room.lastIndexOf('/')),
                        "{'id':'s','name':'Hall','min':[0,0,0],'max':[4,4,1]}"));

        assertRefused(patch(room, "\"3\"", "{'name':'Hall'}"), 409, "DEFINITION_CONFLICT", "/name");
    }

    @Test
    @Provokes("WORLD_GRID_FIXED")
    void aGridChangesUntilThereWasAChunk() {
        String room = made();
        String of = room.substring(0, room.indexOf("/rooms"));
        Reply changed = ok(patch(of, "\"2\"", "{'chunkSize':[8,8,1],'origin':[-0.5,0,0]}"));
        assertThat(changed.json().path("chunkSize").toString()).isEqualTo("[8,8,1]");
        assertThat(changed.json().path("origin").toString()).isEqualTo("[-0.5,0.0,0.0]");
        ok(created(1, "8"));

        Reply refused = patch(of, "\"3\"", "{'chunkSize':[4,4,1]}");

        assertRefused(refused, 409, "WORLD_GRID_FIXED", "/chunkSize");
        assertThat(refused.text("detail")).contains("there is a chunk");
        assertRefused(patch(of, "\"3\"", "{'origin':[0,0,0]}"), 409, "WORLD_GRID_FIXED", "/origin");
        ok(patch(of, "\"3\"", "{'name':'Isle','chunkSize':[8,8,1]}"));
    }

    @Test
    void byRpcAChangeHasFieldsThatMayBeAbsent() {
        made();
        Reply renamed = update("UpdateRoom", "'room':'r','expectedEtag':'2','name':'Hall'");
        assertThat(ok(renamed).json().at("/room/name").asString("")).isEqualTo("Hall");
        assertThat(renamed.json().at("/room/revision").asString("")).isEqualTo("3");
        assertThat(renamed.json().at("/room/bounds/max/x").asDouble()).isEqualTo(40);
        assertThat(renamed.json().path("changed").asBoolean()).isTrue();
        Reply again = update("UpdateRoom", "'room':'r','expectedEtag':'2','name':'Hall'");
        assertThat(ok(again).json().path("changed").asBoolean()).isFalse();
        Reply grown =
                update(
                        "UpdateRoom",
                        "'room':'r','expectedEtag':'3','bounds':{'max':{'x':48,'y':40,'z':1}}");
        assertThat(ok(grown).json().at("/room/bounds/max/x").asDouble()).isEqualTo(48);
        assertThat(grown.json().at("/room/bounds/min/x").asDouble()).isZero();
        Reply of =
                update(
                        "UpdateWorld",
                        "'expectedEtag':'4','name':'Isle','chunkSize':{'x':8,'y':8,'z':1}");
        assertThat(ok(of).json().at("/world/name").asString("")).isEqualTo("Isle");
        assertThat(of.json().at("/world/chunkSize/x").asInt()).isEqualTo(8);
    }

    private Reply update(String method, String fields) {
        String sent = TagsByRevision.inMessage(server, "/api/v1/worlds/" + world, fields);
        return server.rpc(
                "WorldService", method, "{'world':'%s',%s}".formatted(world, sent), "editor");
    }

    @Test
    void byRpcRefusalsHaveTheirCodesAndDetails() {
        made();
        ok(created(9, "37"));
        Reply stale = update("UpdateRoom", "'room':'r','expectedEtag':'1','name':'x'");
        assertThat(stale.status()).isEqualTo(409);
        assertThat(stale.text("code")).isEqualTo("aborted");
        assertThat(stale.body())
                .contains("DEFINITION_STALE")
                .contains("terrane.world.v1alpha1.DefinitionConflict");
        Reply none = update("UpdateRoom", "'room':'r','name':'x'");
        assertThat(none.body()).contains("PRECONDITION_REQUIRED").contains("expected_etag");
        Reply outside =
                update(
                        "UpdateRoom",
                        "'room':'r','expectedEtag':'2','bounds':{'max':{'x':36,'y':40,'z':1}}");
        assertThat(outside.text("code")).isEqualTo("failed_precondition");
        assertThat(outside.body()).contains("ROOM_CONTENT_OUTSIDE").contains("/bounds/max/x");
        assertThat(update("UpdateWorld", "'expectedEtag':'2','origin':{'x':1}").body())
                .contains("WORLD_GRID_FIXED");
        assertThat(
                        update(
                                        "UpdateRoom",
                                        "'room':'r','expectedEtag':'2','bounds':{'max':{'x':'NaN',"
                                                + "'y':1,'z':1}}")
                                .body())
                .contains("/bounds/max/x");
        assertThat(update("UpdateRoom", "'room':'r','expectedEtag':'2','name':''").text("code"))
                .isEqualTo("invalid_argument");
    }

    @Test
    void onlyEditorsMayChangeDefinitions() {
        String room = made();
        for (String role : List.of("viewer", "player", "moderator", "operator", "authority")) {
            String token = server.issuer().token(role);
            for (String path : List.of(room, room.substring(0, room.indexOf("/rooms")))) {
                Reply reply =
                        server.sendAs(
                                token,
                                "PATCH",
                                path,
                                "{'name':'x'}",
                                "Content-Type",
                                PATCH,
                                "If-Match",
                                server.get(path).header("ETag"));
                assertThat(reply.status()).as(role).isEqualTo(403);
            }
        }
    }

    @Test
    void aWorldThatIsNotThereIsNotRestored() {
        Reply byRest =
                server.sendAs(
                        server.issuer().token("operator"),
                        "POST",
                        "/api/v1/worlds/none/maintenance/restore?name=monday",
                        "");
        assertRefused(byRest, 404, "NOT_FOUND", "");
        Reply byRpc =
                server.rpc(
                        "WorldFileService",
                        "RestoreBackup",
                        "{'world':'none','name':'monday'}",
                        "operator");
        assertThat(byRpc.text("code")).isEqualTo("not_found");
        made();
        Reply there =
                server.rpc(
                        "WorldFileService",
                        "RestoreBackup",
                        "{'world':'%s','name':'monday'}".formatted(world),
                        "operator");
        assertThat(there.body())
                .contains(home == Home.OWN_FILE ? "BACKUP_INVALID" : "has no file of its own");
    }
}
