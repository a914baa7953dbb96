package dev.terrane.gateway.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.gateway.system.Deployment.Reply;
import dev.terrane.session.SessionApp;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldApp;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A chunk edit in world-service reaches the boxes of a session, also one made while it was away.
 */
class RoomEditIT {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final String CHUNK = "/api/v1/worlds/hall/rooms/floor/chunks/0,0,0";

    @TempDir private Path folder;

    @Test
    void anEditOfTheRoomChangesTheBoxesOfItsSession() {
        try (Deployment deployment = new Deployment(folder)) {
            deployment
                    .start("world", WorldApp.class)
                    .start("session", SessionApp.class)
                    .startGateway();
            String admin = deployment.token("root", "admin");
            ok(deployment.importMap("/api/v1/worlds/hall/imports?room=floor", admin, "b", map()));
            ok(
                    deployment.post(
                            "/terrane.session.v1alpha1.SessionService/CreateSession",
                            admin,
                            """
                            {"spec":{"name":"hall","world":"hall","room":"floor"}}"""));
            assertThat(boxes(deployment, admin)).isEqualTo(1);
            // A hole in the middle of the row cuts the one box in two.
            edit(deployment, admin, 5, false);
            Await.until(SOON, "two boxes", () -> boxes(deployment, admin) == 2);
            Await.until(SOON, "revision 2 pinned", () -> pinned(deployment, admin) == 2);
            deployment.stop("session");
            edit(deployment, admin, 10, false);
            deployment.start("session", SessionApp.class);
            Await.until(SOON, "three boxes", () -> boxes(deployment, admin) == 3);
            Await.until(SOON, "revision 3 pinned", () -> pinned(deployment, admin) == 3);
            // The changes are commands of the journal, at the chunk's revisions.
            Reply journal = deployment.get("/api/v1/sessions/hall/journal/1", admin);
            assertThat(journal.body()).contains("room-0-0");
            // A world that was away is read again when it is back.
            deployment.stop("world");
            deployment.start("world", WorldApp.class);
            edit(deployment, admin, 5, true);
            Await.until(SOON, "two boxes", () -> boxes(deployment, admin) == 2);
            Await.until(SOON, "revision 4 pinned", () -> pinned(deployment, admin) == 4);
        }
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 299);
        return reply;
    }

    private static int boxes(Deployment deployment, String token) {
        return ok(deployment.get("/api/v1/sessions/hall/bodies", token))
                .json()
                .path("items")
                .size();
    }

    private static int pinned(Deployment deployment, String token) {
        return ok(deployment.get("/api/v1/sessions/hall", token))
                .json()
                .path("pinnedChunks")
                .path(0)
                .path("revision")
                .asInt();
    }

    /** Takes a tile of the solid row away, or puts it back. */
    private static void edit(Deployment deployment, String token, int x, boolean solid) {
        Reply chunk = ok(deployment.get(CHUNK, token));
        var tiles = chunk.json().path("tiles").path(0).path("tiles");
        int row = 15 * (int) Math.sqrt(tiles.size());
        int tile = solid ? tiles.path(row).asInt() : 0;
        ok(
                deployment.send(
                        CHUNK,
                        token,
                        request ->
                                request.header("Content-Type", "application/json-patch+json")
                                        .header(
                                                "If-Match",
                                                chunk.raw()
                                                        .headers()
                                                        .firstValue("ETag")
                                                        .orElseThrow())
                                        .method(
                                                "PATCH",
                                                BodyPublishers.ofString(
                                                        """
                                                        [{"op":"replace",
                                                          "path":"/tiles/0/tiles/%d",
                                                          "value":%d}]"""
                                                                .formatted(row + x, tile)))));
    }

    /** 16 by 16 tiles, the last row solid. */
    static String map() {
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < 256; i++) {
            cells.append(i < 240 ? "1" : "2").append(i < 255 ? "," : "");
        }
        String map =
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <map version="1.10" orientation="orthogonal" renderorder="right-down" width="16"
                     height="16" tilewidth="16" tileheight="16" infinite="0">
                 <tileset firstgid="1" source="tiles.tsx"/>
                 <layer id="1" name="ground" width="16" height="16"><data encoding="csv">
                %s</data></layer>
                </map>"""
                        .formatted(cells);
        return MapUpload.of("hall.tmx", map);
    }
}
