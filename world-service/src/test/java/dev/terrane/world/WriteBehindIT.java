package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Processes;
import dev.terrane.testing.TestIssuer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A world that writes behind, in the real process, which is killed: what was told to be durable is
 * there, what was not falls back to what is stored, and both are told.
 */
class WriteBehindIT {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int ROUNDS = Integer.getInteger("terrane.rounds", 2);
    private static final int EDITORS = 4;
    private static final String WORLD = "/api/v1/worlds/w";
    private static final String CHUNKS = WORLD + "/rooms/r/chunks/";
    private static final String DOCUMENT =
            """
            {"world_id":"w","room_id":"r","coord":{"cx":%d,"cy":0,"cz":0},
             "tiles":[{"name":"g","layer_id":0,"palette":[{"id":0,"asset_id":""},
               {"id":1,"asset_id":"t"}],"tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}""";

    @TempDir Path data;
    private static TestIssuer issuer;
    private static HttpClient http;

    @BeforeAll
    static void start() {
        issuer = TestIssuer.start();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        issuer.close();
        http.close();
    }

    private Processes.Child startService(String interval) {
        return Processes.java(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED"),
                WorldProcess.class.getName(),
                ServiceServer.arguments(
                                "world", data, issuer, "terrane.world.write-behind." + interval)
                        .toArray(String[]::new));
    }

    private static URI base(Processes.Child service) {
        String line = service.awaitLine(LONG, text -> text.startsWith(WorldProcess.READY));
        return URI.create("http://127.0.0.1:" + line.substring(WorldProcess.READY.length()));
    }

