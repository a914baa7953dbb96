package dev.terrane.world.imports.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * As many chunks as one transaction commits, and one more: 16, or with {@code -Dterrane.long=true}
 * the 4,096 that are the most there may be.
 */
class ImportLimitIT {
    private static final int MAX = Boolean.getBoolean("terrane.long") ? 4_096 : 16;
    private static final String SET =
            "<tileset name=\"s\" tilecount=\"4\"><image source=\"s.png\"/></tileset>";

    @TempDir static Path folder;

    /** A row of chunks of which the first few show another tile. */
    private static String map(int other) {
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < (MAX + 1) * 32; i++) {
            cells.append(i == 0 ? "" : ",").append(i / 32 < other ? 2 : 1);
        }
        return """
            <map orientation="orthogonal" width="%d" height="1" tilewidth="8" tileheight="8">
             <tileset firstgid="1" source="s.tsx"/>
             <layer id="1" name="ground"><data encoding="csv">%s</data></layer>
            </map>"""
                .formatted((MAX + 1) * 32, cells);
    }

    private static int at(WorldServer world, int revision) {
        Integer count =
                world.bean(StoreThreads.class)
                        .read(
                                () ->
                                        world.bean(JdbcTemplate.class)
                                                .queryForObject(
                                                        "SELECT COUNT(*) FROM chunks"
                                                                + " WHERE revision = ?",
                                                        Integer.class,
                                                        revision));
        return count == null ? 0 : count;
    }

    @Test
    void theLimitGoesInOneTransactionAndOneMoreInSlices() {
        try (WorldServer world =
                WorldServer.start(folder, "terrane.world.imports.atomic-chunks-max=" + MAX)) {
            Reply made = run(world, map(0));
            assertThat(made.json().path("inSlices").asBoolean()).as("nobody sees it").isFalse();
            assertThat(at(world, 1)).isEqualTo(MAX + 1);

            Reply whole = run(world, map(MAX));
            assertThat(whole.json().path("inSlices").asBoolean()).isFalse();
            assertThat(whole.json().path("progress").path("committed").asInt()).isEqualTo(MAX);
            assertThat(at(world, 2)).isEqualTo(MAX);

            Reply slices = run(world, map(0).replace("\">1,", "\">3,").replace(",1", ",3"));
            assertThat(slices.json().path("inSlices").asBoolean()).isTrue();
            assertThat(slices.json().path("progress").path("committed").asInt()).isEqualTo(MAX + 1);
            assertThat(slices.json().path("left").asInt()).isZero();
            assertThat(at(world, 3)).isEqualTo(MAX);
            assertThat(at(world, 2)).isEqualTo(1);
        }
    }

    private static Reply run(WorldServer world, String map) {
        Reply job =
                world.importMap(
                        "/api/v1/worlds/isle/imports?room=main", Map.of("map", map, "s.tsx", SET));
        assertThat(job.text("state")).as(job.body()).isEqualTo("done");
        return job;
    }
}
