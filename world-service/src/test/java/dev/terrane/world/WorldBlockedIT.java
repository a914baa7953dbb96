package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Databases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program holds the file: writes wait and then say so, everything else goes on. */
class WorldBlockedIT {
    @TempDir static Path folder;

    @Test
    void whileTheFileIsLockedReadsAndPingsAnswerAndWritesAreUnavailable() throws Exception {
        try (WorldServer world =
                WorldServer.start(folder, "terrane.world.store.busy-timeout=1500ms")) {
            String second = "{'id':'%s','name':'World'}";
            assertThat(world.json("POST", "/api/v1/worlds", second.formatted("a")).status())
                    .isEqualTo(200);
            Path file = folder.resolve("world").resolve("world.db");
            try (Connection other = Databases.sqliteFile(file).connect();
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN EXCLUSIVE");
                List<CompletableFuture<Reply>> blocked = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    String body = second.formatted("b" + i);
                    blocked.add(
                            CompletableFuture.supplyAsync(
                                    () -> world.json("POST", "/api/v1/worlds", body)));
                }
                long slowest = 0;
                for (int i = 0; i < 100; i++) {
                    long begin = System.nanoTime();
                    assertThat(world.get("/livez").status()).isEqualTo(200);
                    slowest = Math.max(slowest, System.nanoTime() - begin);
                }
                assertThat(world.get("/api/v1/worlds/a").status()).isEqualTo(200);
                System.out.println(
                        "slowest of 100 pings while blocked: "
                                + TimeUnit.NANOSECONDS.toMillis(slowest)
                                + " ms");
                for (CompletableFuture<Reply> reply : blocked) {
                    assertThat(reply.orTimeout(30, TimeUnit.SECONDS).join().text("code"))
                            .isEqualTo("UNAVAILABLE");
                }
                statement.execute("ROLLBACK");
            }
            assertThat(world.json("POST", "/api/v1/worlds", second.formatted("b0")).status())
                    .isEqualTo(200);
        }
    }
}