    private static HttpResponse<String> send(
            URI base, String method, String path, String body, String... headers)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path))
                        .header("Authorization", "Bearer " + issuer.token("editor", "operator"))
                        .method(method, BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IOException(stop);
        }
    }

    private static JsonNode ok(HttpResponse<String> reply) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(reply.body());
    }

    private static String tag(URI base, int cx) throws IOException {
        return send(base, "GET", CHUNKS + cx + ",0,0", "")
                .headers()
                .firstValue("ETag")
                .orElseThrow();
    }

    private static HttpResponse<String> patch(URI base, int cx, String tag, int cell, String id)
            throws IOException {
        return send(
                base,
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

    private static void prepare(URI base) throws IOException {
        String[] json = {"Content-Type", "application/json"};
        ok(
                send(
                        base,
                        "POST",
                        "/api/v1/worlds",
                        "{\"id\":\"w\",\"name\":\"w\",\"chunkSize\":[4,4,1]}",
                        json));
        JsonNode changed =
                ok(
                        send(
                                base,
                                "PUT",
                                WORLD + "/durability",
                                "{\"durability\":\"write-behind\"}",
                                json));
        assertThat(changed.path("durability").stringValue()).isEqualTo("write-behind");
        assertThat(ok(send(base, "GET", WORLD, "")).path("durability").stringValue())
                .isEqualTo("write-behind");
        ok(
                send(
                        base,
                        "POST",
                        WORLD + "/rooms",
                        "{\"id\":\"r\",\"name\":\"r\",\"min\":[0,0,0],\"max\":[400,4,1]}",
                        json));
        for (int cx = 0; cx < EDITORS; cx++) {
            JsonNode created =
                    ok(
                            send(
                                    base,
                                    "PUT",
                                    CHUNKS + cx + ",0,0",
                                    DOCUMENT.formatted(cx),
                                    "Content-Type",
                                    "application/json",
                                    "If-None-Match",
                                    "*"));
            assertThat(created.path("durable").booleanValue()).isTrue();
        }
    }

    @Test
    void whatIsInMemoryFallsBackAfterAKillAndIsNamed() throws Exception {
        String lostTag;
        try (Processes.Child service = startService("interval=1h")) {
            URI base = base(service);
            prepare(base);
            JsonNode kept = ok(patch(base, 0, tag(base, 0), 1, "kept"));
            assertThat(kept.path("durable").booleanValue()).isFalse();
            JsonNode flushed = ok(send(base, "POST", WORLD + "/maintenance/flush", ""));
            assertThat(flushed.path("count").intValue()).isEqualTo(1);
            assertThat(state(base, 0, "kept", 0)).isEqualTo("durable");
            ok(patch(base, 0, tag(base, 0), 2, "lost"));
            ok(patch(base, 1, tag(base, 1), 2, "lost-too"));
            assertThat(state(base, 1, "lost-too", 1)).isEqualTo("pending");
            lostTag = tag(base, 0);
            service.kill();
        }
        requireSoundFile();
        try (Processes.Child service = startService("interval=1h")) {
            URI base = base(service);
            JsonNode now = ok(send(base, "GET", WORLD + "/maintenance/write-behind", ""));
            assertThat(now.path("dirtyChunks").intValue()).isZero();
            assertThat(now.path("items")).hasSize(2);
            assertThat(now.path("items").findValuesAsString("key"))
                    .containsExactlyInAnyOrder("w:r:0:0:0", "w:r:1:0:0");
            assertThat(state(base, 0, "kept", 0)).isEqualTo("durable");
            assertThat(state(base, 0, "lost", 0)).isEqualTo("unknown");
            assertThat(revision(base, 0)).isEqualTo("2");
            assertThat(revision(base, 1)).isEqualTo("1");
            HttpResponse<String> late = patch(base, 0, lostTag, 3, "late");
            assertThat(late.statusCode()).as(late.body()).isEqualTo(412);
            service.awaitLine(
                    LONG, line -> line.contains("w:r:0:0:0: changes acknowledged as not durable"));
            ok(patch(base, 0, tag(base, 0), 2, "lost"));
            ok(
                    send(
                            base,
                            "PUT",
                            WORLD + "/durability",
                            "{\"durability\":\"committed\"}",
                            "Content-Type",
                            "application/json"));
            assertThat(ok(patch(base, 0, tag(base, 0), 5, "after")).path("durable").booleanValue())
                    .isTrue();
            service.kill();
        }
        try (Processes.Child service = startService("interval=1h")) {
            URI base = base(service);
            assertThat(revision(base, 0)).as("committed before the kill").isEqualTo("4");
            assertThat(ok(send(base, "GET", WORLD + "/maintenance/write-behind", "")).path("items"))
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
                    DOCUMENT.formatted(0),
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
            try (Processes.Child service = startService("interval=20ms")) {
                URI base = base(service);
                if (round == 0) {
                    prepare(base);
                }
                for (Told one : told) {
                    HttpResponse<String> revision =
                            send(
                                    base,
                                    "GET",
                                    CHUNKS + one.cx() + ",0,0/revisions/" + one.revision(),
                                    "");
                    assertThat(revision.headers().firstValue("ETag"))
                            .as(one.toString())
                            .hasValueSatisfying(tag -> assertThat(tag).contains(one.checksum()));
                }
                if (round < ROUNDS) {
                    editUntilKilled(service, base, round, told);
                    requireSoundFile();
                }
            }
        }
        System.out.println("told to be durable: " + told.size());
    }

    private static void editUntilKilled(
            Processes.Child service, URI base, int round, Queue<Told> told) throws Exception {
        AtomicBoolean killed = new AtomicBoolean();
        AtomicInteger durable = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int editor = 0; editor < EDITORS; editor++) {
                int cx = editor;
                running.add(
                        threads.submit(
                                () -> {
                                    edit(base, cx, round, killed, durable, told);
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
            URI base,
            int cx,
            int round,
            AtomicBoolean killed,
            AtomicInteger durable,
            Queue<Told> told) {
        try {
            String tag = tag(base, cx);
            for (int edit = 0; !killed.get(); edit++) {
                String id = "k" + round + "-" + cx + "-" + edit;
                HttpResponse<String> reply = patch(base, cx, tag, edit, id);
                JsonNode answer = ok(reply);
                tag = reply.headers().firstValue("ETag").orElseThrow();
                if (edit % 3 == 0 && state(base, cx, id, 20_000).equals("durable")) {
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

    private static String state(URI base, int cx, String editId, int waitMillis)
            throws IOException {
        return ok(send(
                        base,
                        "GET",
                        CHUNKS
                                + cx
                                + ",0,0/durability?editId=%s&waitMillis=%d"
                                        .formatted(editId, waitMillis),
                        ""))
                .path("state")
                .stringValue();
    }

    private static String revision(URI base, int cx) throws IOException {
        return send(base, "GET", CHUNKS + cx + ",0,0", "")
                .headers()
                .firstValue("Terrane-Revision")
                .orElseThrow();
    }

    private void requireSoundFile() throws Exception {
        Path file = data.resolve("world").resolve("world.db");
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("PRAGMA integrity_check")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("ok");
            }
            String strays =
                    """
                    SELECT COUNT(*) FROM chunks c WHERE
                      c.revision <> (SELECT COUNT(*) FROM revisions r WHERE r.chunk_key = c.key)
                      OR NOT EXISTS (SELECT 1 FROM revisions r WHERE r.chunk_key = c.key
                                     AND r.revision = c.revision AND r.checksum = c.checksum
                                     AND r.payload = c.payload)
                    """;
            try (var rows = statement.executeQuery(strays)) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).as("chunks without their history").isZero();
            }
        }
    }
}
