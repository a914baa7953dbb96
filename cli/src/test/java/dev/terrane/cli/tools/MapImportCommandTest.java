package dev.terrane.cli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    private String target = "";
    private String headers = "";
    private String body = "";
    private int status = 200;
    private String reply = "{\"chunks\":6,\"warnings\":[]}";

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

    @Test
    void theMapAndItsFilesAreSentByTheirRelativePaths() throws IOException {
        Cli result = run("tiles.tsx", "--id", "once");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out()).contains("chunks: 6");
        assertThat(target).isEqualTo("POST /api/v1/worlds/wx/imports?room=r");
        assertThat(headers).contains("Bearer secret", "once", "multipart/form-data; boundary=");
        assertThat(body)
                .contains("name=\"map\"; filename=\"map.tmx\"")
                .contains("name=\"tiles.tsx\"; filename=\"tiles.tsx\"")
                .contains("source=\"tiles.tsx\"")
                .contains("<tileset name=\"inside\"/>");
    }

    @Test
    void referencesOutsideTheMapsFolderAreSentFromTheFolderThatHoldsBoth() throws IOException {
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
        assertThat(target).isEmpty();
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
        status = 409;
        reply =
                "{\"type\":\"urn:terrane:error:ROOM_NOT_EMPTY\",\"title\":\"t\",\"detail\":\"w:r has 6 chunks\"}";

        Cli result = run("tiles.tsx");

        assertThat(result.exit()).isEqualTo(ExitCode.NO);
        assertThat(result.err()).contains("409", "w:r has 6 chunks", "ROOM_NOT_EMPTY");
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
        target = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        headers = exchange.getRequestHeaders().values().toString();
        body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
