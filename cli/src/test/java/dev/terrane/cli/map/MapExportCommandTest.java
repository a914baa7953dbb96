package dev.terrane.cli.map;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.terrane.cli.Cli;
import dev.terrane.cli.ExitCode;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.Meta;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.maps.ImportOptions;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.MapImporter;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapExportCommandTest {
    private static final String MAP =
            """
            <map width="40" height="1" tilewidth="16" tileheight="16">
            <tileset firstgid="1" name="t" tilecount="4"><image source="t.png"/></tileset>
            <layer id="1" name="ground"><data encoding="csv">%s</data></layer>
            <objectgroup name="o"><object id="3" type="spawn" x="8" y="8"/></objectgroup></map>
            """
                    .formatted("1,2,3,4,".repeat(10).replaceAll(",$", ""));

    @TempDir private Path folder;

    @Test
    void aMapIsConvertedAndImportsToTheSameChunks() throws IOException {
        Path map = Files.writeString(folder.resolve("a.tmx"), MAP);
        Path tmj = folder.resolve("a.tmj");
        Path json = folder.resolve("a.json");

        Cli first = Cli.run("map", "export", "--from", map.toString(), "--out", tmj.toString());
        Cli second =
                Cli.run(
                        "map",
                        "export",
                        "--from",
                        tmj.toString(),
                        "--format",
                        "json",
                        "--out",
                        json.toString());

        assertThat(first.exit()).as(first.err()).isZero();
        assertThat(second.exit()).as(second.err()).isZero();
        assertThat(chunks(tmj)).isEqualTo(chunks(map)).hasSize(2);
        assertThat(chunks(json)).isEqualTo(chunks(map));
    }

    @Test
    void aRoomIsFetchedChunkByChunk() throws IOException {
        List<Chunk> room = chunks(Files.writeString(folder.resolve("a.tmx"), MAP));
        HttpServer gateway =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/", exchange -> answer(exchange, room));
        gateway.start();
        try {
            Cli result =
                    Cli.run(
                            "map",
                            "export",
                            "--world",
                            "w",
                            "--room",
                            "r",
                            "--token",
                            "secret",
                            "--url",
                            "http://127.0.0.1:" + gateway.getAddress().getPort());

            assertThat(result.exit()).as(result.err()).isZero();
            Path tmj = Files.writeString(folder.resolve("b.tmj"), result.out());
            assertThat(chunks(tmj)).isEqualTo(room);
        } finally {
            gateway.stop(0);
        }
    }

    @Test
    void whatIsMissingOrBrokenIsSaid() throws IOException {
        Path broken =
                Files.writeString(
                        folder.resolve("b.tmx"), MAP.replace("\"3\"", "\"3\" gid=\"99\""));

        Cli nothing = Cli.run("map", "export");
        Cli refused = Cli.run("map", "export", "--from", broken.toString());
        Cli size = Cli.run("map", "export", "--from", broken.toString(), "--chunk-size", "0x1x1");

        assertThat(nothing.exit()).isEqualTo(ExitCode.USAGE);
        assertThat(nothing.err()).contains("--world");
        assertThat(refused.exit()).isEqualTo(ExitCode.NO);
        assertThat(refused.err()).contains("object 3", "tile 99");
        assertThat(size.exit()).isEqualTo(ExitCode.USAGE);
    }

    private static void answer(HttpExchange exchange, List<Chunk> room) throws IOException {
        String path = exchange.getRequestURI().getPath();
        byte[] reply;
        if (path.endsWith("/rooms/r")) {
            reply = bytes("{\"min\":[0,0,0],\"max\":[40,1,1]}");
        } else if (path.endsWith("/chunks")) {
            boolean first = exchange.getRequestURI().getQuery().endsWith("pageToken=");
            reply =
                    bytes(
                            "{\"items\":[{\"key\":\"%s\"}],\"nextPageToken\":\"%s\"}"
                                    .formatted(
                                            room.get(first ? 0 : 1).key(), first ? "0,0,0" : ""));
        } else {
            reply = AgpcCodec.encode(room.get(path.contains("/0,0,0") ? 0 : 1)).bytes().toArray();
        }
        boolean known =
                String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"))
                        .equals("Bearer secret");
        exchange.sendResponseHeaders(known ? 200 : 401, reply.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(reply);
        }
    }

    private static List<Chunk> chunks(Path map) throws IOException {
        ImportOutcome outcome =
                MapImporter.importMap(
                        "map",
                        Bytes.wrap(Files.readAllBytes(map)),
                        path -> Optional.empty(),
                        ImportOptions.of(RoomKey.of("w", "r"), ChunkGrid.DEFAULT, Meta.NONE));
        assertThat(outcome).as(outcome.toString()).isInstanceOf(ImportOutcome.Imported.class);
        return ((ImportOutcome.Imported) outcome).chunks();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
