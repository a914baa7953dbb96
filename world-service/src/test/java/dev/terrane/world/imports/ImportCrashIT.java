package dev.terrane.world.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import dev.terrane.world.WorldChild;
import dev.terrane.world.WorldChildren;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service is killed in the middle of imports, at points that are named, again and again on the
 * same data. Nothing of an import is seen before all of it, and it goes on by itself.
 */
class ImportCrashIT extends WorldChildren {

    /** 6 × 25 chunks: three slices. */
    private static final Maps MAP = Maps.of(6 * 32, 25 * 32, 2);

    private static final Maps CHANGED = MAP.with(0, 0, 3).with(190, 799, 4);

    /** Room, state, which transaction of it, and what becomes of the job. */
    private enum Point {
        FIRST_SLICE_STAGED("a", "staging", 1, "done"),
        LAST_SLICE_STAGED("b", "staging", 3, "done"),
        ALL_STAGED("c", "staging", 4, "done"),
        PLANNED("d", "planning", 1, "done"),
        ROOM_MADE("e", "committing", 1, "done"),
        FIRST_SLICE_COMMITTED("f", "committing", 2, "done"),
        LAST_SLICE_COMMITTED("g", "committing", 4, "done"),
        CANCEL_BEGUN("h", "committing", 3, "cancelled"),
        COMPARED_AGAIN("a", "planning", 2, "done");

        private final String room;
        private final String stop;
        private final String end;

        Point(String room, String state, int transaction, String end) {
            this.room = room;
            this.stop = room + ":" + state + ":" + transaction;
            this.end = end;
        }
    }

    /** A job that a kill left. */
    private record Left(Point point, String id) {}

    @TempDir static Path data;

    @Test
    void anImportGoesOnAfterAKillAndIsSeenWholeOrNotAtAll() throws Exception {
        Left left = null;
        for (Point point : Point.values()) {
            left = round(point, left);
        }
        try (WorldChild service = startService("none:staging:1")) {
            verify(service, left);
        }
    }

    /** One process: what the last one left comes to its end, and another import is killed. */
    private Left round(Point point, Left before) throws Exception {
        try (WorldChild service = startService(point.stop)) {
            if (before != null) {
                verify(service, before);
            }
            boolean again = point == Point.COMPARED_AGAIN;
            JsonNode job = begin(service, point, again ? CHANGED : MAP);
            service.awaitLine(line -> line.startsWith(StopConfiguration.STOPPED));
            if (!again) {
                assertUnseen(service, point.room);
            }
            String id = job.path("id").asString("");
            if (point.end.equals("cancelled")) {
                assertThat(post(service, id + "/cancel").statusCode()).isEqualTo(202);
            }
            service.kill();
            WorldChild.requireSound(WorldChild.database(data));
            return new Left(point, id);
        }
    }

    private static WorldChild startService(String stop) {
        return startService(data, "importstop=" + stop);
    }

    private static JsonNode begin(WorldChild service, Point point, Maps map) throws IOException {
        String part =
                "--x\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\n\r\n%s\r\n";
        String body =
                part.formatted("map", "isle.tmx", map.tmx())
                        + part.formatted("s.tsx", "s.tsx", Maps.SET)
                        + "--x--\r\n";
        HttpResponse<String> reply =
                service.send(
                        "POST",
                        "/api/v1/worlds/w/imports?room=" + point.room,
                        body,
                        "Content-Type",
                        "multipart/form-data; boundary=x",
                        "Idempotency-Key",
                        point.name());
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(202);
        return JsonMapper.shared().readTree(reply.body());
    }

    private void assertUnseen(WorldChild service, String room) throws IOException {
        for (String path : List.of("", "/chunks", "/objects", "/chunks/0,0,0")) {
            String at = "/api/v1/worlds/w/rooms/" + room + path;
            assertThat(service.get(at).statusCode()).as(at).isEqualTo(404);
        }
        HttpResponse<String> rooms = service.get("/api/v1/worlds/w/rooms");
        assertThat(rooms.body()).doesNotContain("\"" + room + "\"");
    }

    private void verify(WorldChild service, Left left) throws Exception {
        Await.until(
                LONG,
                left.point() + " comes to its end",
                () ->
                        service.get("/api/v1/worlds/w/imports/" + left.id())
                                .body()
                                .contains("\"state\":\"" + left.point().end + "\""));
        String room = left.point().room;
        if (left.point().end.equals("cancelled")) {
            assertUnseen(service, room);
            assertThat(rows("chunks", room) + rows("revisions", room)).isZero();
            return;
        }
        boolean again = left.point() == Point.COMPARED_AGAIN;
        assertThat(rows("chunks", room)).isEqualTo(150);
        assertThat(rows("revisions", room)).isEqualTo(again ? 152 : 150);
        // The call whose answer nobody may have got gives the same job.
        assertThat(begin(service, left.point(), again ? CHANGED : MAP).path("id").asString(""))
                .isEqualTo(left.id());
        assertThat(service.get("/api/v1/worlds/w/rooms/" + room + "/chunks/5,24,0").statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> post(WorldChild service, String path) throws IOException {
        return service.send("POST", "/api/v1/worlds/w/imports/" + path, "");
    }

    private static long rows(String table, String room) throws SQLException {
        String key = table.equals("chunks") ? "key" : "chunk_key";
        return WorldChild.number(
                WorldChild.database(data),
                "SELECT COUNT(*) FROM %s WHERE %s >= 'w:%s:' AND %s < 'w:%s;'"
                        .formatted(table, key, room, key, room));
    }
}
