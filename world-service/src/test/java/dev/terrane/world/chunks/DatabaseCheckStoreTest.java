package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.chunk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.Scope;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What verify says of the database itself. */
class DatabaseCheckStoreTest {
    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void aSoundDatabaseHasNoFault(Databases.Engine engine) {
        try (WorldFixture world = WorldFixture.open(engine.open(folder)).withRoom()) {
            applied(world.put(chunk(0, 0), Base.NONE, "c"));

            ChunkUpkeep.Report report = world.upkeep.verify(Scope.ALL);

            assertThat(report.checked()).isEqualTo(1);
            assertThat(report.databaseFaults()).isEmpty();
        }
    }

    /** Rows are as they were, so that chunk by chunk nothing is found. */
    @Test
    void anIndexThatMissesARowAndARowThatRefersToNoneAreFound() throws Exception {
        Path file = folder.resolve("world.db");
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(file)).withRoom()) {
            applied(world.put(chunk(0, 0), Base.NONE, "a"));
            applied(world.put(chunk(1, 0), Base.NONE, "b"));
        }
        execute(
                file,
                "PRAGMA foreign_keys = OFF",
                "INSERT INTO chunk_assets (chunk_key, asset_id) VALUES ('w:r:9:9:0', 'a')",
                // The index is made of what it was told to hold when it is asked anew.
                "CREATE INDEX probe ON revisions (actor)",
                "PRAGMA writable_schema = ON",
                "UPDATE sqlite_master SET sql = 'CREATE INDEX probe ON revisions (checksum)'"
                        + " WHERE name = 'probe'",
                "PRAGMA writable_schema = RESET");

        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(file))) {
            ChunkUpkeep.Report report = world.upkeep.verify(Scope.ALL);

            assertThat(report.faulty()).isZero();
            assertThat(report.databaseFaults())
                    .anyMatch(fault -> fault.contains("index probe"))
                    .contains("a row of chunk_assets refers to none of chunks");
        }
    }

    private static void execute(Path file, String... statements) throws Exception {
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
