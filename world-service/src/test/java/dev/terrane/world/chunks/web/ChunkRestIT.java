package dev.terrane.world.chunks.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.BodyForm;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.testing.OpenApiGaps;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import dev.terrane.world.WorldServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Chunks over real HTTP. Each test works on a chunk of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChunkRestIT {
    private static final String ROOM = "/api/v1/worlds/w/rooms/r";
    private static final String TILE = "[{'op':'replace','path':'/tiles/0/tiles/5','value':1}]";

    @TempDir static Path folder;
    private WorldServer world;

    @BeforeAll
    void start() {
        world = WorldServer.start(folder);
        assertThat(
                        world.json(
                                        "POST",
                                        "/api/v1/worlds",
                                        "{'id':'w','name':'World','chunkSize':[4,4,1]}")
                                .status())
                .isEqualTo(200);
        assertThat(
                        world.json(
                                        "POST",
                                        "/api/v1/worlds/w/rooms",
                                        "{'id':'r','name':'Room','min':[-40,-40,0],'max':[40,40,1]}")
                                .status())
                .isEqualTo(200);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private static String path(int cx, int cy) {
        return ROOM + "/chunks/" + cx + "," + cy + ",0";
    }

    private static String document(int cx, int cy) {
        return """
        {'world_id':'w','room_id':'r','coord':{'cx':%d,'cy':%d,'cz':0},
         'tiles':[{'name':'ground','layer_id':0,
           'palette':[{'id':0,'asset_id':''},{'id':1,'asset_id':'tiles/grass','solid':true}],
           'tiles':[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}],
         'objects':[{'id':'sign','type':'sign','asset_id':'props/sign',
           'transform':{'pos':[%d,%d,0]},'properties':{'text':'hello'}}]}"""
                .formatted(cx, cy, cx * 4, cy * 4);
    }

    /** Creates a chunk and gives its ETag. */
    private String created(int cx, int cy) {
        Reply reply = world.json("PUT", path(cx, cy), document(cx, cy), "If-None-Match", "*");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        assertThat(reply.json().path("revision").asLong()).isEqualTo(1);
        return reply.header("ETag");
    }

    @Test
    void aChunkIsServedAsJsonAndAsImage() {
        String tag = created(0, 0);

        Reply json = world.get(path(0, 0));
        Reply image = world.get(path(0, 0), "Accept", "application/vnd.terrane.agpc");

        assertThat(json.status()).isEqualTo(200);
        assertThat(json.header("ETag")).isEqualTo(tag).endsWith("-json\"");
        assertThat(image.header("ETag")).isEqualTo(tag.replace("-json", "-agpc"));
        assertThat(image.header("Content-Type")).isEqualTo("application/vnd.terrane.agpc");
        assertThat(image.header("Cache-Control")).contains("private").contains("no-cache");
        assertThat(String.join(",", image.http().headers().allValues("Vary")))
                .contains("Authorization");
        Chunk decoded = AgpcCodec.decode(Bytes.wrap(image.http().body())).get();
        assertThat(ChunkJson.decode(json.body()).get()).isEqualTo(decoded);
        assertThat(tag).contains(AgpcCodec.encode(decoded).checksum().hex());
        assertThat(world.get(path(0, 0), "If-None-Match", tag).status()).isEqualTo(304);
        Reply head = world.send("HEAD", path(0, 0), new byte[0], "Accept", "application/json");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("ETag")).isEqualTo(tag);
    }

    @Test
    void aPatchNamesItsBaseByAnyRepresentation() {
        String tag = created(1, 0);

        Reply patched = world.patch(path(1, 0), tag.replace("-json", "-agpc"), TILE);

        assertThat(patched.status()).as(patched.body()).isEqualTo(200);
        assertThat(patched.json().path("revision").asLong()).isEqualTo(2);
        assertThat(patched.json().path("changed").asBoolean()).isTrue();
        Reply again = world.patch(path(1, 0), patched.header("ETag"), TILE);
        assertThat(again.json().path("changed").asBoolean()).isFalse();
        assertThat(again.json().path("revision").asLong()).isEqualTo(2);
    }

    @Test
    @Provokes("STALE_REVISION")
    void aStalePatchIsToldTheCurrentState() {
        String tag = created(2, 0);
        Reply first = world.patch(path(2, 0), tag, TILE);

        Reply stale = world.patch(path(2, 0), tag, TILE);

        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.text("code")).isEqualTo("STALE_REVISION");
        assertThat(stale.json().path("currentRevision").asLong()).isEqualTo(2);
        assertThat(stale.text("currentChecksum")).isEqualTo(first.text("checksum"));
        assertThat(stale.json().path("deleted").asBoolean(true)).isFalse();
        assertThat(world.json("PUT", path(2, 0), document(2, 0), "If-None-Match", "*").status())
                .isEqualTo(412);
    }

    @Test
    @Provokes("PRECONDITION_REQUIRED")
    void aChangeWithoutABaseIsRefused() {
        created(3, 0);

        assertThat(world.patch(path(3, 0), "", TILE).status()).isEqualTo(428);
        assertThat(world.patch(path(3, 0), "*", TILE).text("code"))
                .isEqualTo("PRECONDITION_REQUIRED");
        assertThat(world.json("PUT", path(3, 0), document(3, 0)).status()).isEqualTo(428);
        assertThat(world.patch(path(3, 0), "\"rubbish\"", TILE).status()).isEqualTo(400);
    }

    @Test
    @Provokes("IDEMPOTENCY_MISMATCH")
    void aRetryGetsTheFirstAnswer() {
        String tag = created(4, 0);
        Reply first = world.patch(path(4, 0), tag, TILE, "Idempotency-Key", "edit-1");
        world.patch(path(4, 0), first.header("ETag"), TILE.replace("/5", "/6"));

        Reply retry = world.patch(path(4, 0), tag, TILE, "Idempotency-Key", "edit-1");
        Reply other =
                world.patch(path(4, 0), tag, TILE.replace("/5", "/7"), "Idempotency-Key", "edit-1");

        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("code")).isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    @Provokes("PATCH_MALFORMED")
    @Provokes("PATCH_TEST_FAILED")
    @Provokes("PATCH_TARGET_INVALID")
    @Provokes("PATCH_PATH_FORBIDDEN")
    @Provokes("CHUNK_INVALID")
    void brokenPatchesAreNamedAndLeaveTheChunkAlone() {
        String tag = created(5, 0);

        assertRefused(tag, "[{'op':", 400, "PATCH_MALFORMED", "");
        assertRefused(
                tag,
                "[{'op':'test','path':'/tiles/0/name','value':'x'}]",
                409,
                "PATCH_TEST_FAILED",
                "/tiles/0/name");
        assertRefused(
                tag,
                "[{'op':'remove','path':'/objects/9'}]",
                422,
                "PATCH_TARGET_INVALID",
                "/objects/9");
        assertRefused(
                tag,
                "[{'op':'copy','from':'/meta/author','path':'/objects/0/properties/x'}]",
                403,
                "PATCH_PATH_FORBIDDEN",
                "/meta/author");
        assertRefused(
                tag,
                "[{'op':'replace','path':'/tiles/0/tiles/5','value':9}]",
                422,
                "CHUNK_INVALID",
                "/tiles/0/tiles/5");
        assertThat(world.get(path(5, 0)).header("ETag")).isEqualTo(tag);
    }

    private void assertRefused(String tag, String patch, int status, String code, String pointer) {
        Reply reply = world.patch(path(5, 0), tag, patch);
        assertThat(reply.status()).as(reply.body()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).startsWith("application/problem+json");
        assertThat(reply.text("code")).isEqualTo(code);
        assertThat(reply.text("pointer")).isEqualTo(pointer);
    }

    @Test
    void oversizedPatchesAndBodiesNameTheirLimit() {
        String tag = created(6, 0);
        String filler = "x".repeat(300_000);

        Reply patch =
                world.patch(
                        path(6, 0),
                        tag,
                        "[{'op':'add','path':'/objects/0/properties/x','value':'" + filler + "'}]");
        Reply body = world.json("PUT", path(6, 0), " ".repeat(9 << 20), "If-Match", tag);

        assertThat(patch.status()).isEqualTo(413);
        assertThat(patch.text("limitName")).isEqualTo("patchBytesMax");
        assertThat(patch.json().path("limit").asLong()).isEqualTo(256 << 10);
        assertThat(body.status()).isEqualTo(413);
        assertThat(body.text("limitName")).isEqualTo("jsonBytesMax");
        assertThat(world.get(path(6, 0)).header("ETag")).isEqualTo(tag);
    }

    @Test
    void imagesArePutAsTheyAre() {
        String tag = created(7, 0);
        Chunk chunk = ChunkJson.decode(world.get(path(7, 0)).body()).get();
        byte[] image = AgpcCodec.encode(chunk).bytes().toArray();
        byte[] broken = image.clone();
        broken[100] ^= 1;

        Reply same =
                world.send(
                        "PUT",
                        path(7, 0),
                        image,
                        "If-Match",
                        tag,
                        "Content-Type",
                        "application/vnd.terrane.agpc");
        Reply corrupt =
                world.send(
                        "PUT",
                        path(7, 0),
                        broken,
                        "If-Match",
                        tag,
                        "Content-Type",
                        "application/vnd.terrane.agpc");
        Reply compressed =
                world.send(
                        "PUT",
                        path(7, 0),
                        AgpcCodec.encode(chunk, BodyForm.ZSTD).bytes().toArray(),
                        "If-Match",
                        tag,
                        "Content-Type",
                        "application/vnd.terrane.agpc");

        byte[] unstated = image.clone();
        java.util.Arrays.fill(unstated, 16, 48, (byte) 0);
        Reply withoutChecksum =
                world.send(
                        "PUT",
                        path(7, 0),
                        unstated,
                        "If-Match",
                        tag,
                        "Content-Type",
                        "application/vnd.terrane.agpc");

        assertThat(withoutChecksum.status()).as(withoutChecksum.body()).isEqualTo(200);
        assertThat(same.json().path("changed").asBoolean(true)).isFalse();
        assertThat(corrupt.status()).isEqualTo(422);
        assertThat(corrupt.text("reason")).isEqualTo("CHECKSUM_MISMATCH");
        assertThat(corrupt.json().path("byteOffset").asLong()).isEqualTo(16);
        assertThat(compressed.status()).isEqualTo(422);
    }

    @Test
    void deletedChunksAreGoneAndConflictAsDeleted() {
        String tag = created(8, 0);

        Reply deleted = world.send("DELETE", path(8, 0), new byte[0], "If-Match", tag);
        Reply patch = world.patch(path(8, 0), tag, TILE);

        assertThat(deleted.json().path("revision").asLong()).isEqualTo(2);
        assertThat(world.get(path(8, 0)).status()).isEqualTo(404);
        assertThat(patch.status()).isEqualTo(412);
        assertThat(patch.json().path("deleted").asBoolean()).isTrue();
        assertThat(
                        world.json("PUT", path(8, 0), document(8, 0), "If-None-Match", "*")
                                .json()
                                .path("revision")
                                .asLong())
                .isEqualTo(3);
    }

    @Test
    void listsArePagedAndFiltered() {
        created(0, 5);
        created(1, 5);
        created(2, 5);

        Reply page = world.get(ROOM + "/chunks?box=0,20,12,24&limit=2");
        Reply rest =
                world.get(
                        ROOM
                                + "/chunks?box=0,20,12,24&limit=2&pageToken="
                                + page.text("nextPageToken"));
        Reply objects = world.get(ROOM + "/objects?type=sign&box=0,20,8,24");

        assertThat(page.json().path("items")).hasSize(2);
        assertThat(rest.json().path("items").get(0).path("key").asString()).isEqualTo("w:r:2:5:0");
        assertThat(rest.text("nextPageToken")).isEmpty();
        assertThat(objects.json().path("items")).hasSize(2);
        assertThat(objects.json().path("items").get(0).path("properties").path("text").asString())
                .isEqualTo("hello");
        assertThat(world.get(ROOM + "/chunks?pageToken=x").status()).isEqualTo(400);
        assertThat(world.get(ROOM + "/chunks?limit=1001").status()).isEqualTo(400);
        assertThat(world.get(ROOM + "/chunks?box=1,2,3").status()).isEqualTo(400);
        assertThat(world.get("/api/v1/worlds/w/rooms/none/chunks").status()).isEqualTo(404);
    }

    @Test
    void aDocumentOfAnotherChunkIsToldByTheMemberThatSaysSo() {
        String here = document(12, 12);
        Map.of(
                        here.replace("'w'", "'v'"),
                        "/world_id",
                        here.replace("'r'", "'s'"),
                        "/room_id",
                        document(13, 12),
                        "/coord")
                .forEach(
                        (document, pointer) -> {
                            Reply reply =
                                    world.json("PUT", path(12, 12), document, "If-None-Match", "*");
                            assertThat(reply.status()).as(reply.body()).isEqualTo(400);
                            assertThat(reply.text("pointer")).isEqualTo(pointer);
                        });
    }

    @Test
    void badPathsAreNamed() {
        assertThat(world.get(ROOM + "/chunks/0,0").text("field")).isEqualTo("coord");
        assertThat(world.get(ROOM + "/chunks/00,0,0").status()).isEqualTo(400);
        assertThat(world.get("/api/v1/worlds/w!/rooms/r/chunks/0,0,0").text("field"))
                .isEqualTo("world");
        assertThat(world.get(path(9, 9)).text("code")).isEqualTo("NOT_FOUND");
    }

    @Test
    @Provokes("CHUNK_CORRUPT")
    void aCorruptChunkIsAnErrorOfItsOwn() {
        String tag = created(-1, -1);
        world.patch(path(-1, -1), tag, TILE);
        StoreThreads threads = world.bean(StoreThreads.class);
        JdbcTemplate jdbc = world.bean(JdbcTemplate.class);
        String key = ChunkKey.of("w", "r", -1, -1, 0).toString();
        // Another checksum in the row, so that the cache of verified chunks does not answer.
        threads.run(
                () ->
                        jdbc.update(
                                "UPDATE chunks SET checksum = ?, payload = ? WHERE key = ?",
                                "0".repeat(64),
                                "AGPC rubbish".getBytes(StandardCharsets.UTF_8),
                                key));

        Reply reply = world.get(path(-1, -1));

        assertThat(reply.status()).isEqualTo(500);
        assertThat(reply.text("code")).isEqualTo("CHUNK_CORRUPT");
        Await.until(
                Duration.ofSeconds(30),
                "the mark",
                () ->
                        threads.read(
                                        () ->
                                                jdbc.queryForObject(
                                                        "SELECT state FROM chunks WHERE key = ?",
                                                        String.class,
                                                        key))
                                .equals("corrupt"));
    }

    @Test
    @Provokes("DEFINITION_CONFLICT")
    void definitionsAreCreatedOnce() {
        String same = "{'id':'w2','name':'Second'}";
        assertThat(world.json("POST", "/api/v1/worlds", same).status()).isEqualTo(200);
        assertThat(world.json("POST", "/api/v1/worlds", same).status()).isEqualTo(200);
        Reply other = world.json("POST", "/api/v1/worlds", "{'id':'w2','name':'Other'}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.text("code")).isEqualTo("DEFINITION_CONFLICT");
        assertThat(world.get("/api/v1/worlds/w2").json().path("chunkSize").get(0).asInt())
                .isEqualTo(32);
        assertThat(world.get("/api/v1/worlds?limit=1").text("nextPageToken")).isEqualTo("w");
        assertThat(world.get("/api/v1/worlds/w/rooms").json().path("items")).hasSize(1);
        assertThat(world.get("/api/v1/worlds/w/rooms/r").text("name")).isEqualTo("Room");
        assertThat(
                        world.json(
                                        "POST",
                                        "/api/v1/worlds",
                                        "{'id':'w3','name':'x','origin':[0.1,0,0]}")
                                .text("field"))
                .isEqualTo("origin");
    }

    /** Reproduced: null among the numbers was a 500, a misspelt member was passed over. */
    @Test
    void mistakesInDefinitionsAreNamed() {
        String room = "{'id':'r9','name':'n','min':[0,0,0],'max':%s}";

        assertThat(bad("/api/v1/worlds", "{'id':'w9','name':'n','chunkSize':[32,32,null]}"))
                .isEqualTo("chunkSize");
        assertThat(bad("/api/v1/worlds", "{'id':'w9','name':'n','origin':[0,null,0]}"))
                .isEqualTo("origin");
        assertThat(bad("/api/v1/worlds/w/rooms", room.formatted("[null,1,1]"))).isEqualTo("max");
        assertThat(bad("/api/v1/worlds/w/rooms", room.formatted("null"))).isEqualTo("max");
        Reply misspelt =
                world.json("POST", "/api/v1/worlds", "{'id':'w9','name':'n','chunksize':[8,8,1]}");
        assertThat(misspelt.status()).isEqualTo(400);
        assertThat(misspelt.text("pointer")).isEqualTo("/chunksize");
        assertThat(world.get("/api/v1/worlds/w9").status()).isEqualTo(404);
        assertThat(
                        world.json("POST", "/api/v1/worlds/w9/rooms", room.formatted("[1,1,1]"))
                                .text("detail"))
                .isEqualTo("there is no world w9");
    }

    @Test
    void pagesAreAskedForWithinTheirLimitsByTokensOfTheList() {
        for (String list : List.of("", "/w/rooms", "/w/rooms/r/chunks", "/w/rooms/r/objects")) {
            for (String limit : List.of("0", "-1", "1001")) {
                Reply reply = world.get("/api/v1/worlds" + list + "?limit=" + limit);
                assertThat(reply.status()).as(list + " " + limit).isEqualTo(400);
                assertThat(reply.text("limitName")).isEqualTo("limit");
            }
            Reply token = world.get("/api/v1/worlds" + list + "?pageToken=%00");
            assertThat(token.status()).as(list).isEqualTo(400);
            assertThat(token.text("field")).isEqualTo("pageToken");
        }
    }

    private String bad(String path, String body) {
        Reply reply = world.json("POST", path, body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        return reply.text("field");
    }

    @Test
    void theOpenApiDocumentHasExamples() {
        Reply reply = world.get("/api/v1/openapi/world");

        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("paths").path("/api/v1/worlds/{world}/imports").isObject())
                .isTrue();
        assertThat(reply.body()).contains("one tile");
        assertThat(OpenApiGaps.operations(reply.json())).isGreaterThanOrEqualTo(30);
        assertThat(OpenApiGaps.find(reply.json())).isEmpty();
    }
}
