package dev.terrane.world.moderation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import dev.terrane.world.WorldServer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Flags, gate, history and upkeep over real HTTP. Each test works on a chunk of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ModerationIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String ROOM = "/api/v1/worlds/w/rooms/r";
    private static final String AGPC = "application/vnd.terrane.agpc";

    @TempDir static Path folder;
    private WorldServer world;
    private String editor = "";
    private String adult = "";

    @BeforeAll
    void start() {
        world = WorldServer.start(folder);
        editor = world.issuer().token("ann", Map.of("roles", List.of("editor")));
        adult =
                world.issuer()
                        .token(
                                "eve",
                                Map.of(
                                        "roles",
                                        List.of("editor"),
                                        "content",
                                        Map.of("violence", 3),
                                        "mature",
                                        true));
        json("POST", "/api/v1/worlds", "{'id':'w','name':'World','chunkSize':[4,4,1]}");
        json(
                "POST",
                "/api/v1/worlds/w/rooms",
                "{'id':'r','name':'Room','min':[-40,-40,0],'max':[40,40,1]}");
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private Reply json(String method, String path, String body) {
        Reply reply = world.json(method, path, body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply;
    }

    private static String path(int cx) {
        return ROOM + "/chunks/" + cx + ",0,0";
    }

    /** Creates a chunk of an asset of its own and gives its ETag. */
    private String created(int cx) {
        String document =
                """
                {'world_id':'w','room_id':'r','coord':{'cx':%d,'cy':0,'cz':0},
                 'tiles':[{'name':'ground','layer_id':0,
                   'palette':[{'id':0,'asset_id':''},{'id':1,'asset_id':'tiles/t%d','solid':true}],
                   'tiles':[0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}"""
                        .formatted(cx, cx);
        Reply reply = world.json("PUT", path(cx), document, "If-None-Match", "*");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.header("ETag");
    }

    private Reply flag(int cx, String severity, String key) {
        String moderator = world.issuer().token("mo", Map.of("roles", List.of("moderator")));
        return world.sendAs(
                moderator,
                "PUT",
                "/api/v1/assets/flags?asset=tiles/t" + cx,
                "{'categories':{'violence':'" + severity + "'},'mature':false}",
                "Content-Type",
                "application/json",
                "Idempotency-Key",
                key);
    }

    private void execute(String sql, Object... arguments) {
        JdbcTemplate jdbc = world.bean(JdbcTemplate.class);
        world.bean(StoreThreads.class).run(() -> jdbc.update(sql, arguments));
    }

    @Test
    @Provokes("CHUNK_GATED")
    void aFlaggedChunkShowsItsFlagsAndNoByteOnAnyPath() {
        created(0);
        Reply set = flag(0, "moderate", "flag-0");
        assertThat(set.status()).as(set.body()).isEqualTo(202);
        Await.until(
                LONG,
                "the job is done",
                () -> job("flag-0").path("state").asString().equals("done"));

        for (String path :
                List.of(
                        path(0),
                        path(0) + "/revisions",
                        path(0) + "/revisions/1",
                        path(0) + "/revisions/2",
                        path(0) + "/diff?from=1")) {
            for (String accept : List.of("application/json", AGPC, "image/png")) {
                if (!accept.equals("application/json") && path.matches(".*(revisions|diff.*)")) {
                    continue;
                }
                Reply reply = world.sendAs(editor, "GET", path, "", "Accept", accept);
                assertThat(reply.status()).as(path + " " + reply.body()).isEqualTo(403);
                assertThat(reply.json().path("code").asString()).isEqualTo("CHUNK_GATED");
                assertThat(reply.json().path("flags").path("violence").asString())
                        .isEqualTo("SEVERITY_MODERATE");
                assertThat(world.sendAs(adult, "GET", path, "", "Accept", accept).status())
                        .as(path)
                        .isEqualTo(200);
            }
        }
        String tag = world.sendAs(adult, "GET", path(0), "").header("ETag");
        assertThat(world.sendAs(editor, "GET", path(0), "", "If-None-Match", tag).status())
                .as("not even that a copy is current")
                .isEqualTo(403);
        Reply back =
                world.sendAs(
                        editor,
                        "POST",
                        path(0) + "/rollback",
                        "{'revision':1}",
                        "Content-Type",
                        "application/json",
                        "If-Match",
                        tag);
        assertThat(back.status()).isEqualTo(403);
        Reply patch =
                world.sendAs(
                        editor,
                        "PATCH",
                        path(0),
                        "[{'op':'test','path':'/tiles/0/tiles/1','value':1}]",
                        "Content-Type",
                        "application/json-patch+json",
                        "If-Match",
                        tag);
        assertThat(patch.status()).isEqualTo(403);
        Reply flags = world.sendAs(editor, "GET", path(0) + "/flags", "");
        assertThat(flags.status()).isEqualTo(200);
        assertThat(flags.json().path("categories").path("violence").asString())
                .isEqualTo("moderate");
        assertThat(flags.json().path("sources").path(0).asString()).isEqualTo("tiles/t0");
        String moderator = world.issuer().token("moderator");
        assertThat(
                        world.sendAs(moderator, "GET", ROOM + "/flagged", "")
                                .json()
                                .path("items")
                                .path(0)
                                .path("key")
                                .asString())
                .isEqualTo("w:r:0:0:0");
    }

    private tools.jackson.databind.JsonNode job(String id) {
        return world.sendAs(
                        world.issuer().token("moderator"), "GET", "/api/v1/assets/jobs/" + id, "")
                .json();
    }

    @Test
    void servicesGetWhatTheirPlayerMaySee() {
        created(1);
        flag(1, "mild", "flag-1");
        String key = "{'world':'w','room':'r','cx':1}";

        Reply lowest =
                world.rpc(
                        "ChunkService",
                        "GetChunk",
                        "{'key':" + key + ",'caller':{'subject':'pia'}}",
                        "service");
        assertThat(lowest.status()).isEqualTo(403);
        assertThat(lowest.json().path("code").asString()).isEqualTo("permission_denied");
        assertThat(
                        world.rpc(
                                        "ChunkService",
                                        "GetChunk",
                                        "{'key':"
                                                + key
                                                + ",'caller':{'subject':'pia','content':{'violence':1}}}",
                                        "service")
                                .status())
                .isEqualTo(200);
        Reply several =
                world.rpc(
                        "ChunkService",
                        "GetChunks",
                        "{'keys':[" + key + "],'caller':{'subject':'pia'}}",
                        "service");
        assertThat(several.json().path("chunks").isEmpty()).isTrue();
        assertThat(several.json().path("gated").path(0).path("flags").path("violence").asString())
                .isEqualTo("SEVERITY_MILD");
        assertThat(
                        world.rpc("ChunkService", "GetChunkFlags", "{'key':" + key + "}", "player")
                                .json()
                                .path("flags")
                                .path("violence")
                                .asString())
                .isEqualTo("SEVERITY_MILD");
    }

    @Test
    void aKeyThatWasUsedForOtherFlagsIsRefused() {
        assertThat(flag(2, "mild", "flag-2").status()).isEqualTo(202);
        assertThat(flag(2, "mild", "flag-2").status()).isEqualTo(202);
        assertThat(flag(2, "mild", "flag-2b").status()).isEqualTo(200);
        Reply other = flag(2, "severe", "flag-2");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.json().path("code").asString()).isEqualTo("IDEMPOTENCY_MISMATCH");
        Reply unknown = put("a", "{'categories':{'violins':'mild'},'mature':false}");
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.body()).contains("categories.violins");
    }

    private Reply put(String asset, String flags) {
        return world.sendAs(
                world.issuer().token("moderator"),
                "PUT",
                "/api/v1/assets/flags?asset=" + asset,
                flags,
                "Content-Type",
                "application/json");
    }

    /** Reproduced: {@code {}} and {@code "categories":null} took all flags away at once. */
    @Test
    void flagsAreTakenAwayOnlyByARequestThatSaysSo() {
        String all = "{'categories':{'hate':'severe'},'mature':true}";
        assertThat(put("stated", all).status()).isEqualTo(202);
        Map<String, String> missing =
                Map.of(
                        "{}",
                        "/categories",
                        "{'categories':null,'mature':true}",
                        "/categories",
                        "{'mature':false}",
                        "/categories",
                        "{'categories':{}}",
                        "/mature",
                        "{'categories':{'hate':'severe'},'mature':null}",
                        "/mature");
        missing.forEach(
                (body, pointer) -> {
                    Reply refused = put("stated", body);
                    assertThat(refused.status()).as(body).isEqualTo(400);
                    assertThat(refused.text("code")).isEqualTo("INVALID_ARGUMENT");
                    assertThat(refused.text("pointer")).as(body).isEqualTo(pointer);
                });
        Reply rpc =
                world.rpc(
                        "ModerationService",
                        "SetAssetFlags",
                        "{'asset':{'assetId':'stated'},'requestId':'none'}",
                        "moderator");
        assertThat(rpc.status()).isEqualTo(400);
        assertThat(rpc.body()).contains("asset.flags").contains("\"pointer\":\"/asset/flags\"");
        Reply severity =
                world.rpc(
                        "ModerationService",
                        "SetAssetFlags",
                        "{'asset':{'assetId':'stated','flags':{'hate':7}},'requestId':'none'}",
                        "moderator");
        assertThat(severity.status()).isEqualTo(400);
        assertThat(severity.body()).contains("\"pointer\":\"/asset/flags/hate\"");
        assertThat(put("stated", all).status()).as("nothing was changed").isEqualTo(200);

        assertThat(put("stated", "{'categories':{},'mature':false}").status()).isEqualTo(202);
        assertThat(
                        world.rpc(
                                        "ModerationService",
                                        "SetAssetFlags",
                                        "{'asset':{'assetId':'stated','flags':{}},'requestId':'no'}",
                                        "moderator")
                                .json()
                                .has("job"))
                .as("empty flags are said, and are so already")
                .isFalse();
    }

    @Test
    void aPictureOfAChunkIsAPng() throws IOException {
        created(3);

        Reply png = world.get(path(3), "Accept", "image/png");

        assertThat(png.header("Content-Type")).isEqualTo("image/png");
        assertThat(png.header("ETag")).endsWith("-png\"");
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(png.http().body()));
        assertThat(image.getWidth()).isEqualTo(4 * 8);
        assertThat(image.getRGB(4, 4) >>> 24).as("air is clear").isZero();
        assertThat(image.getRGB(8, 4)).as("a solid cell's edge").isEqualTo(0xFF181820);
        assertThat(image.getRGB(12, 4) >>> 24).isEqualTo(255);
    }

    @Test
    @Provokes("REVISION_UNAVAILABLE")
    void historyRollbackAndDiffOverRest() {
        String first = created(4);
        Reply patched =
                world.patch(
                        path(4), first, "[{'op':'replace','path':'/tiles/0/tiles/6','value':1}]");
        String second = patched.header("ETag");

        Reply diff = world.get(path(4) + "/diff?from=1&to=2");
        assertThat(diff.status()).as(diff.body()).isEqualTo(200);
        assertThat(diff.json().path("cells").size()).isEqualTo(1);
        assertThat(diff.json().path("cells").path(0).path("after").asString())
                .isEqualTo("tiles/t4");
        assertThat(diff.json().path("cells").path(0).path("at").path(0).asDouble()).isEqualTo(18);
        Reply old = world.get(path(4) + "/revisions/1", "Accept", AGPC);
        assertThat(AgpcCodec.decode(Bytes.wrap(old.http().body())).get().meta().revision())
                .isEqualTo(1);
        Reply back =
                world.json("POST", path(4) + "/rollback", "{'revision':1}", "If-Match", second);
        assertThat(back.status()).as(back.body()).isEqualTo(200);
        assertThat(back.json().path("revision").asLong()).isEqualTo(3);
        Reply page = world.get(path(4) + "/revisions?limit=2");
        assertThat(page.json().path("items").path(0).path("action").asString())
                .isEqualTo("rollback");
        Reply rest =
                world.get(
                        path(4)
                                + "/revisions?pageToken="
                                + page.json().path("nextPageToken").asString());
        assertThat(rest.json().path("items").size()).isEqualTo(1);
        world.send("DELETE", path(4), new byte[0], "If-Match", back.header("ETag"));
        Reply deletion =
                world.json("POST", path(4) + "/rollback", "{'revision':4}", "If-None-Match", "*");
        assertThat(deletion.status()).isEqualTo(409);
        assertThat(deletion.json().path("code").asString()).isEqualTo("REVISION_UNAVAILABLE");
        assertThat(world.get(path(4) + "/revisions/9").status()).isEqualTo(404);
        assertThat(world.get(path(4) + "/revisions/4").status()).isEqualTo(409);
    }

    @Test
    @Provokes("CHUNK_FORMAT_NEWER")
    void aNewerFormatIsNamed() {
        String tag = created(5);
        byte[] newer = world.get(path(5), "Accept", AGPC).http().body();
        newer[4] = 7;
        execute(
                "UPDATE chunks SET payload = ?, checksum = ?, format_version = 7 WHERE key = ?",
                newer,
                "1".repeat(64),
                "w:r:5:0:0");

        Reply read = world.get(path(5));

        assertThat(read.status()).isEqualTo(409);
        assertThat(read.json().path("code").asString()).isEqualTo("CHUNK_FORMAT_NEWER");
        assertThat(read.body()).contains("version 7");
        assertThat(tag).isNotEmpty();
    }

    @Test
    void oneKeyOfRestNamesOneChangeOfItsCaller() {
        String first = created(6);
        String second = created(7);
        String patch = "[{'op':'replace','path':'/tiles/0/tiles/6','value':1}]";
        assertThat(world.patch(path(6), first, patch, "Idempotency-Key", "k").status())
                .isEqualTo(200);

        Reply other = world.patch(path(7), second, patch, "Idempotency-Key", "k");

        assertThat(other.status()).isEqualTo(409);
        assertThat(other.json().path("code").asString()).isEqualTo("IDEMPOTENCY_MISMATCH");
        assertThat(other.body()).contains("w:r:6:0:0");
    }

    @Test
    void upkeepReportsCounts() {
        created(8);
        String operator = world.issuer().token("operator");
        String upkeep = "/api/v1/worlds/w/maintenance/";

        Reply verified = world.sendAs(operator, "POST", upkeep + "verify?room=r", "");
        assertThat(verified.json().path("checked").asLong()).isPositive();
        assertThat(
                        world.sendAs(operator, "POST", upkeep + "rebuild-index", "")
                                .json()
                                .path("rebuilt")
                                .asLong())
                .isPositive();
        assertThat(
                        world.sendAs(operator, "POST", upkeep + "prune?keep=50", "")
                                .json()
                                .path("count")
                                .asLong())
                .isZero();
        assertThat(world.sendAs(operator, "POST", upkeep + "migrate", "").status()).isEqualTo(200);
        assertThat(world.sendAs(operator, "POST", upkeep + "flush", "").status()).isEqualTo(200);
        Reply backup = world.sendAs(operator, "POST", upkeep + "backup?name=b1", "");
        assertThat(backup.status()).as(backup.body()).isEqualTo(200);
        assertThat(backup.json().path("chunks").asLong()).isPositive();
        assertThat(folder.resolve("world/backups/b1.db")).exists();
        assertThat(world.sendAs(operator, "POST", upkeep + "prune?keep=0", "").status())
                .isEqualTo(400);
        assertThat(world.sendAs(operator, "GET", upkeep + "quarantine", "").status())
                .isEqualTo(200);
        assertThat(world.sendAs(editor, "POST", upkeep + "prune?keep=50", "").status())
                .isEqualTo(403);
    }

    @Test
    void aRoomDoesNotReachBeyondWhatFloatsTellApart() {
        Reply far =
                world.json(
                        "POST",
                        "/api/v1/worlds/w/rooms",
                        "{'id':'far','name':'Far','min':[0,0,0],'max':[1e308,1,1]}");

        assertThat(far.status()).isEqualTo(400);
        assertThat(far.json().path("limitName").asString()).isEqualTo("roomSideMax");
    }
}
