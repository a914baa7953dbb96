package dev.terrane.world.moderation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A server whose room {@code w/r} holds what is flagged for more than most may see. Every word of
 * that content but the flagged asset's name has {@value #WORD} in it.
 *
 * <ul>
 *   <li>0,0,0: flagged, with three revisions;
 *   <li>1,0,0: the same, deleted;
 *   <li>2,0,0: flagged in its first revision, mild in its second;
 *   <li>3,0,0: flagged, its payload damaged;
 *   <li>room m: imported, edited, and imported again into a plan with conflicts.
 * </ul>
 */
final class GatedWorld implements AutoCloseable {
    static final String WORD = "secret";
    static final String GORE = "gore/skull";
    static final String ROOM = "/api/v1/worlds/w/rooms/r";

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final List<String> ROLES =
            List.of("viewer", "player", "editor", "moderator", "authority", "operator", "admin");
    private static final String SET =
            "<tileset name=\"gore\" tilecount=\"4\"><image source=\"s.png\"/></tileset>";

    final WorldServer server;

    /** May call everything and see everything. */
    final String adult;

    /** May call everything and see nothing that is flagged. */
    final String child;

    /** The import that waits with conflicts, and the job of the flags. */
    final String plan;

    static final String FLAGS_JOB = "flag-gore";

    GatedWorld(Path folder) {
        server = WorldServer.start(folder);
        adult = token("eve", Map.of("violence", 3), true);
        child = token("ann", Map.of(), false);
        ok("POST", "/api/v1/worlds", "{'id':'w','name':'World','chunkSize':[4,4,1]}");
        ok(
                "POST",
                "/api/v1/worlds/w/rooms",
                "{'id':'r','name':'Room','min':[-40,-40,0],'max':[40,40,1]}");
        for (int cx = 0; cx < 4; cx++) {
            String first = ok("PUT", path(cx), document(cx, GORE), "If-None-Match", "*");
            String second =
                    ok(
                            "PUT",
                            path(cx),
                            document(cx, cx == 2 ? "tiles/mild" : GORE)
                                    .replace("'tiles':[0,", "'tiles':[1,"),
                            "If-Match",
                            first);
            if (cx == 1) {
                ok("DELETE", path(cx), "", "If-Match", second);
            }
        }
        imported(1, "");
        String cell = "/api/v1/worlds/w/rooms/m/chunks/0,0,0";
        ok(
                "PATCH",
                cell,
                "[{'op':'replace','path':'/tiles/0/tiles/1','value':0}]",
                "If-Match",
                server.sendAs(adult, "GET", cell, "").header("ETag"));
        plan = imported(3, "&mode=plan").text("id");
        for (String asset : List.of(GORE, "tiles/gore/0")) {
            Reply flagged =
                    server.sendAs(
                            adult,
                            "PUT",
                            "/api/v1/assets/flags?asset=" + asset,
                            "{'categories':{'violence':'severe'},'mature':false}",
                            "Content-Type",
                            "application/json",
                            "Idempotency-Key",
                            asset.equals(GORE) ? FLAGS_JOB : "flag-more");
            assertThat(flagged.status()).as(flagged.body()).isEqualTo(202);
            String job = flagged.json().path("job").path("id").asString("");
            Await.until(
                    LONG,
                    "job " + job + " done",
                    () ->
                            server.sendAs(adult, "GET", "/api/v1/assets/jobs/" + job, "")
                                    .text("state")
                                    .equals("done"));
        }
        StoreThreads threads = server.bean(StoreThreads.class);
        JdbcTemplate jdbc = server.bean(JdbcTemplate.class);
        threads.run(
                () ->
                        jdbc.update(
                                "UPDATE chunks SET payload = substr(payload, 1, length(payload) - 1)"
                                        + " || x'7f' WHERE key = 'w:r:3:0:0'"));
    }

    private String token(String subject, Map<String, Integer> content, boolean mature) {
        return server.issuer()
                .token(subject, Map.of("roles", ROLES, "content", content, "mature", mature));
    }

    static String path(int cx) {
        return ROOM + "/chunks/" + cx + ",0,0";
    }

    private String ok(String method, String path, String body, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] =
                method.equals("PATCH") ? "application/json-patch+json" : "application/json";
        Reply reply = server.sendAs(adult, method, path, body, all);
        assertThat(reply.status()).as(path + " " + reply.body()).isEqualTo(200);
        return reply.header("ETag");
    }

    private Reply imported(int tile, String more) {
        Reply begun =
                server.startImportAs(
                        adult,
                        "/api/v1/worlds/w/imports?room=m" + more,
                        Map.of("map", map(tile), "s.tsx", SET));
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        Reply rest = server.awaitImport(begun);
        assertThat(rest.text("state")).as(rest.body()).isIn("done", "planned");
        return rest;
    }

    private static String document(int cx, String asset) {
        String text =
                """
                {'world_id':'w','room_id':'r','coord':{'cx':%d,'cy':0,'cz':0},
                 'tiles':[{'name':'secret-layer','layer_id':0,
                   'palette':[{'id':0,'asset_id':''},{'id':1,'asset_id':'%s'}],
                   'tiles':[0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}],
                 'objects':[{'id':'secret-%d','type':'secret-type','asset_id':'props/secret',
                   'transform':{'pos':[%d,1,0]},'properties':{'text':'secret-text'}}]}"""
                        .formatted(cx, asset, cx, cx * 4 + 1);
        return asset.equals(GORE) ? text : text.replace(WORD, "open");
    }

    /** Checksums of all content that is flagged. */
    Set<String> checksums() {
        StoreThreads threads = server.bean(StoreThreads.class);
        JdbcTemplate jdbc = server.bean(JdbcTemplate.class);
        return threads.read(
                () ->
                        new HashSet<>(
                                jdbc.queryForList(
                                        """
                                        SELECT checksum FROM revisions
                                        WHERE NOT (chunk_key = 'w:r:2:0:0' AND revision > 1)
                                        """,
                                        String.class)));
    }

    @Override
    public void close() {
        server.close();
    }

    private static String map(int tile) {
        return """
                <map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8">
                 <tileset firstgid="1" source="s.tsx"/>
                 <layer id="1" name="secret-layer"><data encoding="csv">1,%d</data></layer>
                 <objectgroup id="2" name="secret-group" offsetx="4"/>
                </map>
                """
                .formatted(tile);
    }
}
