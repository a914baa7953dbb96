package dev.terrane.world;

import static dev.terrane.world.WorldChild.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A world that writes behind, in the real process, which is killed: what was told to be durable is
 * there, what was not falls back to what is stored, and both are told.
 */
class WriteBehindIT extends WorldChildren {
    private static final int ROUNDS = Integer.getInteger("terrane.rounds", 2);
    private static final int EDITORS = 4;
    private static final String WORLD = "/api/v1/worlds/w";
    private static final String CHUNKS = WORLD + "/rooms/r/chunks/";

    @TempDir Path data;

    private WorldChild startService(String interval) {
        return startService(data, "terrane.world.write-behind." + interval);
    }

    private static String tag(WorldChild service, int cx) throws IOException {
        return service.send("GET", CHUNKS + cx + ",0,0", "")
                .headers()
                .firstValue("ETag")
                .orElseThrow();
    }

    private static HttpResponse<String> patch(
            WorldChild service, int cx, String tag, int cell, String id) throws IOException {
        return service.send(
                "PATCH",
                CHUNKS + cx + ",0,0",
                "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/%d\",\"value\":1},"
                                .formatted(cell % 16)
                        + "{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/%d\",\"value\":0}]"
                                .formatted((cell + 1) % 16),
                "Content-Type",
                "application/json-patch+json",
                "If-Match",
                tag,
                "Idempotency-Key",
                id);
    }

    private static void prepare(WorldChild service) throws IOException {
        service.makeRoom("w");
        JsonNode changed =
                ok(
                        service.send(
                                "PUT",
                                WORLD + "/durability",
                                "{\"durability\":\"write-behind\"}",
                                "Content-Type",
                                "application/json"));
        assertThat(changed.path("durability").stringValue()).isEqualTo("write-behind");
        assertThat(ok(service.get(WORLD)).path("durability").stringValue())
                .isEqualTo("write-behind");
        for (int cx = 0; cx < EDITORS; cx++) {
            JsonNode created = ok(service.makeChunk("w", cx));
            assertThat(created.path("durable").booleanValue()).isTrue();
        }
    }

    @Test
    void whatIsInMemoryFallsBackAfterAKillAndIsNamed() throws Exception {
        String lostTag;
        try (WorldChild service = startService("interval=1h")) {
            prepare(service);
            JsonNode kept = ok(patch(service, 0, tag(service, 0), 1, "kept"));
            assertThat(kept.path("durable").booleanValue()).isFalse();
            JsonNode flushed = ok(service.send("POST", WORLD + "/maintenance/flush", ""));
            assertThat(flushed.path("count").intValue()).isEqualTo(1);
            assertThat(state(service, 0, "kept", 0)).isEqualTo("durable");
            ok(patch(service, 0, tag(service, 0), 2, "lost"));
            ok(patch(service, 1, tag(service, 1), 2, "lost-too"));
            assertThat(state(service, 1, "lost-too", 1)).isEqualTo("pending");
            lostTag = tag(service, 0);
            service.kill();
        }
        WorldChild.requireSound(WorldChild.database(data));
        try (WorldChild service = startService("interval=1h")) {
            JsonNode now = ok(service.send("GET", WORLD + "/maintenance/write-behind", ""));
            assertThat(now.path("dirtyChunks").intValue()).isZero();
            assertThat(now.path("items")).hasSize(2);
            assertThat(now.path("items").findValuesAsString("key"))
                    .containsExactlyInAnyOrder("w:r:0:0:0", "w:r:1:0:0");
            assertThat(state(service, 0, "kept", 0)).isEqualTo("durable");
            assertThat(state(service, 0, "lost", 0)).isEqualTo("unknown");
            assertThat(revision(service, 0)).isEqualTo("2");
            assertThat(revision(service, 1)).isEqualTo("1");
            HttpResponse<String> late = patch(service, 0, lostTag, 3, "late");
            assertThat(late.statusCode()).as(late.body()).isEqualTo(412);
            service.awaitLine(
                    line -> line.contains("w:r:0:0:0: changes acknowledged as not durable"));
            ok(patch(service, 0, tag(service, 0), 2, "lost"));
            ok(
                    service.send(
                            "PUT",
                            WORLD + "/durability",
                            "{\"durability\":\"committed\"}",
                            "Content-Type",
                            "application/json"));
            assertThat(
                            ok(patch(service, 0, tag(service, 0), 5, "after"))
                                    .path("durable")
                                    .booleanValue())
                    .isTrue();
            service.kill();
        }
        try (WorldChild service = startService("interval=1h")) {
            assertThat(revision(service, 0)).as("committed before the kill").isEqualTo("4");
            assertThat(
                            ok(service.send("GET", WORLD + "/maintenance/write-behind", ""))
                                    .path("items"))
                    .as("no further losses")
                    .hasSize(2);
        }
    }

