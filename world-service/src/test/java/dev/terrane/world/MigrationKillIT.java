package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.testing.Databases;
import dev.terrane.world.chunks.store.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process is killed in the middle of a migration, before a statement of it: the schema is the one
 * before or the one after, never between, and the next start goes on to the end. Ten statements of
 * all, or with {@code -Dterrane.long=true} every one.
 */
class MigrationKillIT {
    private static final int ROUNDS = Boolean.getBoolean("terrane.long") ? Integer.MAX_VALUE : 10;

    @TempDir Path folder;

    /** The schema after each migration, with the number of rows of Flyway's history. */
    private final List<List<String>> schemas = new ArrayList<>();

    private Path first = Path.of("");

    @BeforeEach
    void makeTheFirstVersion() throws SQLException {
        first = folder.resolve("first.db");
        org.flywaydb.core.Flyway.configure()
                .dataSource("jdbc:sqlite:" + first, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .target("1")
                .load()
                .migrate();
        execute(
                first,
                "INSERT INTO worlds (id, name, chunk_size_x, chunk_size_y, chunk_size_z, origin_x,"
                        + " origin_y, origin_z, revision, created_at, updated_at)"
                        + " VALUES ('old', 'Old', 4, 4, 1, 0, 0, 0, 1, 0, 0)");
        Path grows = copy(first, "grows.db");
        schemas.add(schema(grows));
        for (var pending : MigratingProcess.flyway(grows, _ -> {}).info().pending()) {
            org.flywaydb.core.Flyway.configure()
                    .dataSource("jdbc:sqlite:" + grows, null, null)
                    .locations("classpath:db/migration/world/sqlite")
                    .target(pending.getVersion())
                    .load()
                    .migrate();
            schemas.add(schema(grows));
        }
    }

    @Test
    void whereverItIsKilledTheSchemaIsWholeAndTheNextStartGoesOn() throws Exception {
        AtomicInteger all = new AtomicInteger();
        MigratingProcess.flyway(copy(first, "count.db"), all::set).migrate();
        assertThat(all.get()).as("statements").isGreaterThan(20);
        int step = Math.max(1, all.get() / ROUNDS);
        int between = 0;
        int rounds = 0;
        for (int statement = 1; statement <= all.get(); statement += step) {
            Path file = copy(first, "killed-" + statement + ".db");
            MigratingProcess.kill(file, statement);

            List<String> left = schema(file);
            assertThat(schemas).as("killed before statement " + statement).contains(left);
            between +=
                    schemas.indexOf(left) > 0 && schemas.indexOf(left) < schemas.size() - 1 ? 1 : 0;
            try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(file))) {
                assertThat(world.definitions.find(new WorldId("old"))).isPresent();
                assertThat(world.upkeep.verify(Scope.ALL).databaseFaults()).isEmpty();
            }
            assertThat(schema(file)).as("brought to the end").isEqualTo(schemas.getLast());
            rounds++;
        }
        System.out.println(
                "killed %d times of %d statements, %d times between two versions"
                        .formatted(rounds, all.get(), between));
        assertThat(between).isPositive();
    }

    private Path copy(Path file, String name) throws SQLException {
        execute(file, "PRAGMA wal_checkpoint(TRUNCATE)");
        Path copy = folder.resolve(name);
        try {
            return Files.copy(file, copy);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void execute(Path file, String sql) throws SQLException {
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> schema(Path file) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                """
                                SELECT sql FROM sqlite_master WHERE sql IS NOT NULL
                                UNION ALL
                                SELECT version || ' ' || success FROM flyway_schema_history
                                ORDER BY 1
                                """)) {
            while (rows.next()) {
                lines.add(rows.getString(1));
            }
        }
        return lines;
    }
}
