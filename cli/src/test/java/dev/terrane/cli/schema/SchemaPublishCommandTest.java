package dev.terrane.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is sent to a server, and how its answers are told. */
class SchemaPublishCommandTest {
    private static final String HINTS =
            """
            {"format": "terrane.schema-hints", "version": 1, "classes": [
              {"name": "Player", "members": [{"name": "hp", "max": 100}]}]}
            """;

    @TempDir private Path folder;
    private final List<String> requests = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private HttpServer gateway;
    private int status = 200;
    private String reply =
            """
            {"items": [{"schema": {"id": "guest-room@3"}, "created": true,
              "plan": {"name": "guest-room", "accepted": true}}], "planHash": "abc"}
            """;

    @BeforeEach
    void start() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", this::answer);
        gateway.start();
        try (InputStream demo = getClass().getResourceAsStream("/demo/guest-room.schema.json")) {
            Files.copy(demo, folder.resolve("guest-room.schema.json"));
        }
        Files.writeString(folder.resolve("guest-room.hints.json"), HINTS);
        Files.writeString(folder.resolve("notes.txt"), "not read");
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        boolean hints = exchange.getRequestMethod().equals("PUT");
        byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(hints ? 204 : status, hints ? -1 : bytes.length);
        if (!hints) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }
    }

    private Cli run(String command, String... more) {
        List<String> arguments =
                new ArrayList<>(
                        List.of("schema", command, folder.toString(), "--token", "t", "--url"));
        arguments.add("http://127.0.0.1:" + gateway.getAddress().getPort());
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    @Test
    void theFolderIsOneCallAndHintsFollow() throws IOException {
        Cli result =
                run("publish", "--channel", "dev", "--reason", "build 7", "--plan-hash", "abc");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("guest-room@3  published");
        assertThat(requests)
                .containsExactly(
                        "POST /api/v1/schemas:publish", "PUT /api/v1/schemas/guest-room/hints");
        JsonNode body = JsonMapper.shared().readTree(bodies.getFirst());
        assertThat(body.path("documents").size()).isEqualTo(1);
        assertThat(body.path("documents").get(0).path("name").asString()).isEqualTo("guest-room");
        assertThat(body.path("documents").get(0).path("document").asString())
                .isEqualTo(Files.readString(folder.resolve("guest-room.schema.json")));
        assertThat(body.path("channel").asString()).isEqualTo("dev");
        assertThat(body.path("reason").asString()).isEqualTo("build 7");
        assertThat(body.path("planHash").asString()).isEqualTo("abc");
        assertThat(body.path("dryRun").asBoolean(true)).isFalse();
        assertThat(bodies.getLast()).isEqualTo(HINTS);
    }

    @Test
    void everyProblemOfEveryFileIsToldAndNothingIsSent() throws IOException {
        Files.writeString(folder.resolve("broken.json"), "{\n \"format\": 1}");
        Files.writeString(folder.resolve("Bad_Name.json"), "{}");
        Files.writeString(folder.resolve("guest-room.hints.json"), HINTS.replace("100", "99"));

        Cli result = run("publish");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err())
                .contains("broken.json:2:12 /format [json-type]")
                .contains("Bad_Name.json: is not named NAME.json")
                .contains("guest-room.schema.json: /configs/0/rows/0/hp [hint-range] 100 is above");
        assertThat(requests).isEmpty();
    }

    @Test
    void theServersReasonsAreToldWithTheirPlaces() {
        status = 409;
        reply =
                """
                {"code": "SCHEMA_INCOMPATIBLE", "title": "t", "fix": "retire the member first",
                 "detail": "FULL_TRANSITIVE does not allow it",
                 "errors": [{"schema": "guest-room", "pointer": "/classes/0/fields/1/name",
                   "rule": "member-renamed", "message": "hp became health", "fix": "keep the name"}]}
                """;

        Cli result = run("publish");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err())
                .contains(
                        "SCHEMA_INCOMPATIBLE: FULL_TRANSITIVE does not allow it",
                        "guest-room /classes/0/fields/1/name [member-renamed] hp became health",
                        "    fix: keep the name",
                        "  fix:  retire the member first");
        assertThat(requests).as("no hints after a refusal").hasSize(1);
    }

    @Test
    void aPlanSaysWhatWouldHappenAndAsksForNothing() {
        reply =
                """
                {"items": [{"schema": null, "created": false, "plan": {
                  "name": "guest-room", "latestVersion": 2, "nextVersion": 3, "accepted": false,
                  "mode": "FULL_TRANSITIVE",
                  "changes": [{"rule": "member-renamed", "before": {"pointer": "/b"},
                    "after": {"pointer": "/a"}, "impact": {"wire": "OK", "source": "BREAK",
                    "data": "OK", "authorisation": "OK"}}],
                  "forbidden": [{"message": "hp became health", "fix": "keep the name"}],
                  "confirmations": [], "warnings": [], "held": [], "affectedCount": 2}}],
                 "planHash": "abc"}
                """;

        Cli result = run("plan");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.out())
                .contains(
                        "guest-room: version 3, NOT allowed by FULL_TRANSITIVE",
                        "member-renamed /a  (wire OK, source BREAK, data OK, authorisation OK)",
                        "forbidden: hp became health",
                        "2 live holders",
                        "plan hash abc");
        assertThat(requests).containsExactly("POST /api/v1/schemas:publish");
        assertThat(bodies.getFirst()).contains("\"dryRun\":true");
        JsonNode json = JsonMapper.shared().readTree(run("plan", "--format", "json").out());
        assertThat(json.path("planHash").asString()).isEqualTo("abc");
    }

    @Test
    void anEmptyFolderIsAMistake() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThat(Cli.run("schema", "publish", empty.toString()).exit()).isEqualTo(ExitCode.USAGE);
        assertThat(Cli.run("schema", "plan", folder.resolve("none").toString()).exit())
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aServerThatIsNotThereExitsWithFive() {
        gateway.stop(0);

        assertThat(run("publish").exit()).isEqualTo(ExitCode.NOT_RUNNING);
    }
}