    @Test
    void aCleanStopOfTheServiceWritesWhatIsInMemory() throws Exception {
        String setting = "terrane.world.write-behind.interval=1h";
        try (WorldServer server = WorldServer.start(data, setting)) {
            String token = server.issuer().token("editor", "operator");
            server.sendAs(
                    token,
                    "POST",
                    "/api/v1/worlds",
                    "{\"id\":\"w\",\"name\":\"w\",\"chunkSize\":[4,4,1],\"durability\":\"write-behind\"}",
                    "Content-Type",
                    "application/json");
            server.sendAs(
                    token,
                    "POST",
                    WORLD + "/rooms",
                    "{\"id\":\"r\",\"name\":\"r\",\"min\":[0,0,0],\"max\":[400,4,1]}",
                    "Content-Type",
                    "application/json");
            server.sendAs(
                    token,
                    "PUT",
                    CHUNKS + "0,0,0",
                    WorldChild.chunk("w", 0),
                    "Content-Type",
                    "application/json",
                    "If-None-Match",
                    "*");
            String tag = server.get(CHUNKS + "0,0,0").header("ETag");
            var edited =
                    server.patch(
                            CHUNKS + "0,0,0",
                            tag,
                            "[{'op':'replace','path':'/tiles/0/tiles/1','value':1}]");
            assertThat(edited.body()).contains("\"durable\":false");
        }
        try (WorldServer server = WorldServer.start(data, setting)) {
            assertThat(server.get(CHUNKS + "0,0,0").header("Terrane-Revision")).isEqualTo("2");
            assertThat(
                            server.sendAs(
                                            server.issuer().token("operator"),
                                            "GET",
                                            WORLD + "/maintenance/write-behind",
                                            "")
                                    .body())
                    .contains("\"items\":[]");
        }
    }

    private record Told(int cx, String revision, String checksum) {}

    @Test
    void whatWasToldToBeDurableSurvivesEveryKill() throws Exception {
        Queue<Told> told = new ConcurrentLinkedQueue<>();
        for (int round = 0; round <= ROUNDS; round++) {
            try (WorldChild service = startService("interval=20ms")) {
                if (round == 0) {
                    prepare(service);
                }
                for (Told one : told) {
                    HttpResponse<String> revision =
                            service.send(
                                    "GET",
                                    CHUNKS + one.cx() + ",0,0/revisions/" + one.revision(),
                                    "");
                    assertThat(revision.headers().firstValue("ETag"))
                            .as(one.toString())
                            .hasValueSatisfying(tag -> assertThat(tag).contains(one.checksum()));
                }
                if (round < ROUNDS) {
                    editUntilKilled(service, round, told);
                    WorldChild.requireSound(WorldChild.database(data));
                }
            }
        }
        System.out.println("told to be durable: " + told.size());
    }

    private static void editUntilKilled(WorldChild service, int round, Queue<Told> told)
            throws Exception {
        AtomicBoolean killed = new AtomicBoolean();
        AtomicInteger durable = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int editor = 0; editor < EDITORS; editor++) {
                int cx = editor;
                running.add(
                        threads.submit(
                                () -> {
                                    edit(service, cx, round, killed, durable, told);
                                    return null;
                                }));
            }
            Await.until(LONG, "durable changes", () -> durable.get() >= 40);
            service.kill();
            killed.set(true);
            for (Future<?> editor : running) {
                editor.get();
            }
        }
    }

    private static void edit(
            WorldChild service,
            int cx,
            int round,
            AtomicBoolean killed,
            AtomicInteger durable,
            Queue<Told> told) {
        try {
            String tag = tag(service, cx);
            for (int edit = 0; !killed.get(); edit++) {
                String id = "k" + round + "-" + cx + "-" + edit;
                HttpResponse<String> reply = patch(service, cx, tag, edit, id);
                JsonNode answer = ok(reply);
                tag = reply.headers().firstValue("ETag").orElseThrow();
                if (edit % 3 == 0 && state(service, cx, id, 20_000).equals("durable")) {
                    durable.incrementAndGet();
                    told.add(
                            new Told(
                                    cx,
                                    answer.path("revision").asString(),
                                    answer.path("checksum").stringValue()));
                }
            }
        } catch (IOException gone) {
            // Killed.
        }
    }

    private static String state(WorldChild service, int cx, String editId, int waitMillis)
            throws IOException {
        return ok(service.send(
                        "GET",
                        CHUNKS
                                + cx
                                + ",0,0/durability?editId=%s&waitMillis=%d"
                                        .formatted(editId, waitMillis),
                        ""))
                .path("state")
                .stringValue();
    }

    private static String revision(WorldChild service, int cx) throws IOException {
        return service.send("GET", CHUNKS + cx + ",0,0", "")
                .headers()
                .firstValue("Terrane-Revision")
                .orElseThrow();
    }
}
