package dev.terrane.world.chunks.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** What headers, bytes and queries may look like that no client of ours would send. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChunkHttpIT {
    private static final String ROOM = "/api/v1/worlds/w/rooms/r";
    private static final String CHUNK = ROOM + "/chunks/0,0,0";
    private static final String DOCUMENT =
            """
            {'world_id':'w','room_id':'r','coord':{'cx':0,'cy':0,'cz':0},
             'tiles':[{'name':'NAME','layer_id':0,'palette':[{'id':0,'asset_id':''}],
               'tiles':[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}],
             'objects':[{'id':'sign','type':'sign','asset_id':'props/sign',
               'transform':{'pos':[1,1,0]}}]}""";

    @TempDir static Path folder;
    private WorldServer world;

    @BeforeAll
    void start() {
        world = WorldServer.start(folder);
        ok(world.json("POST", "/api/v1/worlds", "{'id':'w','name':'W','chunkSize':[4,4,1]}"));
        ok(
                world.json(
                        "POST",
                        "/api/v1/worlds/w/rooms",
                        "{'id':'r','name':'R','min':[0,0,0],'max':[4,4,1]}"));
        ok(world.json("PUT", CHUNK, DOCUMENT.replace("NAME", "ground"), "If-None-Match", "*"));
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private static void ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/* | json",
                "application/* | json",
                "text/html, */*;q=0.1 | json",
                "image/* | png",
                "image/png, */* | png",
                "application/vnd.terrane.agpc, */*;q=0.1 | agpc",
                "APPLICATION/VND.TERRANE.AGPC | agpc",
                "application/json, application/vnd.terrane.agpc;q=0.1 | json",
                "application/vnd.terrane.agpc;q=0, application/json | json",
                "application/vnd.terrane.agpc;q=0, image/png;q=0, */* | json",
                "image/png;q=0.2, application/vnd.terrane.agpc;q=0.4 | agpc",
                "application/json;q=0.5, image/*;q=0.6 | png"
            })
    void whatIsLikedBestIsServed(String accept, String representation) {
        Reply reply = world.get(CHUNK, "Accept", accept);

        ok(reply);
        assertThat(reply.header("ETag")).endsWith("-" + representation + "\"");
        assertThat(world.get(CHUNK + "/revisions/1", "Accept", accept).header("ETag"))
                .isEqualTo(reply.header("ETag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/json;q=x", "application/xml, text/*"})
    void whatIsNotServedIsToldSo(String accept) {
        assertThat(world.get(CHUNK, "Accept", accept).text("code")).isEqualTo("NOT_ACCEPTABLE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/vnd.terrane.agpc",
                "Application/Vnd.Terrane.AGPC",
                "application/vnd.terrane.agpc; v=1"
            })
    void anImageIsReadHoweverItsTypeIsWritten(String type) {
        Reply image = world.get(CHUNK, "Accept", "application/vnd.terrane.agpc");

        Reply put =
                world.send(
                        "PUT",
                        CHUNK,
                        image.http().body(),
                        "Content-Type",
                        type,
                        "If-Match",
                        image.header("ETag"));

        ok(put);
        assertThat(put.json().path("changed").asBoolean(true)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "operations 10000 | 413 | PAYLOAD_TOO_LARGE",
                "operations 4097 | 413 | PAYLOAD_TOO_LARGE",
                "doubling | 413 | PAYLOAD_TOO_LARGE",
                "depth 2000 | 413 | PAYLOAD_TOO_LARGE",
                "{'op':'add','path':'/tiles/0/tiles/2000000000','value':0} | 422 | PATCH_TARGET_INVALID",
                "{'op':'replace','path':'/tiles/0/tiles/-','value':0} | 422 | PATCH_TARGET_INVALID",
                "{'op':'replace','path':'/tiles/0/tiles/01','value':0} | 422 | PATCH_TARGET_INVALID",
                "{'op':'test','path':'/objects/0/~01','value':0} | 409 | PATCH_TEST_FAILED",
                "{'op':'move','from':'/objects/0','path':'/objects/0/properties/a'} | 400 | PATCH_MALFORMED",
                "{'op':'copy','from':'/objects/0/flags','path':'/objects/0/properties/a'} | 403 | PATCH_PATH_FORBIDDEN",
                "{'op':'add','path':'/objects/0/properties/a','value':1e400} | 422 | CHUNK_INVALID",
                "{'op':'replace','path':'/objects/0/transform/pos/0','value':1e400} | 422 | CHUNK_INVALID",
                "{'op':'test','path':'/objects/0/id','value':1e99999999999} | 400 | PATCH_MALFORMED",
                "{'op':'move','from':'/meta','path':'/objects/0/properties/a'} | 403 | PATCH_PATH_FORBIDDEN",
                "{'op':'copy','from':'','path':'/objects/0/properties/a'} | 403 | PATCH_PATH_FORBIDDEN"
            })
    void hostilePatchesAreRefusedAlikeByRestAndRpcAndChangeNothing(
            String patch, int status, String code) {
        Reply before = world.get(CHUNK, "Accept", "application/vnd.terrane.agpc");
        String text = hostile(patch).replace('\'', '"');

        Reply rest =
                world.send(
                        "PATCH",
                        CHUNK,
                        text.getBytes(StandardCharsets.UTF_8),
                        "Content-Type",
                        "application/json-patch+json",
                        "If-Match",
                        before.header("ETag"));
        Reply rpc =
                world.rpc(
                        "ChunkService",
                        "EditChunk",
                        "{'key':{'world':'w','room':'r'},'baseRevision':'%s','baseChecksum':'%s','patch':'%s','editId':'h'}"
                                .formatted(
                                        before.header("Terrane-Revision"),
                                        before.header("ETag").substring(1, 65),
                                        Base64.getEncoder()
                                                .encodeToString(
                                                        text.getBytes(StandardCharsets.UTF_8))),
                        "editor");

        assertThat(rest.status()).as(rest.body()).isEqualTo(status);
        assertThat(rest.text("code")).isEqualTo(code);
        assertThat(rpc.status()).as(rpc.body()).isBetween(400, 499);
        assertThat(rpc.body()).contains(code);
        assertThat(world.get(CHUNK, "Accept", "application/vnd.terrane.agpc").http().body())
                .isEqualTo(before.http().body());
    }

    private static String hostile(String name) {
        String test = "{'op':'test','path':'/a','value':1}";
        String copy = "{'op':'copy','from':'/objects','path':'/objects/0/properties/x";
        String deep = "{'op':'add','path':'/objects/0/properties/d','value':";
        return switch (name) {
            case "operations 10000" -> "[" + (test + ",").repeat(9_999) + test + "]";
            case "operations 4097" -> "[" + (test + ",").repeat(4_096) + test + "]";
            case "doubling" ->
                    IntStream.range(0, 60)
                            .mapToObj(i -> copy + i + "'}")
                            .collect(Collectors.joining(",", "[", "]"));
            case "depth 2000" -> "[" + deep + "[".repeat(2_000) + "]".repeat(2_000) + "}]";
            default -> "[" + name + "]";
        };
    }

    @Test
    void textThatIsNotUtf8IsRefusedAndNotReplaced() {
        String tag = world.get(CHUNK).header("ETag");
        String document = DOCUMENT.replace("NAME", "gr\u00fcn").replace('\'', '"');

        Reply put =
                world.send(
                        "PUT",
                        CHUNK,
                        document.getBytes(StandardCharsets.ISO_8859_1),
                        "Content-Type",
                        "application/json",
                        "If-Match",
                        tag);

        assertThat(put.status()).isEqualTo(422);
        assertThat(put.text("code")).isEqualTo("CHUNK_INVALID");
        assertThat(put.text("detail")).contains("UTF-8");
        assertThat(world.get(CHUNK).header("ETag")).isEqualTo(tag);
    }

    @Test
    void documentsThatAreTooDeepNameTheLimit() {
        String tag = world.get(CHUNK).header("ETag");

        Reply put = world.json("PUT", CHUNK, "[".repeat(100_000), "If-Match", tag);
        Reply patch = world.patch(CHUNK, tag, "[".repeat(100_000));

        assertThat(put.status()).isEqualTo(413);
        assertThat(put.text("limitName")).isEqualTo("jsonDepthMax");
        assertThat(patch.status()).isEqualTo(413);
        assertThat(patch.text("limitName")).isEqualTo("jsonDepthMax");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,0,4,4 | 1",
                "0.5,0.5,0.6,0.6 | 1",
                "1e0,1E0,2e0,20e-1 | 1",
                "-0.0,0,0.0,1 | 0",
                "4,0,8,4 | 0",
                "-1e300,-1e300,-9e299,-9e299 | 0",
                "-1e300,-1e300,9e299,9e299 | 1",
                "9e299,9e299,1e300,1e300 | 0",
                "-1e30,-1e30,-1e30,-9e29,-9e29,-9e29 | 0"
            })
    void boxesMeanWhatTheySayHoweverFar(String box, int chunks) {
        Reply listed = world.get(ROOM + "/chunks?box=" + box);

        ok(listed);
        assertThat(listed.json().path("items")).hasSize(chunks);
        ok(world.get(ROOM + "/objects?box=" + box));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chunks?box=NaN,0,1,1",
                "chunks?box=-Infinity,0,Infinity,1",
                "chunks?box=0x1p3,0,9,9",
                "chunks?box=1d,0,2f,3",
                "chunks?box=5,5,1,1",
                "chunks?box=1,2,3",
                "chunks?box=,,,",
                "chunks?box=-1e308,0,1.7e308,1",
                "chunks?box=1e999,0,1e999,1",
                "chunks/0,0,0/diff?from=1&to=-1",
                "objects?type=%00",
                "objects?type=a%0Ab",
                "objects?asset=%00",
                "objects?asset=a%20b",
                "objects?pageToken=0,0,0,%00",
                "objects?pageToken=0,0,0,"
            })
    void whatCannotBeMeantIsRefusedByItsName(String query) {
        Reply reply = world.get(ROOM + "/" + query);

        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.text("code")).isEqualTo("INVALID_ARGUMENT");
        assertThat(reply.text("field")).isEqualTo(query.replaceAll(".*[?&]([a-zA-Z]+)=.*", "$1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/worlds | {'name':'N'} | id",
                "/api/v1/worlds | {'id':null,'name':'N'} | id",
                "/api/v1/worlds | {'id':'n'} | name",
                "/api/v1/worlds/w/rooms | {'name':'N','min':[0,0,0],'max':[1,1,1]} | id",
                "/api/v1/worlds/w/rooms | {'id':'n','name':'N','min':[0,0,0],'max':[0,1,1]} | max",
                "/api/v1/worlds/w/rooms | {'id':'n','name':'N','min':[0,0,0],'max':[1,1,0]} | max",
                "/api/v1/worlds/w/rooms | {'id':'n','name':'N','min':[0,0,0],'max':[1,-1,1]} | max"
            })
    void definitionsNeedWhatTheyNeed(String path, String body, String field) {
        Reply reply = world.json("POST", path, body);

        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.text("field")).isEqualTo(field);
        assertThat(world.get("/api/v1/worlds/null").status()).isEqualTo(404);
    }

    @Test
    void refusalsSpeakOfBoundsAndSizesInWords() {
        Reply outside =
                world.json(
                        "PUT",
                        ROOM + "/chunks/1,0,0",
                        DOCUMENT.replace("'cx':0", "'cx':1").replace("[1,1,0]", "[5,1,0]"),
                        "If-None-Match",
                        "*");

        assertThat(outside.text("detail"))
                .isEqualTo(
                        "the chunk lies outside the room, whose bounds are"
                                + " 0.0, 0.0, 0.0 to 4.0, 4.0, 1.0");
    }

    @Test
    void aDamagedRowIsTheDatabasesFaultAndNoDefect() {
        String room = "/api/v1/worlds/w/rooms/q";
        ok(
                world.json(
                        "POST",
                        "/api/v1/worlds/w/rooms",
                        "{'id':'q','name':'Q','min':[0,0,0],'max':[4,4,1]}"));
        String document = DOCUMENT.replace("'r'", "'q'");
        ok(world.json("PUT", room + "/chunks/0,0,0", document, "If-None-Match", "*"));
        StoreThreads threads = world.bean(StoreThreads.class);
        JdbcTemplate sql = world.bean(JdbcTemplate.class);
        threads.run(() -> sql.update("UPDATE chunks SET checksum = 'zz' WHERE room_id = 'q'"));
        threads.run(
                () ->
                        sql.update(
                                "UPDATE content_flags SET sources = '[' WHERE chunk_key = 'w:q:0:0:0'"));

        for (String path : List.of("/chunks/0,0,0", "/chunks", "/chunks/0,0,0/flags")) {
            Reply reply = world.get(room + path);
            assertThat(reply.status()).as(path).isEqualTo(503);
            assertThat(reply.text("detail")).contains("its file is damaged");
        }
        ok(world.get(CHUNK));
        ok(world.get(room + "/objects"));
    }
}
