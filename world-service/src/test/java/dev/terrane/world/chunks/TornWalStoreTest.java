package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies of a database whose log ends anywhere, as after a power cut: what is found is the state
 * after some commit, chunk and history agreeing, never half an edit. A log of edits is cut at every
 * 64th byte; one that also holds the making of the tables at every 2,048th, with {@code
 * -Dterrane.long=true} at every 64th too.
 */
class TornWalStoreTest {
    private static final int EDITS = 6;
    private static final int EACH = 64;
    private static final int SCHEMA_STEP = Boolean.getBoolean("terrane.long") ? EACH : 2_048;

    @TempDir Path folder;

    /** A database file and its log. */
    private static final class Left {
        private final byte[] database;
        private final byte[] log;

        private Left(byte[] database, byte[] log) {
            this.database = database;
            this.log = log;
        }
    }

    @Test
    void aCutLogOfEditsGivesTheStateAfterSomeCommit() throws Exception {
        Coverage found = cutEverywhere(edited(true), EACH);

        assertThat(found.of(-1L)).as("before the first edit").isPositive();
        assertThat(found.of(-2L)).as("without tables").isZero();
        everyRevisionWasFound(found);
    }

    @Test
    void aLogCutWhileTheTablesAreMadeToo() throws Exception {
        Coverage found = cutEverywhere(edited(false), SCHEMA_STEP);

        assertThat(found.of(-2L)).as("without tables").isPositive();
        everyRevisionWasFound(found);
    }

    private static void everyRevisionWasFound(Coverage found) {
        for (long revision = 1; revision <= EDITS + 1; revision++) {
            assertThat(found.of(revision)).as("revision " + revision).isPositive();
        }
    }

    /**
     * What a service leaves that ends without closing its database.
     *
     * @param onlyEdits whether the log begins with the first edit
     */
    private Left edited(boolean onlyEdits) throws Exception {
        Path file = folder.resolve("world.db");
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(file)).withRoom()) {
            if (onlyEdits) {
                try (Connection connection = Databases.sqliteFile(file).connect();
                        Statement statement = connection.createStatement()) {
                    assertThat(text(statement, "PRAGMA wal_checkpoint(TRUNCATE)")).isEqualTo("0");
                }
            }
            ChunkHead head = applied(world.put(chunk(0, 0), Base.NONE, "create")).head();
            for (int i = 0; i < EDITS; i++) {
                head = applied(world.patch(head.key(), base(head), setTile(i, 1), "e" + i)).head();
            }
            return new Left(Files.readAllBytes(file), Files.readAllBytes(Path.of(file + "-wal")));
        }
    }

    /** The last 2,048 bytes are cut at every 64th in any case. */
    private Coverage cutEverywhere(Left files, int step) throws Exception {
        byte[] log = files.log;
        Coverage coverage = new Coverage();
        for (int end = 0; end < log.length; end += log.length - end < 2_048 ? EACH : step) {
            coverage.count(revisionOf(files.database, Arrays.copyOf(log, end), end));
        }
        coverage.count(revisionOf(files.database, log, log.length));
        System.out.println("revisions found by cuts of " + log.length + " bytes: " + coverage);
        return coverage;
    }

    /** The chunk's revision in a copy with this log; -1 for none, -2 for no tables yet. */
    private long revisionOf(byte[] database, byte[] log, int number)
            throws IOException, SQLException {
        Path copy = folder.resolve("copy-" + number + ".db");
        Files.write(copy, database);
        Files.write(Path.of(copy + "-wal"), log);
        try (Connection connection = Databases.sqliteFile(copy).connect();
                Statement statement = connection.createStatement()) {
            assertThat(text(statement, "PRAGMA integrity_check")).isEqualTo("ok");
            if (text(statement, "SELECT COUNT(*) FROM sqlite_master WHERE name = 'revisions'")
                    .equals("0")) {
                return -2;
            }
            String history =
                    """
                    SELECT COUNT(*) FROM chunks c WHERE c.revision <>
                        (SELECT COUNT(*) FROM revisions r WHERE r.chunk_key = c.key)
                    OR NOT EXISTS (SELECT 1 FROM revisions r WHERE r.chunk_key = c.key
                        AND r.revision = c.revision AND r.payload = c.payload)
                    OR NOT EXISTS (SELECT 1 FROM content_flags f WHERE f.chunk_key = c.key)
                    """;
            assertThat(text(statement, history)).as("half an edit at " + number).isEqualTo("0");
            return Long.parseLong(
                    text(statement, "SELECT COALESCE(MAX(revision), -1) FROM chunks"));
        } finally {
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(Path.of(copy + suffix));
            }
        }
    }

    private static String text(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    @Test
    void aDatabaseThatIsCutItselfIsRefusedWhole() throws Exception {
        Path file = folder.resolve("cut.db");
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(file)).withRoom()) {
            applied(world.put(chunk(0, 0), Base.NONE, "create"));
            assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(1);
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length / 2 + 100));

        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            assertThat(checked(statement)).isNotEqualTo("ok");
        }
    }

    private static String checked(Statement statement) {
        try {
            return text(statement, "PRAGMA integrity_check");
        } catch (SQLException refused) {
            return String.valueOf(refused.getMessage());
        }
    }
}
