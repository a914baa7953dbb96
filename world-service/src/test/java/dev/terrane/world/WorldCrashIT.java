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
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service is killed with edits in flight, again and again on the same data. What it
 * acknowledged must be there, and a retry by edit id must give the first answer.
 */
class WorldCrashIT {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int EDITORS = 12;
    private static final int IN_FLIGHT_MIN = 8;
    private static final int ACKNOWLEDGED_MIN = 100;
    private static final int ROUNDS =
            Integer.getInteger("terrane.rounds", Boolean.getBoolean("terrane.long") ? 100 : 10);
    private static final String ROOM = "/api/v1/worlds/w/rooms/r";

    @TempDir static Path data;
    private static TestIssuer issuer;
    private static HttpClient http;

    /** An edit with its answer. */
    private record Answered(String path, String tag, String patch, String editId, String body) {}

    /** One editor of one chunk; handed from thread to thread by the rounds. */
    private static final class Editor {
        private final String path;
        private String tag = "";
        private int edits;
        private int unanswered = -1;

        Editor(int number) {
            this.path = ROOM + "/chunks/" + number + ",0,0";
        }

        String patch(int edit) {
            return "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/%d\",\"value\":%d}]"
                    .formatted(edit % 16, 1 - edit / 16 % 2);
        }

        String editId(int edit) {
            return path.replaceAll("[^0-9]", "") + "-" + edit;
        }
    }

    private final List<Editor> editors = IntStream.range(0, EDITORS).mapToObj(Editor::new).toList();
    private final Queue<Answered> round = new ConcurrentLinkedQueue<>();

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

    @Test
    void whatWasAcknowledgedSurvivesEveryKillAndARetryGivesTheFirstAnswer() throws Exception {
        for (int number = 0; number <= ROUNDS; number++) {
            try (Processes.Child service = startService()) {
                URI base = base(service);
                if (number == 0) {
                    prepare(base);
                } else {
                    verify(base);
                }
                if (number < ROUNDS) {
                    editUntilKilled(service, base);
                    requireSoundFile();
                }
            }
        }
    }

    private static Processes.Child startService() {
        List<String> arguments = ServiceServer.arguments("world", data, issuer);
        return Processes.java(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED"),
                WorldProcess.class.getName(),
                arguments.toArray(String[]::new));
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
                        .header("Authorization", "Bearer " + issuer.token("editor"))
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

    private static HttpResponse<String> patch(
            URI base, String path, String tag, String patch, String editId) throws IOException {
        return send(
                base,
                "PATCH",
                path,
                patch,
                "Content-Type",
                "application/json-patch+json",
                "If-Match",
                tag,
                "Idempotency-Key",
                editId);
    }

    private void prepare(URI base) throws IOException {
        String[] json = {"Content-Type", "application/json"};
        send(
                base,
                "POST",
                "/api/v1/worlds",
                "{\"id\":\"w\",\"name\":\"w\",\"chunkSize\":[4,4,1]}",
                json);
        send(
                base,
                "POST",
                "/api/v1/worlds/w/rooms",
                "{\"id\":\"r\",\"name\":\"r\",\"min\":[0,0,0],\"max\":[400,4,1]}",
                json);
        for (int i = 0; i < EDITORS; i++) {
            String document =
                    """
                    {"world_id":"w","room_id":"r","coord":{"cx":%d,"cy":0,"cz":0},
                     "tiles":[{"name":"g","layer_id":0,"palette":[{"id":0,"asset_id":""},
                       {"id":1,"asset_id":"t"}],"tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}"""
                            .formatted(i);
            HttpResponse<String> created =
                    send(
                            base,
                            "PUT",
                            editors.get(i).path,
                            document,
                            "Content-Type",
                            "application/json",
                            "If-None-Match",
                            "*");
            assertThat(created.statusCode()).as(created.body()).isEqualTo(200);
            editors.get(i).tag = created.headers().firstValue("ETag").orElseThrow();
        }
    }

    private void editUntilKilled(Processes.Child service, URI base) throws Exception {
        AtomicInteger inFlight = new AtomicInteger();
        round.clear();
        try (ExecutorService threads = Executors.newFixedThreadPool(EDITORS)) {
            List<Future<?>> running = new ArrayList<>();
            for (Editor editor : editors) {
                running.add(threads.submit(() -> edit(base, editor)));
            }
            Await.until(LONG, "acknowledgements", () -> round.size() >= ACKNOWLEDGED_MIN);
            service.kill();
            for (Future<?> editor : running) {
                editor.get();
            }
        }
        editors.forEach(editor -> inFlight.addAndGet(editor.unanswered >= 0 ? 1 : 0));
        assertThat(inFlight.get()).as("edits in flight").isGreaterThanOrEqualTo(IN_FLIGHT_MIN);
    }

    /** Until there is no answer. */
    private void edit(URI base, Editor editor) {
        while (true) {
            int edit = editor.edits;
            String patch = editor.patch(edit);
            try {
                HttpResponse<String> reply =
                        patch(base, editor.path, editor.tag, patch, editor.editId(edit));
                if (reply.statusCode() != 200) {
                    throw new AssertionError(reply.body());
                }
                round.add(
                        new Answered(
                                editor.path, editor.tag, patch, editor.editId(edit), reply.body()));
                editor.tag = reply.headers().firstValue("ETag").orElseThrow();
                editor.edits++;
            } catch (IOException gone) {
                editor.unanswered = edit;
                return;
            }
        }
    }

    /** On the restarted service. */
    private void verify(URI base) throws IOException {
        for (Answered answered : round) {
            HttpResponse<String> retry =
                    patch(
                            base,
                            answered.path(),
                            answered.tag(),
                            answered.patch(),
                            answered.editId());
            assertThat(retry.body()).as(answered.editId()).isEqualTo(answered.body());
        }
        for (Editor editor : editors) {
            if (editor.unanswered >= 0) {
                // Committed or not before the kill: now it is, once, and stays what it is.
                HttpResponse<String> retry = retryUnanswered(base, editor);
                assertThat(retry.statusCode()).as(retry.body()).isEqualTo(200);
                assertThat(retryUnanswered(base, editor).body()).isEqualTo(retry.body());
                editor.tag = retry.headers().firstValue("ETag").orElseThrow();
                editor.edits++;
                editor.unanswered = -1;
            }
            HttpResponse<String> now = send(base, "GET", editor.path, "");
            assertThat(now.headers().firstValue("ETag")).contains(editor.tag);
            assertThat(now.headers().firstValue("Terrane-Revision"))
                    .contains(Integer.toString(editor.edits + 1));
        }
    }

    private static HttpResponse<String> retryUnanswered(URI base, Editor editor)
            throws IOException {
        return patch(
                base,
                editor.path,
                editor.tag,
                editor.patch(editor.unanswered),
                editor.editId(editor.unanswered));
    }

    private static void requireSoundFile() throws SQLException {
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
                      OR (SELECT COUNT(*) FROM content_flags f
                          WHERE f.chunk_key = c.key AND f.object_id = '') <> 1
                    """;
            try (var rows = statement.executeQuery(strays)) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).as("chunks without their history").isZero();
            }
        }
    }
}
