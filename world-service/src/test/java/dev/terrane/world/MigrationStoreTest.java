package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.testing.Databases;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.Scope;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases that were made by an older version, on both engines. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class MigrationStoreTest {
    @Parameter Databases.Engine engine;
    @TempDir Path folder;

    private FluentConfiguration flyway(Databases.Database database) {
        String kind = engine == Databases.Engine.SQLITE ? "sqlite" : "postgresql";
        return Flyway.configure()
                .dataSource(database.url(), database.user(), database.password())
                .locations("classpath:db/migration/world/" + kind);
    }

    @Test
    void anUpgradedDatabaseHasTheSchemaOfAFreshOne() throws SQLException {
        Databases.Database upgraded = engine.open(folder);
        Databases.Database fresh = engine.open(folder);
        flyway(upgraded).target("1").load().migrate();
        flyway(upgraded).load().migrate();
        flyway(fresh).load().migrate();

        assertThat(schema(upgraded)).isNotEmpty().isEqualTo(schema(fresh));
    }

    /** Tables, columns and indices as text. */
    private Set<String> schema(Databases.Database database) throws SQLException {
        String sql =
                engine == Databases.Engine.SQLITE
                        ? "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"
                        : """
                          SELECT table_name || '.' || column_name || ' ' || data_type || ' '
                              || is_nullable || ' ' || COALESCE(column_default, '')
                          FROM information_schema.columns WHERE table_schema = 'public'
                          UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
                          """;
        Set<String> found = new TreeSet<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    @Test
    void chunksOfTheOldVersionGetTheirAssetRowsAtTheStart() throws SQLException {
        Databases.Database database = engine.open(folder);
        try (WorldFixture world = WorldFixture.open(database).withRoom()) {
            WorldFixture.applied(world.put(WorldFixture.chunk(0, 0), Base.NONE, "a"));
        }
        // What version 1 would have left: the same chunks, none of the second version's tables.
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table :
                    List.of(
                            "chunk_assets",
                            "asset_flags",
                            "quarantine",
                            "jobs",
                            "import_files",
                            "import_chunks",
                            "import_jobs")) {
                statement.execute("DROP TABLE " + table);
            }
            statement.execute("DROP INDEX idx_rooms_importing");
            statement.execute("ALTER TABLE worlds DROP COLUMN state");
            statement.execute("DROP INDEX idx_revisions_edit");
            if (engine == Databases.Engine.POSTGRESQL) {
                statement.execute("ALTER TABLE revisions ADD UNIQUE (chunk_key, edit_id)");
            }
            statement.execute("DELETE FROM meta WHERE key <> 'schema_version'");
            statement.execute("ALTER TABLE worlds DROP COLUMN durability");
            statement.execute("DROP INDEX idx_chunks_dirty");
            statement.execute("DROP TABLE lost_changes");
            statement.execute("DROP TABLE chunk_events");
            statement.execute("DELETE FROM flyway_schema_history WHERE version > '1'");
        }
        try (WorldFixture world = WorldFixture.open(database)) {
            assertThat(world.count("chunk_assets")).isZero();

            world.upkeep.rebuildPending();

            assertThat(world.count("chunk_assets")).isEqualTo(2);
            assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
        }
    }

    @Test
    void aHistoryKeepsItsRowsAndWhichEditsWereDone() throws SQLException {
        Databases.Database database = engine.open(folder);
        flyway(database).target("6").load().migrate();
        String columns =
                "chunk_key, revision, actor, action, checksum, payload, created_at, edit_id,"
                        + " request_hash";
        List<String> before;
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO revisions (%s) VALUES ".formatted(columns)
                            + "('w:r:0:0:0', 1, 'ann', 'create', 'c1', NULL, 7, 'e1', 'h1'),"
                            + "('w:r:0:0:0', 2, 'ann', 'update', 'c2', NULL, 8, NULL, 'h2'),"
                            + "('w:r:0:0:0', 3, 'bob', 'delete', 'c2', NULL, 9, NULL, NULL),"
                            + "('w:r:1:0:0', 1, 'ann', 'create', 'c3', NULL, 7, 'e1', 'h1')");
            before = revisions(statement);

            flyway(database).load().migrate();

            assertThat(before).hasSize(4);
            assertThat(revisions(statement)).isEqualTo(before);
            for (String taken :
                    List.of(
                            "('w:r:0:0:0', 4, 'ann', 'update', 'c4', NULL, 9, 'e1', 'h1')",
                            "('w:r:0:0:0', 3, 'ann', 'update', 'c4', NULL, 9, 'e2', 'h1')")) {
                assertThatThrownBy(
                                () ->
                                        statement.execute(
                                                "INSERT INTO revisions (%s) VALUES %s"
                                                        .formatted(columns, taken)))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("revisions");
            }
        }
    }

    private static List<String> revisions(Statement statement) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT * FROM revisions ORDER BY id")) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(rows.getMetaData().getColumnName(i))
                            .append('=')
                            .append(rows.getString(i))
                            .append(' ');
                }
                found.add(row.toString());
            }
        }
        return found;
    }

    @Test
    void aMigrationThatFailsLeavesTheOldSchema() throws SQLException {
        Databases.Database database = engine.open(folder);
        flyway(database).target("1").load().migrate();
        // The second migration makes this table, in its middle.
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE quarantine (id INTEGER)");
        }
        Set<String> before = schema(database);

        assertThatThrownBy(() -> flyway(database).load().migrate())
                .isInstanceOf(FlywayException.class);

        assertThat(schema(database)).isEqualTo(before);
    }

    @Test
    void ofTwoStartersOneMigratesAndTheOtherFindsItDone() throws Exception {
        if (engine == Databases.Engine.SQLITE) {
            return; // a data folder has one owner; the second starter is refused before
        }
        Databases.Database database = engine.open(folder);
        try (ExecutorService starters = Executors.newFixedThreadPool(2)) {
            Callable<Integer> start = () -> flyway(database).load().migrate().migrationsExecuted;
            Future<Integer> first = starters.submit(start);
            Future<Integer> second = starters.submit(start);

            int all = flyway(database).load().info().all().length;
            assertThat(first.get() + second.get()).isEqualTo(all);
        }
    }
}
