package dev.terrane.world.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.store.StoreTraces;
import dev.terrane.support.testing.Reply;
import dev.terrane.support.testing.ServiceProcess;
import dev.terrane.support.testing.ServiceServer;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Processes;
import dev.terrane.testing.TestIssuer;
import dev.terrane.world.MigratingProcess;
import dev.terrane.world.WorldApp;
import dev.terrane.world.WorldChild;
import dev.terrane.world.WorldServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Worlds' own files of other versions, and of other processes. */
class WorldFileVersionsIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String OWN = "terrane.world.files.own=true";

    @TempDir Path data;

    private Path file(String world) {
        return data.resolve("world/worlds").resolve(world).resolve("world.db");
    }

    private static String path(String world) {
        return "/api/v1/worlds/" + world;
    }

    private static void execute(Path file, String sql) throws SQLException {
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Reply make(WorldServer server, String world) {
        return server.json(
                "POST",
                "/api/v1/worlds",
                "{'id':'%s','name':'W','chunkSize':[4,4,1]}".formatted(world));
    }

    /** A file of the first version, with a world in it. */
    private Path first(String world) throws Exception {
        Path file = file(world);
        Files.createDirectories(file.getParent());
        Flyway.configure()
                .dataSource("jdbc:sqlite:" + file, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .target("1")
                .load()
                .migrate();
        execute(
                file,
                "INSERT INTO worlds (id, name, chunk_size_x, chunk_size_y, chunk_size_z, origin_x,"
                        + " origin_y, origin_z, revision, created_at, updated_at) VALUES ('"
                        + world
                        + "', 'Old', 4, 4, 1, 0, 0, 0, 1, 0, 0)");
        return file;
    }

    @Test
    void anOlderFileIsBroughtUpToDateAlsoAfterAKillInTheMiddle() throws Exception {
        first("old");
        int[] statements = new int[1];
        Path counted = first("counted");
        MigratingProcess.flyway(counted, number -> statements[0] = number).migrate();
        List<String> killed = List.of("k1", "k2", "k3");
        for (int i = 0; i < killed.size(); i++) {
            MigratingProcess.kill(first(killed.get(i)), (2 * i + 1) * statements[0] / 6);
        }
        StoreTraces.allowAnew(data.resolve("world/world.db"));
        try (WorldServer server = WorldServer.start(data)) {
            for (String world : List.of("old", "k1", "k2", "k3")) {
                Reply read = server.get(path(world));
                assertThat(read.status()).as(read.body()).isEqualTo(200);
                assertThat(read.text("name")).isEqualTo("Old");
                Reply room =
                        server.json(
                                "POST",
                                path(world) + "/rooms",
                                "{'id':'r','name':'R','min':[0,0,0],'max':[400,4,1]}");
                assertThat(room.status()).as(room.body()).isEqualTo(200);
                Reply chunk =
                        server.json(
                                "PUT",
                                path(world) + "/rooms/r/chunks/0,0,0",
                                WorldChild.chunk(world, 0),
                                "If-None-Match",
                                "*");
                assertThat(chunk.status()).as(chunk.body()).isEqualTo(200);
            }
        }
        String version = "SELECT value FROM meta WHERE key = 'schema_version'";
        for (String world : List.of("old", "k1", "k2", "k3")) {
            WorldChild.requireSound(file(world));
            assertThat(WorldChild.number(file(world), version))
                    .isEqualTo(WorldChild.number(counted, version));
        }
    }

    @Test
    void aNewerFileIsRefusedByNameAndLeftAloneAndAnothersToo() throws Exception {
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(make(server, "a").status()).isEqualTo(200);
            assertThat(make(server, "b").status()).isEqualTo(200);
            assertThat(make(server, "c").status()).isEqualTo(200);
        }
        execute(
                file("a"),
                "INSERT INTO flyway_schema_history SELECT installed_rank + 100, '99', 'later',"
                        + " type, 'V99__later.sql', checksum, installed_by, installed_on,"
                        + " execution_time, success FROM flyway_schema_history WHERE version = '1'");
        execute(
                file("b"),
                "UPDATE flyway_schema_history SET description = 'sessions',"
                        + " script = 'V1__sessions.sql' WHERE version = '1'");
        byte[] newer = Files.readAllBytes(file("a"));
        try (WorldServer server = WorldServer.start(data, OWN)) {
            Reply refused = server.get(path("a"));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.body())
                    .contains(
                            "world 'a' cannot be used: its file worlds/a/world.db is left alone",
                            "migration 99, 'later', of it is newer than this version");
            assertThat(make(server, "a").status()).as("not made anew").isEqualTo(503);
            Reply other = server.get(path("b"));
            assertThat(other.status()).isEqualTo(503);
            assertThat(other.body()).contains("another service's database");
            assertThat(server.get(path("c")).status()).isEqualTo(200);
        }
        assertThat(file("a")).hasBinaryContent(newer);
        execute(file("a"), "DELETE FROM flyway_schema_history WHERE version = '99'");
        try (WorldServer server = WorldServer.start(data, OWN)) {
            assertThat(server.get(path("a")).status()).isEqualTo(200);
        }
    }

    @Test
    void aFolderIsOneProcessesAndAFileThatIsLinkedToTwiceToo() throws Exception {
        try (WorldServer server = WorldServer.start(data, OWN);
                TestIssuer issuer = TestIssuer.start()) {
            assertThat(make(server, "a").status()).isEqualTo(200);
            try (Processes.Child second =
                    ServiceProcess.start(
                            WorldApp.class, ServiceServer.arguments("world", data, issuer))) {
                assertThat(second.awaitExit(LONG)).isNotZero();
                assertThat(second.output())
                        .contains("is in use by process " + ProcessHandle.current().pid());
            }
            Path other = data.resolve("other");
            Files.createDirectories(other.resolve("world/worlds"));
            Files.createSymbolicLink(
                    other.resolve("world/worlds/a"), file("a").getParent().toAbsolutePath());
            StoreTraces.allowAnew(other.resolve("world/world.db"));
            try (WorldServer strange = WorldServer.start(other, OWN)) {
                Reply refused = strange.get(path("a"));
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.body()).contains("is in use by process");
                assertThat(strange.get("/readyz").status()).isEqualTo(200);
            }
            assertThat(server.get(path("a")).status()).isEqualTo(200);
        }
    }
}
