package dev.terrane.world.imports.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.Provokes;
import dev.terrane.testing.RawHttp;
import dev.terrane.world.WorldServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Imports over real HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImportRestIT {
    private static final String SET =
            "<tileset name=\"s\" tilecount=\"4\"><image source=\"s.png\"/></tileset>";
    private static final String MAP =
            """
            <map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8">
             <tileset firstgid="1" source="sets/s.tsx"/>
             <layer id="1" name="ground"><data encoding="csv">1,2,3,4,1,2</data></layer>
             <objectgroup id="2" name="o"><object id="5" type="spawn" x="12" y="8"/></objectgroup>
            </map>
            """;

    /** Above what the system keeps for a connection on both sides. */
    private static final int LARGE = 24 << 20;

    @TempDir static Path folder;
    private WorldServer world;

    @BeforeAll
    void start() {
        world =
                WorldServer.start(
                        folder,
                        "terrane.world.imports.request-bytes-max=64KB",
                        "terrane.world.imports.concurrent-max=3",
                        "terrane.common.http.discard-time-max=5m");
    }

    @AfterAll
    void stop() {
        world.close();
    }

    private Reply run(String room, String map, String... headers) {
        return world.importMap(
                "/api/v1/worlds/isle/imports?room=" + room,
                Map.of("map", map, "sets/s.tsx", SET),
                headers);
    }

    private void assertNothingOf(String room) {
        assertThat(world.get("/api/v1/worlds/isle/rooms/" + room).status()).isEqualTo(404);
    }

    private Reply act(Reply job, String what) {
        return world.json("POST", "/api/v1/worlds/isle/imports/" + job.text("id") + "/" + what, "");
    }

    @Test
    void aMapIsImportedOnceUnderItsKey() {
        Reply accepted =
                world.startImport(
                        "/api/v1/worlds/isle/imports?room=main",
                        Map.of("map", MAP, "sets/s.tsx", SET),
                        "Idempotency-Key",
                        "i1");
        Reply first = world.awaitImport(accepted);
        Reply retry = run("main", MAP, "Idempotency-Key", "i1");

        assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
        assertThat(accepted.header("Location"))
                .isEqualTo("/api/v1/worlds/isle/imports/" + accepted.text("id"));
        assertThat(first.text("state")).as(first.body()).isEqualTo("done");
        assertThat(first.json().path("progress").path("committed").asInt()).isEqualTo(1);
        assertThat(first.json().path("plan").path("added").asInt()).isEqualTo(1);
        assertThat(first.json().path("objects").asInt()).isEqualTo(1);
        assertThat(retry.body()).isEqualTo(first.body());
        Reply chunk = world.get("/api/v1/worlds/isle/rooms/main/chunks/0,0,0");
        assertThat(
                        chunk.json()
                                .path("objects")
                                .get(0)
                                .path("transform")
                                .path("pos")
                                .get(0)
                                .asDouble())
                .isEqualTo(1.5);
        assertThat(world.get("/api/v1/worlds/isle/rooms/main").json().path("max").get(0).asDouble())
                .isEqualTo(3.0);
        assertThat(
                        world.startImport(
                                        "/api/v1/worlds/isle/imports?room=main",
                                        Map.of("map", MAP + " ", "sets/s.tsx", SET),
                                        "Idempotency-Key",
                                        "i1")
                                .text("code"))
                .isEqualTo("IDEMPOTENCY_MISMATCH");
    }

    @Test
    @Provokes("IMPORT_STATE")
    void aPlanIsReadAndCarriedOutAndTakenBack() {
        run("again", MAP);
        Reply plan = run("again&mode=plan", MAP.replace("1,2,3,4", "1,2,3,3"));

        assertThat(plan.text("state")).isEqualTo("planned");
        assertThat(plan.json().path("plan").path("changed").asInt()).isEqualTo(1);
        Reply chunks =
                world.get(
                        "/api/v1/worlds/isle/imports/"
                                + plan.text("id")
                                + "/chunks?kind=changed&limit=1");
        assertThat(chunks.json().path("items").get(0).path("key").asString(""))
                .isEqualTo("isle:again:0:0:0");
        Reply done = world.awaitImport(resumed(plan));
        assertThat(done.text("state")).as(done.body()).isEqualTo("done");
        assertThat(act(done, "cancel").status()).isEqualTo(409);
        assertThat(act(done, "cancel").text("code")).isEqualTo("IMPORT_STATE");
        assertThat(act(done, "cancel").text("state")).isEqualTo("done");

        Reply back = world.awaitImport(act(done, "rollback"));
        assertThat(back.text("state")).as(back.body()).isEqualTo("done");
        assertThat(back.text("kind")).isEqualTo("rollback");
        assertThat(act(done, "rollback").text("code")).isEqualTo("IMPORT_STATE");
        Reply list = world.get("/api/v1/worlds/isle/imports?room=again&limit=2");
        assertThat(list.json().path("items").size()).isEqualTo(2);
        assertThat(list.json().path("items").get(0).path("id").asString(""))
                .isEqualTo(back.text("id"));
        assertThat(list.json().path("items").get(1).path("rolledBackBy").asString(""))
                .isEqualTo(back.text("id"));
        Reply rest =
                world.get(
                        "/api/v1/worlds/isle/imports?room=again&pageToken="
                                + list.text("nextPageToken"));
        assertThat(rest.json().path("items").size()).isEqualTo(1);
    }

    /** A call answers 200 with the job; what waits for jobs knows them by 202. */
    private Reply resumed(Reply job) {
        Reply reply = act(job, "resume?prefer=theirs");
        assertThat(reply.status()).as(reply.body()).isEqualTo(202);
        return reply;
    }

    @Test
    void aPlanThatIsCancelledLeavesTheRoomAsItWas() {
        Reply plan = run("kept&mode=plan", MAP);

        assertThat(plan.text("state")).isEqualTo("planned");
        Reply cancelled = world.awaitImport(act(plan, "cancel"));
        assertThat(cancelled.text("state")).isEqualTo("cancelled");
        assertNothingOf("kept");
        assertThat(act(plan, "resume").text("code")).isEqualTo("IMPORT_STATE");
    }

    @Test
    void fieldsAreRefusedByTheirNames() {
        String at = "/api/v1/worlds/isle/imports";
        assertThat(run("x&mode=maybe", MAP).text("field")).isEqualTo("mode");
        assertThat(run("x&prefer=mine", MAP).text("field")).isEqualTo("prefer");
        assertThat(world.get(at + "?limit=0").text("field")).isEqualTo("limit");
        assertThat(world.get(at + "?pageToken=x").text("field")).isEqualTo("pageToken");
        assertThat(world.get(at + "?room=:").text("field")).isEqualTo("room");
        assertThat(world.get(at + "/none").status()).isEqualTo(404);
        assertThat(world.json("POST", at + "/none/cancel", "").status()).isEqualTo(404);
        assertThat(world.get(at + "/none/chunks").status()).isEqualTo(404);
    }

    @Test
    @Provokes("MAP_INVALID")
    void brokenMapsFailWithTheirPlaceAndLeaveNothing() {
        Reply truncated = run("cut", MAP.substring(0, MAP.length() / 2));
        Reply isometric = run("cut", MAP.replace("orthogonal", "isometric"));
        Reply unknown = run("cut", MAP.replace("4,1,2<", "4,1,9<"));

        assertThat(truncated.text("state")).isEqualTo("failed");
        assertThat(problem(truncated, "code")).isEqualTo("MAP_INVALID");
        assertThat(problem(truncated, "field")).isEqualTo("isle.tmx");
        assertThat(truncated.json().path("problem").path("line").asInt()).isPositive();
        assertThat(problem(isometric, "reason")).isEqualTo("UNSUPPORTED_ORIENTATION");
        assertThat(problem(isometric, "detail")).contains("isometric");
        assertThat(problem(unknown, "element")).contains("cell (2, 1)");
        assertNothingOf("cut");
    }

    private static String problem(Reply job, String member) {
        return job.json().path("problem").path(member).asString("");
    }

    @Test
    @Provokes("MAP_FILE_MISSING")
    void aMissingTilesetIsNamedByItsPath() {
        Reply reply = world.importMap("/api/v1/worlds/isle/imports?room=bare", Map.of("map", MAP));

        assertThat(problem(reply, "code")).isEqualTo("MAP_FILE_MISSING");
        assertThat(problem(reply, "detail")).contains("sets/s.tsx");
        assertNothingOf("bare");
    }

    @Test
    void partsAreCheckedByTheirNames() {
        Reply up =
                world.importMap(
                        "/api/v1/worlds/isle/imports?room=up", Map.of("map", MAP, "../s.tsx", SET));
        Reply none =
                world.importMap("/api/v1/worlds/isle/imports?room=up", Map.of("sets/s.tsx", SET));

        assertThat(up.status()).isEqualTo(400);
        assertThat(up.text("field")).isEqualTo("../s.tsx");
        assertThat(none.text("field")).isEqualTo("map");
        assertThat(world.importMap("/api/v1/worlds/isle/imports", Map.of("map", MAP)).text("field"))
                .isEqualTo("room");
        assertNothingOf("up");
    }

    @Test
    @Provokes("PAYLOAD_TOO_LARGE")
    void anOversizedMapNamesItsLimit() {
        Reply reply = run("large", MAP + " ".repeat(70_000));

        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.text("limitName")).isEqualTo("world.imports.request-bytes-max");
        assertNothingOf("large");
    }

    /** Its length is not announced, so that it is found out while it comes. */
    @Test
    void anEndlessMapIsRefusedToAClientThatIsStillWriting() throws IOException {
        try (RawHttp client = upload("large")) {
            client.sendChunk("--x\r\nContent-Disposition: form-data; name=\"map\"\r\n\r\n")
                    .sendChunked(LARGE);

            RawHttp.Answer answer = client.answer();
            assertThat(answer.status()).as(answer.body()).isEqualTo(413);
            assertThat(answer.body()).contains("world.imports.request-bytes-max");
        }
    }

    @Test
    @Provokes("RESOURCE_EXHAUSTED")
    void oneUploadTooManyIsRefusedToAClientThatIsStillWriting() throws IOException {
        List<RawHttp> unfinished = new ArrayList<>();
        try {
            RawHttp.Answer refused =
                    Await.value(
                            Duration.ofSeconds(30),
                            "all places to be taken",
                            () -> {
                                // It has a place, or found none because the last try had one.
                                unfinished.add(upload("slow").sendChunk("--x\r\n"));
                                try (RawHttp client = upload("slow").sendChunked(LARGE)) {
                                    return Optional.of(client.answer())
                                            .filter(answer -> answer.status() == 429);
                                }
                            });
            assertThat(refused.body()).contains("world.imports.concurrent-max");
        } finally {
            for (RawHttp client : unfinished) {
                client.close();
            }
        }
        Await.until(
                Duration.ofSeconds(30),
                "the places to be free again",
                () -> run("x&mode=maybe", MAP).status() == 400);
    }

    private RawHttp upload(String room) throws IOException {
        return RawHttp.connect(world.base().getPort())
                .post(
                        "/api/v1/worlds/isle/imports?room=" + room,
                        "Authorization: Bearer " + world.issuer().token("editor"),
                        "Content-Type: multipart/form-data; boundary=x",
                        "Transfer-Encoding: chunked");
    }

    @Test
    void aMapInAFolderNamesFilesBesideThatFolder() {
        // A path of 120 characters and more was cut, so that ../ counted from elsewhere.
        String deep = "maps/" + "d".repeat(200) + "/isle.tmx";
        String part =
                "--x\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n%s\r\n";
        String body =
                part.formatted("map", deep, MAP.replace("sets/s.tsx", "../../sets/s.tsx"))
                        + part.formatted("sets/s.tsx", "s.tsx", SET)
                        + "--x--\r\n";

        Reply reply = multipart(body);

        assertThat(reply.text("state")).as(reply.body()).isEqualTo("done");
        assertThat(reply.text("file")).isEqualTo(deep);
        Reply longer = multipart(body.replace("d".repeat(200), "d".repeat(1_100)));
        assertThat(longer.status()).isEqualTo(400);
        assertThat(longer.text("limitName")).isEqualTo("pathLengthMax");
    }

    private Reply multipart(String body) {
        return world.awaitImport(
                world.send(
                        "POST",
                        "/api/v1/worlds/isle/imports?room=beside",
                        body.getBytes(StandardCharsets.UTF_8),
                        "Content-Type",
                        "multipart/form-data; boundary=x"));
    }

    @Test
    void importsGoOverRpcToo() {
        String rpc = "ImportService";
        String content = Base64.getEncoder().encodeToString(MAP.getBytes(StandardCharsets.UTF_8));
        String set = Base64.getEncoder().encodeToString(SET.getBytes(StandardCharsets.UTF_8));
        String start =
                """
                {'world':'isle','room':'rpc','file':'isle.tmx','map':'%s',
                 'files':[{'path':'sets/s.tsx','content':'%s'}],'requestId':'r1',
                 'planOnly':true}"""
                        .formatted(content, set);

        Reply begun = world.rpc(rpc, "StartImport", start, "editor");

        assertThat(begun.status()).as(begun.body()).isEqualTo(200);
        String id = begun.json().path("job").path("id").asString("");
        String at = "{'world':'isle','id':'" + id + "'}";
        awaitRpc(at, "IMPORT_STATE_PLANNED");
        Reply chunks = world.rpc(rpc, "ListImportChunks", at, "editor");
        assertThat(chunks.json().path("chunks").get(0).path("kind").asString(""))
                .isEqualTo("IMPORT_CHUNK_KIND_ADDED");
        assertThat(world.rpc(rpc, "ResumeImport", at, "editor").status()).isEqualTo(200);
        awaitRpc(at, "IMPORT_STATE_DONE");
        assertThat(world.rpc(rpc, "CancelImport", at, "editor").json().path("code").asString(""))
                .isEqualTo("failed_precondition");
        Reply back =
                world.rpc(rpc, "RollbackImport", at.replace("}", ",'requestId':'r2'}"), "editor");
        assertThat(back.status()).as(back.body()).isEqualTo(200);
        Reply list = world.rpc(rpc, "ListImports", "{'world':'isle','room':'rpc'}", "operator");
        assertThat(list.json().path("jobs").size()).isEqualTo(2);
        assertThat(world.rpc(rpc, "StartImport", start, "viewer").status()).isEqualTo(403);
    }

    private void awaitRpc(String at, String state) {
        Await.until(
                Duration.ofSeconds(60),
                state,
                () ->
                        world.rpc("ImportService", "GetImport", at, "editor")
                                .json()
                                .path("job")
                                .path("state")
                                .asString("")
                                .equals(state));
    }
}
