package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.ServiceProcess;
import dev.terrane.support.testing.ServiceServer;
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
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** world-service as a process of its own, which a test kills, and ways to call it. */
public final class WorldChild implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(90);

    /** Chunks that are not what their history says, or do not have one row of flags. */
    private static final String STRAYS =
            """
            SELECT COUNT(*) FROM chunks c WHERE
              c.revision <> (SELECT COUNT(*) FROM revisions r WHERE r.chunk_key = c.key)
              OR NOT EXISTS (SELECT 1 FROM revisions r WHERE r.chunk_key = c.key
                             AND r.revision = c.revision AND r.checksum = c.checksum
                             AND r.payload = c.payload)
              OR (SELECT COUNT(*) FROM content_flags f
                  WHERE f.chunk_key = c.key AND f.object_id = '') <> 1
            """;

    private static final String DAMAGE =
            "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'";

    private final Processes.Child process;
    private final TestIssuer issuer;
    private final HttpClient http;
    private final URI base;

    private WorldChild(Processes.Child process, TestIssuer issuer, HttpClient http) {
        this.process = process;
        this.issuer = issuer;
        this.http = http;
        this.base = ServiceProcess.awaitBase(process);
    }

    /** Starts the process and waits until it listens. */
    public static WorldChild start(
            Path data, TestIssuer issuer, HttpClient http, String... settings) {
        return new WorldChild(
                ServiceProcess.start(
                        WorldApp.class, ServiceServer.arguments("world", data, issuer, settings)),
                issuer,
                http);
    }

    /** Sends with the token of an editor and operator; headers are name, value, name, value. */
    public HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException {
        return sendAs(issuer.token("editor", "operator"), method, path, body, headers);
    }

    /** The same with any token. */
    public HttpResponse<String> sendAs(
            String token, String method, String path, String body, String... headers)
            throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(base.resolve(path))
                        .header("Authorization", "Bearer " + token)
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

    public HttpResponse<String> get(String path) throws IOException {
        return send("GET", path, "");
    }

    /** Makes a world with chunks of 4 × 4 and a room of 100 of them in a row. */
    public void makeRoom(String world) throws IOException {
        String[] json = {"Content-Type", "application/json"};
        ok(
                send(
                        "POST",
                        "/api/v1/worlds",
                        "{\"id\":\"%s\",\"name\":\"w\",\"chunkSize\":[4,4,1]}".formatted(world),
                        json));
        ok(
                send(
                        "POST",
                        "/api/v1/worlds/" + world + "/rooms",
                        "{\"id\":\"r\",\"name\":\"r\",\"min\":[0,0,0],\"max\":[400,4,1]}",
                        json));
    }

    /** Makes a chunk of that room; its answer. */
    public HttpResponse<String> makeChunk(String world, int cx) throws IOException {
        HttpResponse<String> created =
                send(
                        "PUT",
                        "/api/v1/worlds/%s/rooms/r/chunks/%d,0,0".formatted(world, cx),
                        chunk(world, cx),
                        "Content-Type",
                        "application/json",
                        "If-None-Match",
                        "*");
        ok(created);
        return created;
    }

    /** A chunk of one layer without a tile, as JSON. */
    public static String chunk(String world, int cx) {
        return """
            {"world_id":"%s","room_id":"r","coord":{"cx":%d,"cy":0,"cz":0},
             "tiles":[{"name":"g","layer_id":0,"palette":[{"id":0,"asset_id":""},
               {"id":1,"asset_id":"t"}],"tiles":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}"""
                .formatted(world, cx);
    }

    /** The answer's JSON, if it tells of a job. */
    public static JsonNode accepted(HttpResponse<String> reply) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
        return JsonMapper.shared().readTree(reply.body());
    }

    /** The answer's JSON, if it is what was asked for. */
    public static JsonNode ok(HttpResponse<String> reply) {
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(reply.body());
    }

    public String awaitLine(Predicate<String> wanted) {
        return process.awaitLine(LONG, wanted);
    }

    public long pid() {
        return process.pid();
    }

    /** Kills it, as {@code kill -9} does. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    /** The shared database of a data folder. */
    public static Path database(Path data) {
        return data.resolve("world").resolve("world.db");
    }

    /** That a file nobody uses is sound and its chunks are what their histories say. */
    public static void requireSound(Path file) throws SQLException {
        assertThat(number(file, STRAYS)).as("chunks without their history").isZero();
        assertThat(number(file, DAMAGE)).as("faults of the file").isZero();
    }

    /** That the chunks of a PostgreSQL are what their histories say. */
    public static void requireSound(Databases.Database database) throws SQLException {
        assertThat(number(database, STRAYS)).as("chunks without their history").isZero();
    }

    /** What a query of one number says. */
    public static long number(Path file, String sql) throws SQLException {
        return number(Databases.sqliteFile(file), sql);
    }

    private static long number(Databases.Database database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }
}
