package dev.terrane.world.imports.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Provokes;
import dev.terrane.world.WorldServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
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

    @TempDir static Path folder;
    private WorldServer world;

    @BeforeAll
    void start() {
        world = WorldServer.start(folder, "terrane.world.imports.request-bytes-max=64KB");
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

    @Test
    @Provokes("ROOM_NOT_EMPTY")
    void aMapIsImportedOnce() {
        Reply first = run("main", MAP, "Idempotency-Key", "i1");
        Reply retry = run("main", MAP, "Idempotency-Key", "i1");
        Reply second = run("main", MAP);

        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(first.json().path("chunks").asInt()).isEqualTo(1);
        assertThat(first.json().path("objects").asInt()).isEqualTo(1);
        assertThat(retry.body()).isEqualTo(first.body());
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("code")).isEqualTo("ROOM_NOT_EMPTY");
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
    }

    @Test
    @Provokes("MAP_INVALID")
    void brokenMapsAreRefusedWithTheirPlaceAndLeaveNothing() {
        Reply truncated = run("cut", MAP.substring(0, MAP.length() / 2));
        Reply isometric = run("cut", MAP.replace("orthogonal", "isometric"));
        Reply unknown = run("cut", MAP.replace("4,1,2<", "4,1,9<"));

        assertThat(truncated.status()).isEqualTo(422);
        assertThat(truncated.text("code")).isEqualTo("MAP_INVALID");
        assertThat(truncated.text("field")).isEqualTo("isle.tmx");
        assertThat(truncated.json().path("line").asInt()).isPositive();
        assertThat(isometric.text("reason")).isEqualTo("UNSUPPORTED_ORIENTATION");
        assertThat(isometric.text("detail")).contains("isometric");
        assertThat(unknown.text("element")).contains("cell (2, 1)");
        assertNothingOf("cut");
    }

    @Test
    @Provokes("MAP_FILE_MISSING")
    void aMissingTilesetIsNamedByItsPath() {
        Reply reply = world.importMap("/api/v1/worlds/isle/imports?room=bare", Map.of("map", MAP));

        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text("code")).isEqualTo("MAP_FILE_MISSING");
        assertThat(reply.text("detail")).contains("sets/s.tsx");
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
        assertThat(reply.text("limitName")).isEqualTo("terrane.world.imports.request-bytes-max");
        assertNothingOf("large");
    }

    @Test
    void aMapInAFolderNamesFilesBesideThatFolder() {
        String part =
                "--x\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n%s\r\n";
        String body =
                part.formatted("map", "maps/isle.tmx", MAP.replace("sets/s.tsx", "../sets/s.tsx"))
                        + part.formatted("sets/s.tsx", "s.tsx", SET)
                        + "--x--\r\n";

        Reply reply =
                world.send(
                        "POST",
                        "/api/v1/worlds/isle/imports?room=beside",
                        body.getBytes(StandardCharsets.UTF_8),
                        "Content-Type",
                        "multipart/form-data; boundary=x");

        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    }
}
