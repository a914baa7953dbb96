package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.world.WorldServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What limits of imports are about with worlds in files of their own. */
class ImportsOfFilesIT {
    private static final String OWN = "terrane.world.files.own=true";
    private static final List<String> WORLDS = List.of("a", "b", "c");

    @TempDir Path data;

    private static String imports(String world) {
        return "/api/v1/worlds/" + world + "/imports?room=main";
    }

    private static Map<String, String> map(String cells) {
        return Map.of(
                "map",
                """
                <map orientation="orthogonal" width="2" height="2" tilewidth="8" tileheight="8">
                 <tileset firstgid="1" name="s" tilecount="8" tilewidth="8" tileheight="8">
                  <image source="s.png"/></tileset>
                 <layer id="1" name="ground" width="2" height="2">
                  <data encoding="csv">%s</data></layer>
                </map>
                """
                        .formatted(cells));
    }

    @Test
    void oneMapIsReadAtATimeWhereThatIsTheLimitAndEachFileHasItsOwnJobs() {
        try (WorldServer server =
                WorldServer.start(
                        data,
                        OWN,
                        "terrane.world.imports.concurrent-max=1",
                        "terrane.world.imports.jobs-max=1")) {
            List<Reply> accepted = new ArrayList<>();
            for (String world : WORLDS) {
                // One after the other is received; jobs-max would refuse the second in one
                // database.
                Reply plan = server.startImport(imports(world) + "&mode=plan", map("1,2,3,4"));
                assertThat(plan.status()).as(plan.body()).isEqualTo(202);
                accepted.add(plan);
            }
            for (Reply plan : accepted) {
                assertThat(server.awaitImport(plan).text("state")).isEqualTo("planned");
            }
            Reply second = server.startImport(imports("a"), map("1,2,3,4"));
            assertThat(second.status()).isEqualTo(429);
            assertThat(second.body()).contains("imports.jobs-max");
        }
    }

    @Test
    void whatIsToBeForgottenGoesWhenAFileIsOpened() {
        try (WorldServer server = WorldServer.start(data, OWN)) {
            for (String cells : List.of("1,2,3,4", "1,2,3,5", "1,2,3,6")) {
                assertThat(server.importMap(imports("a"), map(cells)).text("state"))
                        .isEqualTo("done");
            }
            assertThat(listed(server)).isEqualTo(3);
        }
        try (WorldServer server =
                WorldServer.start(data, OWN, "terrane.world.imports.jobs-kept=1ms")) {
            Await.until(
                    Duration.ofSeconds(30),
                    "all but the last import of the map are forgotten",
                    () -> listed(server) == 1);
        }
    }

    private static int listed(WorldServer server) {
        return server.get("/api/v1/worlds/a/imports").json().path("items").size();
    }
}
