package dev.terrane.cli.map;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MapImportCommandTest {
    private static final String MAP =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <map version="1.10" orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">
             <tileset firstgid="1" source="SOURCE"/>
            </map>
            """;

    @TempDir private Path folder;
    private HttpServer gateway;
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private volatile String headers = "";
    private volatile String body = "";

    /** Answers in their order, the last one again and again. */
    private final Deque<Answer> answers = new ConcurrentLinkedDeque<>();

    private record Answer(int status, String body) {}

    private static final String DONE =
            """
            {"id":"j1","kind":"import","state":"done","progress":{"total":6,"committed":6},
             "plan":{"added":6},"objects":13,"warnings":["image layer dropped"]}""";
    private static final String PLANNED =
            """
            {"id":"j1","kind":"import","state":"planned",
             "plan":{"changed":1,"conflicting":1,"conflicts":70}}""";
    private static final String CANCELLED = "{\"id\":\"j1\",\"state\":\"cancelled\"}";

    @BeforeEach
    void startGateway() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", this::answer);
        gateway.start();
        Files.createDirectories(folder.resolve("maps"));
        Files.writeString(folder.resolve("maps/tiles.tsx"), "<tileset name=\"inside\"/>");
        Files.writeString(folder.resolve("shared.tsx"), "<tileset name=\"outside\"/>");
    }

    @AfterEach
    void stopGateway() {
        gateway.stop(0);
    }

    private void answers(String... bodies) {
        for (String text : bodies) {
            answers.add(new Answer(202, text));
        }
    }

    @Test
    void theMapAndItsFilesAreSentByTheirRelativePathsAndTheJobIsWaitedFor() throws IOException {
        answers(
                "{\"id\":\"j1\",\"state\":\"staging\",\"progress\":{\"total\":6,\"staged\":2}}",
                "{\"id\":\"j1\",\"state\":\"committing\",\"progress\":{\"total\":6,\"committed\":4}}",
                DONE);

        Cli result = run("tiles.tsx", "--id", "once");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("chunks: 6 added", "objects: 13", "warning: image layer dropped");
        assertThat(result.err()).contains("staging: 2 of 6 chunks", "committing: 4 of 6 chunks");
        assertThat(targets)
                .containsExactly(
                        "POST /api/v1/worlds/wx/imports?room=r&mode=commit&prefer=none",
                        "GET /api/v1/worlds/wx/imports/j1",
                        "GET /api/v1/worlds/wx/imports/j1");
        assertThat(headers).contains("Bearer secret", "once", "multipart/form-data; boundary=");
        assertThat(body)
                .contains("name=\"map\"; filename=\"map.tmx\"")
                .contains("name=\"tiles.tsx\"; filename=\"tiles.tsx\"")
                .contains("source=\"tiles.tsx\"")
                .contains("<tileset name=\"inside\"/>");
    }

    @Test
    void aPlanIsPrintedByChunkAndCellAndNothingOfItStays() throws IOException {
        answers(
                PLANNED,
                "{\"items\":[{\"key\":\"wx:r:0:0:0\",\"kind\":\"changed\",\"items\":[]}]}",
                """
                {"items":[{"key":"wx:r:1:0:0","kind":"conflicting","conflicts":70,
                  "items":[{"text":"layer 1 'ground', cell (2, 0, 0): a, edited to b, in the map c"}]}]}""",
                CANCELLED);

        Cli result = run("tiles.tsx", "--plan", "--theirs");

        assertThat(result.exit()).isEqualTo(3);
        assertThat(result.out())
                .contains("import: planned, nothing was changed")
                .doesNotContain("j1")
                .contains("changed wx:r:0:0:0", "conflicting wx:r:1:0:0")
                .contains("cell (2, 0, 0): a, edited to b, in the map c", "and 69 more");
        assertThat(result.err()).contains("--ours", "--theirs");
        assertThat(targets.getFirst()).endsWith("?room=r&mode=plan&prefer=theirs");
        assertThat(targets.getLast()).isEqualTo("POST /api/v1/worlds/wx/imports/j1/cancel");
    }

    @Test
    void aPlanForProgramsNamesNoJob() throws IOException {
        answers(PLANNED, CANCELLED);

        Cli result = run("tiles.tsx", "--plan", "--format", "json");

        JsonNode plan = JsonMapper.shared().readTree(result.out());
        assertThat(plan.path("plan").path("conflicts").asInt(0)).isEqualTo(70);
        assertThat(plan.has("id") || plan.has("state")).isFalse();
    }

    @Test
    void aPlanWithoutConflictsIsNoFailure() throws IOException {
        answers("{\"id\":\"j1\",\"state\":\"planned\",\"plan\":{\"untouched\":6}}", CANCELLED);

        Cli result = run("tiles.tsx", "--plan");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("6 untouched");
    }

    @Test
    void bothSidesAtOnceAreRefused() throws IOException {
        Cli result = run("tiles.tsx", "--ours", "--theirs");

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(targets).isEmpty();
    }

    @Test
    void referencesOutsideTheMapsFolderAreSentFromTheFolderThatHoldsBoth() throws IOException {
        answers(DONE);

        Cli result = run("../shared.tsx");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(body)
                .contains("name=\"map\"; filename=\"maps/map.tmx\"")
                .contains("name=\"shared.tsx\"")
                .contains("source=\"../shared.tsx\"")
                .contains("<tileset name=\"outside\"/>");
    }

    @Test
    void aMissingTilesetIsNamedAndNothingIsSent() throws IOException {
        Cli result = run("gone.tsx");

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("gone.tsx");
        assertThat(targets).isEmpty();
    }

    @Test
    void aTruncatedMapIsRefusedWithItsPlace() throws IOException {
        Path map =
                Files.writeString(
                        folder.resolve("maps/map.tmx"),
                        "<map width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">\n<tileset");

        Cli result =
                Cli.run(
                        "map",
                        "import",
                        map.toString(),
                        "--world",
                        "w",
                        "--room",
                        "r",
                        "--url",
                        "http://127.0.0.1:1");

        assertThat(result.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(result.err()).contains("map.tmx:2");
    }

    @Test
    void theServersRefusalIsShown() throws IOException {
        answers.add(
                new Answer(
                        429,
                        "{\"type\":\"urn:terrane:error:RESOURCE_EXHAUSTED\",\"title\":\"t\",\"detail\":\"too many\"}"));

        Cli result = run("tiles.tsx");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err()).contains("429", "too many", "RESOURCE_EXHAUSTED");
    }

    @Test
    void aJobThatFailsIsTheMapsRefusal() throws IOException {
        answers(
                """
                {"id":"j1","state":"failed",
                 "problem":{"title":"The map cannot be imported","detail":"map.tmx:4:2: no such",
                  "type":"urn:terrane:error:MAP_INVALID"}}""");

        Cli result = run("tiles.tsx");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err()).contains("map.tmx:4:2: no such", "MAP_INVALID");
    }

    @Test
    void anInterruptedImportIsCancelledOrSaysHowToComeBack() {
        answers(CANCELLED);
        answers.add(new Answer(409, "{\"detail\":\"it is done\"}"));
        StringWriter said = new StringWriter();
        MapImportCommand command = new MapImportCommand();
        new CommandLine(command).setErr(new PrintWriter(said));
        JsonNode job = JsonMapper.shared().readTree("{\"id\":\"j1\",\"state\":\"committing\"}");
        try (ImportClient client = new ImportClient(url(), "secret", "wx")) {
            command.interrupted(client, null, "wx");
            assertThat(said.toString()).isEmpty();
            command.interrupted(client, job, "wx");
            command.interrupted(client, job, "wx");
        }

        assertThat(said.toString())
                .contains("import j1 is cancelled")
                .contains("terrane map resume j1 --world wx");
        assertThat(targets).hasSize(2).allMatch(t -> t.endsWith("/imports/j1/cancel"));
    }

    @Test
    void importsAreListedTakenBackAndComeBackTo() {
        answers(
                """
                {"items":[{"id":"j1","kind":"import","room":"r","state":"done","file":"isle.tmx",
                  "createdAt":"2026-11-29T20:00:00Z","rolledBackBy":"j2"}],"nextPageToken":"t"}""",
                "{\"items\":[],\"nextPageToken\":\"\"}",
                DONE);

        Cli list = Cli.run(with("map", "imports", "--room", "r"));
        Cli back = Cli.run(with("map", "rollback", "j1", "--ours", "--id", "k"));
        Cli resumed = Cli.run(with("map", "resume", "j1", "--theirs"));

        assertThat(list.out()).contains("j1", "isle.tmx", "taken back by j2");
        assertThat(back.exit()).as(back.err()).isZero();
        assertThat(resumed.exit()).as(resumed.err()).isZero();
        assertThat(targets)
                .containsExactly(
                        "GET /api/v1/worlds/wx/imports?room=r&limit=1000&pageToken=",
                        "GET /api/v1/worlds/wx/imports?room=r&limit=1000&pageToken=t",
                        "POST /api/v1/worlds/wx/imports/j1/rollback?mode=commit&prefer=ours",
                        "POST /api/v1/worlds/wx/imports/j1/resume?prefer=theirs");
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + gateway.getAddress().getPort());
    }

    private String[] with(String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--world", "wx", "--token", "secret", "--url", url().toString()));
        return all.toArray(String[]::new);
    }

    private Cli run(String source, String... more) throws IOException {
        Path map = Files.writeString(folder.resolve("maps/map.tmx"), MAP.replace("SOURCE", source));
        String[] arguments = {
            "map",
            "import",
            map.toString(),
            "--world",
            "wx",
            "--room",
            "r",
            "--token",
            "secret",
            "--url",
            "http://127.0.0.1:" + gateway.getAddress().getPort()
        };
        String[] all = new String[arguments.length + more.length];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        return Cli.run(all);
    }

    private void answer(HttpExchange exchange) throws IOException {
        targets.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!sent.isEmpty()) {
            headers = exchange.getRequestHeaders().values().toString();
            body = sent;
        }
        Answer next = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
        byte[] bytes = next.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(next.status(), bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
