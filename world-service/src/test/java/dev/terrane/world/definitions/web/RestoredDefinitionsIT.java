package dev.terrane.world.definitions.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.OpenApiGaps;
import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restore counts revisions again; what was read before it names no state after it. */
class RestoredDefinitionsIT {
    private static final String WORLD = "/api/v1/worlds/isle";

    @TempDir Path data;

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    private static Reply rename(WorldServer server, String path, String etag, String name) {
        return server.json(
                "PATCH",
                path,
                "{'name':'%s'}".formatted(name),
                "Content-Type",
                "application/merge-patch+json",
                "If-Match",
                etag);
    }

    private static Reply upkeep(WorldServer server, String what) {
        return server.sendAs(
                server.issuer().token("operator"), "POST", WORLD + "/maintenance/" + what, "");
    }

    private static void room(WorldServer server, String id) {
        ok(
                server.json(
                        "POST",
                        WORLD + "/rooms",
                        "{'id':'%s','name':'%s','min':[0,0,0],'max':[8,8,1]}".formatted(id, id)));
    }

    @Test
    void aChangeForAStateBeforeARestoreIsStaleThoughItsNumberIsGivenAgain() {
        try (WorldServer server = WorldServer.start(data, "terrane.world.files.own=true")) {
            ok(
                    server.json(
                            "POST",
                            "/api/v1/worlds",
                            "{'id':'isle','name':'Isle','chunkSize':[4,4,1]}"));
            room(server, "a");
            room(server, "b");
            ok(upkeep(server, "backup?name=monday"));
            String first = server.get(WORLD).header("ETag");
            String lost = ok(rename(server, WORLD + "/rooms/b", first, "Lost")).header("ETag");
            assertThat(server.get(WORLD).header("ETag")).isEqualTo(lost);

            ok(upkeep(server, "restore?name=monday"));
            assertThat(server.get(WORLD).header("ETag")).as("the same state").isEqualTo(first);
            Reply other = ok(rename(server, WORLD + "/rooms/b", first, "Other"));
            assertThat(revision(other.header("ETag"))).isEqualTo(revision(lost));
            String now = server.get(WORLD).header("ETag");

            for (String path : new String[] {WORLD, WORLD + "/rooms/a", WORLD + "/rooms/b"}) {
                Reply stale = rename(server, path, lost, "Stale");
                assertThat(stale.status()).as(path + stale.body()).isEqualTo(412);
                assertThat(stale.text("code")).isEqualTo("DEFINITION_STALE");
                assertThat('"' + stale.text("currentEtag") + '"').isEqualTo(now);
                assertThat(server.get(path).header("ETag")).isEqualTo(now);
            }
            String tag = lost.replace("\"", "");
            for (String call : new String[] {"UpdateWorld", "UpdateRoom"}) {
                Reply stale =
                        server.rpc(
                                "WorldService",
                                call,
                                "{'world':'isle',%s'expectedEtag':'%s','name':'Stale'}"
                                        .formatted(
                                                call.equals("UpdateRoom") ? "'room':'a'," : "",
                                                tag),
                                "editor");
                assertThat(stale.text("code")).as(stale.body()).isEqualTo("aborted");
            }
            Reply number = rename(server, WORLD, "\"" + revision(now) + '"', "Stale");
            assertThat(number.status()).as("a number alone names no state").isEqualTo(400);
            ok(rename(server, WORLD + "/rooms/a", now, "A"));
        }
    }

    private static String revision(String etag) {
        return etag.replace("\"", "").replaceFirst("-.*", "");
    }

    @Test
    void theDocumentDescribesTheChanges() {
        try (WorldServer server = WorldServer.start(data)) {
            Reply document = server.get("/api/v1/openapi/world");
            for (String path :
                    List.of("/api/v1/worlds/{world}", "/api/v1/worlds/{world}/rooms/{room}")) {
                assertThat(
                                document.json()
                                        .path("paths")
                                        .path(path)
                                        .path("patch")
                                        .path("requestBody")
                                        .path("content")
                                        .path(MergePatch.TYPE)
                                        .path("schema")
                                        .path("$ref")
                                        .asString(""))
                        .endsWith("PatchView");
            }
            assertThat(OpenApiGaps.find(document.json())).isEmpty();
        }
    }
}
