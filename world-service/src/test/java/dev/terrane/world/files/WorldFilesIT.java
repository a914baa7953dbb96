package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds in files of their own, in the whole service. */
class WorldFilesIT {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String OWN = "terrane.world.files.own=true";
    private static final String CHUNK =
            """
            {"world_id":"%s","room_id":"r","coord":{"cx":0,"cy":0,"cz":0},
             "tiles":[{"name":"g","layer_id":0,"palette":[{"id":0,"asset_id":""},
               {"id":1,"asset_id":"t"}],"tiles":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}]}""";

    @TempDir Path data;

    private static String path(String world) {
        return "/api/v1/worlds/" + world;
    }

    private static String chunk(String world) {
        return path(world) + "/rooms/r/chunks/0,0,0";
    }

    private Path file(String world) {
        return data.resolve("world").resolve("worlds").resolve(world).resolve("world.db");
    }

    /** A world with one chunk. */
    private static void make(WorldServer server, String world) {
        ok(
                server.json(
                        "POST",
                        "/api/v1/worlds",
                        "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(world)));
        ok(
                server.json(
                        "POST",
                        path(world) + "/rooms",
                        "{'id':'r','name':'R','min':[0,0,0],'max':[40,40,1]}"));
        ok(server.json("PUT", chunk(world), CHUNK.formatted(world), "If-None-Match", "*"));
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isBetween(200, 202);
        return reply;
    }

    private static Reply edit(WorldServer server, String world, int cell) {
        return server.patch(
                chunk(world),
                server.get(chunk(world)).header("ETag"),
                "[{'op':'replace','path':'/tiles/0/tiles/%d','value':1}]".formatted(cell));
    }

    private static Reply upkeep(WorldServer server, String world, String what) {
        return server.sendAs(
                server.issuer().token("operator"),
                "POST",
                path(world) + "/maintenance/" + what,
                "");
    }

    private static List<String> worlds(WorldServer server) {
        return server.get("/api/v1/worlds")
                .json()
                .path("items")
                .valueStream()
                .map(world -> world.path("id").asString(""))
                .toList();
    }

    @Test
    void aWorldIsChangedWhileTheOthersWriterAndReadersAreHeld() throws Exception {
        try (WorldServer server = WorldServer.start(data, OWN)) {
            make(server, "a");
            make(server, "b");
            assertThat(file("a")).isRegularFile();
            assertThat(file("b")).isRegularFile();
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch go = new CountDownLatch(1);
            try (Lease lease = server.bean(WorldFiles.class).find(new WorldId("a")).orElseThrow()) {
                CompletableFuture<Boolean> blocked =
                        lease.world()
                                .threads()
                                .writeAsync(
                                        () -> {
                                            held.countDown();
                                            return await(go);
                                        });
                assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
                CompletableFuture<Reply> waiting =
                        CompletableFuture.supplyAsync(() -> edit(server, "a", 1));
                for (int cell = 1; cell < 6; cell++) {
                    ok(edit(server, "b", cell));
                }
                assertThat(waiting).isNotDone();
                go.countDown();
                ok(waiting.orTimeout(30, TimeUnit.SECONDS).join());
                assertThat(blocked.join()).isTrue();
            }
            assertThat(server.get(chunk("b")).json().at("/meta/revision").asInt()).isEqualTo(6);
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void aDamagedFileTakesDownItsOwnWorldOnlyAndIsRestoredWhileTheOtherGoesOn() throws Exception {
        String digest;
        try (WorldServer server = WorldServer.start(data, OWN)) {
            make(server, "a");
            make(server, "b");
            digest = ok(upkeep(server, "a", "backup?name=good")).text("digest");
            ok(upkeep(server, "b", "backup?name=good"));
            ok(edit(server, "a", 5));
        }
        damage(file("a"));
        try (WorldServer server = WorldServer.start(data, OWN)) {
            for (int i = 0; i < 2; i++) {
                Reply refused = server.get(chunk("a"));
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.text("code")).isEqualTo("STORE_UNFIT");
                assertThat(refused.body())
                        .contains(
                                "world 'a' cannot be used: its file worlds/a/world.db is damaged");
            }
            Reply byRpc = server.rpc("WorldService", "GetWorld", "{'world':'a'}", "viewer");
            assertThat(byRpc.text("code")).as("no client tries again").isEqualTo("data_loss");
            assertThat(server.get("/readyz").status()).isEqualTo(200);
            assertThat(worlds(server)).containsExactly("b");
            ok(edit(server, "b", 5));

            Files.createDirectories(file("a").resolveSibling("backups"));
            Files.copy(
                    file("b").resolveSibling("backups/good.db"),
                    file("a").resolveSibling("backups/other.db"));
            Reply strange = upkeep(server, "a", "restore?name=other");
            assertThat(strange.text("code")).isEqualTo("BACKUP_INVALID");
            assertThat(strange.body()).contains("holds world 'b'");
            assertThat(upkeep(server, "a", "restore?name=good&digest=00").text("code"))
                    .isEqualTo("BACKUP_INVALID");
            assertThat(upkeep(server, "a", "restore?name=none").text("code"))
                    .isEqualTo("BACKUP_INVALID");

            Reply restored = ok(upkeep(server, "a", "restore?name=good&digest=" + digest));
            assertThat(restored.json().path("chunks").asInt()).isEqualTo(1);
            assertThat(file("a").resolveSibling("replaced").resolve(restored.text("replaced")))
                    .isRegularFile();
            assertThat(server.get(chunk("a")).json().at("/meta/revision").asInt()).isEqualTo(1);
            ok(edit(server, "a", 6));
            assertThat(worlds(server)).containsExactly("a", "b");
            assertThat(ok(upkeep(server, "a", "verify")).json().path("checked").asInt())
                    .isEqualTo(1);
        }
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        for (int i = 0; i < 4096; i++) {
            bytes[i] = (byte) (i * 31);
        }
        Files.write(file, bytes);
    }

    @Test
    void aFolderOfOneFileOpensAsItWasAndNewWorldsGetFilesOfTheirOwn() throws Exception {
        try (WorldServer server = WorldServer.start(data)) {
            make(server, "m");
            assertThat(data.resolve("world").resolve("worlds")).doesNotExist();
        }
        try (WorldServer server = WorldServer.start(data, OWN)) {
            make(server, "z");
            make(server, "Ab");
            ok(edit(server, "m", 3));
            assertThat(file("m")).doesNotExist();
            assertThat(file("=ab")).isRegularFile();
            assertThat(worlds(server)).containsExactly("Ab", "m", "z");
            Reply first = server.get("/api/v1/worlds?limit=2");
            assertThat(first.text("nextPageToken")).isEqualTo("m");
            Reply last = server.get("/api/v1/worlds?limit=2&pageToken=m");
            assertThat(last.json().at("/items/0/id").asString("")).isEqualTo("z");
            assertThat(server.json("POST", "/api/v1/worlds", "{'id':'m','name':'Other'}").status())
                    .isEqualTo(409);
            assertThat(server.json("POST", "/api/v1/worlds", "{'id':'z','name':'Other'}").status())
                    .isEqualTo(409);
            Reply shared = upkeep(server, "m", "restore?name=x");
            assertThat(shared.text("code")).isEqualTo("INVALID_ARGUMENT");
            assertThat(shared.body()).contains("world 'm' has no file of its own");
            assertThat(server.get(path("none")).status()).isEqualTo(404);
        }
        try (WorldServer server = WorldServer.start(data)) {
            assertThat(worlds(server)).as("whatever new ones get").containsExactly("Ab", "m", "z");
            ok(edit(server, "z", 3));
        }
    }

    @Test
    void flagsHoldInEveryFileAlsoInOneThatWasClosedWhenTheyWereSaid() throws Exception {
        try (WorldServer server = WorldServer.start(data, OWN, "terrane.world.files.open-max=1")) {
            make(server, "a");
            make(server, "b");
            ok(flag(server, "severe"));
            assertThat(server.get(chunk("b")).text("code")).isEqualTo("CHUNK_GATED");
            // While b's job runs its file stays open, and there is no place for a's.
            Reply gated = awaitPlace(server, "a");
            assertThat(gated.text("code")).isEqualTo("CHUNK_GATED");
            ok(flag(server, "none"));
            for (String world : List.of("a", "b")) {
                Await.value(
                        LONG,
                        "rewritten",
                        () ->
                                Optional.of(server.get(chunk(world)))
                                        .filter(reply -> reply.status() == 200));
            }
        }
    }

    @Test
    void aFileThatCannotTakeAFlagIsShutUntilItCan() throws Exception {
        try (WorldServer server =
                WorldServer.start(data, OWN, "terrane.world.store.busy-timeout=300ms")) {
            make(server, "a");
            make(server, "b");
            try (Connection other = Databases.sqliteFile(file("a")).connect();
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN EXCLUSIVE");
                ok(flag(server, "severe"));
                assertThat(server.get(chunk("b")).text("code")).isEqualTo("CHUNK_GATED");
                assertThat(server.get(chunk("a")).status()).isEqualTo(503);
                statement.execute("ROLLBACK");
            }
            Reply again =
                    Await.value(
                            LONG,
                            "the file opened again",
                            () ->
                                    Optional.of(server.get(chunk("a")))
                                            .filter(reply -> reply.status() != 503));
            assertThat(again.text("code")).isEqualTo("CHUNK_GATED");
        }
    }

    private static Reply awaitPlace(WorldServer server, String world) {
        return Await.value(
                LONG,
                "a place for the file",
                () -> Optional.of(server.get(chunk(world))).filter(reply -> reply.status() != 429));
    }

    private static Reply flag(WorldServer server, String severity) {
        return server.sendAs(
                server.issuer().token("moderator"),
                "PUT",
                "/api/v1/assets/flags?asset=t",
                "{'categories':{'violence':'%s'},'mature':false}".formatted(severity),
                "Content-Type",
                "application/json");
    }

    @Test
    void noMoreFilesAreOpenThanTheLimitSays() {
        try (WorldServer server = WorldServer.start(data, OWN, "terrane.world.files.open-max=1")) {
            WorldFiles files = server.bean(WorldFiles.class);
            make(server, "a");
            make(server, "b");
            for (int cell = 1; cell < 4; cell++) {
                ok(edit(server, "a", cell));
                ok(edit(server, "b", cell));
                assertThat(files.counts().open()).isLessThanOrEqualTo(1);
            }
            try (Lease _ = files.find(new WorldId("a")).orElseThrow()) {
                Reply refused = server.get(chunk("b"));
                assertThat(refused.status()).isEqualTo(429);
                assertThat(refused.body()).contains("world.files.open-max");
                ok(server.get(chunk("a")));
            }
            ok(server.get(chunk("b")));
        }
    }

    @Test
    void callsByRpcGoToTheFileAndThoseOnAllWorldsToEach() {
        try (WorldServer server = WorldServer.start(data)) {
            make(server, "m");
        }
        try (WorldServer server = WorldServer.start(data, OWN)) {
            rpc(server, "WorldService", "CreateWorld", world("a"), "editor");
            rpc(
                    server,
                    "WorldService",
                    "CreateRoom",
                    "{'room':{'world':'a','id':'r','name':'R','bounds':"
                            + "{'min':{},'max':{'x':40,'y':40,'z':1}}}}",
                    "editor");
            assertThat(file("a")).isRegularFile();
            ok(server.json("PUT", chunk("a"), CHUNK.formatted("a"), "If-None-Match", "*"));
            Reply chunks =
                    rpc(
                            server,
                            "ChunkService",
                            "GetChunks",
                            "{'keys':[{'world':'a','room':'r'}]}",
                            "viewer");
            assertThat(chunks.json().path("chunks")).hasSize(1);
            Reply worlds = rpc(server, "WorldService", "ListWorlds", "{}", "viewer");
            assertThat(
                            worlds.json()
                                    .path("worlds")
                                    .valueStream()
                                    .map(w -> w.path("id").asString("")))
                    .containsExactly("a", "m");
            assertThat(verify(server, "{}")).as("of all").isEqualTo(2);
            assertThat(verify(server, "{'scope':{'world':'a'}}")).isEqualTo(1);
            assertThat(verify(server, "{'scope':{'world':'m'}}")).isEqualTo(1);

            Reply made =
                    rpc(
                            server,
                            "MaintenanceService",
                            "CreateBackup",
                            "{'world':'a','name':'one'}",
                            "operator");
            assertThat(file("a").resolveSibling("backups/one.db")).isRegularFile();
            ok(edit(server, "a", 3));
            Reply restored =
                    rpc(
                            server,
                            "WorldFileService",
                            "RestoreBackup",
                            "{'world':'a','name':'one','digest':'%s'}"
                                    .formatted(made.text("digest")),
                            "operator");
            assertThat(restored.text("digest")).isEqualTo(made.text("digest"));
            assertThat(server.get(chunk("a")).json().at("/meta/revision").asInt()).isEqualTo(1);
            assertThat(
                            server.rpc(
                                            "MaintenanceService",
                                            "CreateBackup",
                                            "{'world':'none','name':'two'}",
                                            "operator")
                                    .status())
                    .isEqualTo(404);
        }
    }

    private static String world(String id) {
        return "{'world':{'id':'%s','name':'W','chunkSize':{'x':4,'y':4,'z':1}}}".formatted(id);
    }

    private static Reply rpc(
            WorldServer server, String service, String method, String message, String role) {
        return ok(server.rpc(service, method, message, role));
    }

    private static int verify(WorldServer server, String message) {
        return rpc(server, "MaintenanceService", "VerifyChunks", message, "operator")
                .json()
                .path("checked")
                .asInt();
    }

    @Test
    void anImportMakesAWorldInAFileOfItsOwn() {
        try (WorldServer server = WorldServer.start(data, OWN)) {
            Reply job =
                    server.importMap(
                            path("a") + "/imports?room=main",
                            Map.of(
                                    "map",
                                    """
                                    <map orientation="orthogonal" width="2" height="2"
                                         tilewidth="8" tileheight="8">
                                     <tileset firstgid="1" name="s" tilecount="8"
                                              tilewidth="8" tileheight="8">
                                      <image source="s.png"/></tileset>
                                     <layer id="1" name="ground" width="2" height="2">
                                      <data encoding="csv">1,2,3,4</data></layer>
                                    </map>
                                    """));
            assertThat(job.text("state")).as(job.body()).isEqualTo("done");
            assertThat(file("a")).isRegularFile();
            assertThat(worlds(server)).containsExactly("a");
            assertThat(ok(server.get(path("a") + "/imports")).json().path("items")).hasSize(1);
        }
    }

    @Test
    void aWorldInAFileOfItsOwnWritesBehindByItself() {
        try (WorldServer server =
                WorldServer.start(data, OWN, "terrane.world.write-behind.interval=1h")) {
            make(server, "a");
            make(server, "b");
            ok(
                    server.sendAs(
                            server.issuer().token("operator"),
                            "PUT",
                            path("a") + "/durability",
                            "{'durability':'write-behind'}",
                            "Content-Type",
                            "application/json"));
            assertThat(ok(edit(server, "a", 3)).json().path("durable").asBoolean(true)).isFalse();
            assertThat(ok(edit(server, "b", 3)).json().path("durable").asBoolean(false)).isTrue();
            assertThat(ok(upkeep(server, "b", "flush")).json().path("count").asInt()).isZero();
            assertThat(ok(upkeep(server, "a", "flush")).json().path("count").asInt()).isEqualTo(1);
            ok(edit(server, "a", 4));
        }
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(server.get(chunk("a")).json().at("/meta/revision").asInt())
                    .as("written at the end")
                    .isEqualTo(3);
        }
    }

    @Test
    void aLogWhoseFileIsGoneOrEmptyIsAWorldThatCannotBeUsed() throws Exception {
        Path log = file("a").resolveSibling("world.db-wal");
        byte[] written;
        try (WorldServer server = WorldServer.start(data, OWN)) {
            make(server, "a");
            make(server, "b");
            written = Files.readAllBytes(log);
        }
        byte[] whole = Files.readAllBytes(file("a"));
        Files.delete(file("a"));
        Files.write(log, written);
        Files.write(file("b"), new byte[0]);
        Files.write(file("b").resolveSibling("world.db-wal"), written);
        try (WorldServer server = WorldServer.start(data, OWN)) {
            for (String world : List.of("a", "b")) {
                assertThat(server.get(chunk(world)).status()).isEqualTo(503);
                Reply made =
                        server.json(
                                "POST",
                                "/api/v1/worlds",
                                "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(world));
                assertThat(made.status()).as(made.body()).isEqualTo(503);
                assertThat(file(world).resolveSibling("world.db-wal")).hasBinaryContent(written);
            }
        }
        Files.delete(log);
        Files.write(file("a"), whole);
        try (WorldServer server = WorldServer.start(data, OWN)) {
            ok(edit(server, "a", 3));
        }
    }

    @Test
    void aFileThatIsGoneOrIsAnothersIsNotMadeAnew() throws Exception {
        try (WorldServer server =
                WorldServer.start(data, OWN, "terrane.world.files.idle-close=1s")) {
            make(server, "a");
            make(server, "b");
            WorldFiles files = server.bean(WorldFiles.class);
            Await.until(LONG, "idle files closed", () -> files.counts().open() == 0);
            assertThat(worlds(server)).as("as they were").containsExactly("a", "b");
            Await.until(LONG, "none is open", () -> files.counts().open() == 0);
            Files.delete(file("a"));
            Files.copy(file("b"), file("a"));
            assertThat(server.get(chunk("a")).body())
                    .contains("its file worlds/a/world.db holds world 'b'");
            Files.delete(file("b"));
            Reply gone = server.get(chunk("b"));
            assertThat(gone.status()).isEqualTo(503);
            assertThat(gone.text("code")).isEqualTo("STORE_MISSING");
            assertThat(gone.body()).contains("its file worlds/b/world.db is gone");
            assertThat(file("b")).doesNotExist();
        }
    }
}
