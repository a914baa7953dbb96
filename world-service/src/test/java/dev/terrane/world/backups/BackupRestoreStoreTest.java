package dev.terrane.world.backups;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.DataFolderLock;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.backups.store.BackupStore;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Durability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Backups put back: whole ones give what was backed up, damaged ones change nothing. */
class BackupRestoreStoreTest {
    /** A page: less may fall into space that is not used. */
    private static final int RUN = 4_096;

    @TempDir Path folder;
    private Path database;
    private Path backup;
    private Backup made;
    private ChunkHead later;

    /** A database that was backed up and has gone on since. */
    @BeforeEach
    void backUp() throws IOException {
        database = Files.createDirectories(folder.resolve("world")).resolve("world.db");
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database)).withRoom()) {
            ChunkHead first = applied(world.put(chunk(0, 0), Base.NONE, "a")).head();
            applied(world.put(chunk(1, 0), Base.NONE, "b"));
            made =
                    new Backups(
                                    world.store.threads(),
                                    new BackupStore(world.store.template()),
                                    world.dirty)
                            .create("monday");
            later = applied(world.patch(key(0, 0), base(first), setTile(1, 1), "c")).head();
        }
        backup = folder.resolve("monday.db");
        Files.copy(database.resolveSibling("backups").resolve("monday.db"), backup);
    }

    private BackupRestore.Restored restore(Path file, String digest, boolean keepDamaged) {
        return new BackupRestore(InstantSource.fixed(WorldFixture.START))
                .restore(
                        new BackupRestore.Order(
                                file,
                                database,
                                digest,
                                keepDamaged,
                                Optional.empty(),
                                RestoredFlags.Rule.STRICTER));
    }

    private TerraneException refused(Path file, String digest) {
        return catchThrowableOfType(TerraneException.class, () -> restore(file, digest, false));
    }

    private void requireUnchanged() throws IOException {
        try (Stream<Path> files = Files.list(database.getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("nothing is left over")
                    .containsExactlyInAnyOrder(
                            "world.db", "world.db.made", "store.lock", "backups");
        }
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head()).isEqualTo(later);
        }
    }

    private static void execute(Path file, String sql) throws Exception {
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
            statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    @Test
    void aBackupIsPutBackAndWhatWasThereIsKept() {
        BackupRestore.Restored restored = restore(backup, made.digest(), false);

        assertThat(restored.digest()).isEqualTo(made.digest());
        assertThat(restored.chunks()).isEqualTo(made.chunks());
        assertThat(restored.revisions()).isEqualTo(made.revisions());
        assertThat(restored.damaged()).isEmpty();
        assertThat(backup).isNotEmptyFile();
        Path kept = restored.replaced().orElseThrow();
        assertThat(kept.getParent()).isEqualTo(database.resolveSibling("replaced"));
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(1);
            assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
        }
        try (WorldFixture before = WorldFixture.open(Databases.sqliteFile(kept))) {
            assertThat(before.get(key(0, 0)).head()).isEqualTo(later);
        }
        assertThat(restore(kept, "", false).replaced().orElseThrow())
                .as("what was kept is put back the same way")
                .isNotEqualTo(kept);
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head()).isEqualTo(later);
        }
    }

    @Test
    void aBackupIsPutIntoANewFolder() throws IOException {
        database = folder.resolve("new").resolve("world.db");

        assertThat(restore(backup, "", false).replaced()).isEmpty();

        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(1);
        }
    }

    /** Reproduced: restored without what only its log held, and said to be restored. */
    @Test
    void aDatabaseWithALogBesideItIsNoBackup() throws IOException {
        Files.write(backup.resolveSibling("monday.db-wal"), new byte[32]);

        TerraneException refused = refused(backup, made.digest());

        assertThat(refused.code()).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(refused).hasMessageContaining("monday.db-wal holds changes");
        requireUnchanged();
        Files.write(backup.resolveSibling("monday.db-wal"), new byte[0]);
        assertThat(restore(backup, made.digest(), false).digest()).isEqualTo(made.digest());
    }

    @Test
    void aDatabaseIsNotItsOwnBackup() throws IOException {
        TerraneException refused = refused(database, "");

        assertThat(refused.code()).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(refused).hasMessageContaining("is the database itself");
        requireUnchanged();
    }

    @Test
    void aDatabaseThatIsBeyondReadingIsReplacedAndKeptWithItsLog() throws IOException {
        byte[] broken =
                "this is no database at all, and never was one".getBytes(StandardCharsets.UTF_8);
        Files.write(database, broken);
        Files.write(database.resolveSibling("world.db-wal"), broken);

        Path kept = restore(backup, "", false).replaced().orElseThrow();

        assertThat(kept).hasBinaryContent(broken);
        assertThat(database.resolveSibling("world.db-wal")).doesNotExist();
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(1);
        }
    }

    /** Reproduced: the log was deleted without a word. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLogWithoutItsDatabaseIsKept(boolean isGone) throws IOException {
        byte[] log = "all of a small world may be in here".getBytes(StandardCharsets.UTF_8);
        if (isGone) {
            Files.delete(database);
        } else {
            Files.write(database, new byte[0]);
        }
        Files.write(database.resolveSibling("world.db-wal"), log);

        Path kept = restore(backup, "", false).replaced().orElseThrow();

        assertThat(kept.getFileName().toString()).endsWith("-wal");
        assertThat(kept).hasBinaryContent(log);
        assertThat(database.resolveSibling("world.db-wal")).doesNotExist();
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(1);
        }
    }

    /** What SQLite does not find sound in a log it drops; somebody may still read it. */
    @Test
    void aLogThatDoesNotVerifyIsKeptAsItWasFound() throws IOException {
        byte[] log = new byte[5_000];
        Arrays.fill(log, (byte) 7);
        Files.write(database.resolveSibling("world.db-wal"), log);

        Path kept = restore(backup, "", false).replaced().orElseThrow();

        assertThat(kept.resolveSibling(kept.getFileName() + ".found-wal")).hasBinaryContent(log);
        try (WorldFixture before = WorldFixture.open(Databases.sqliteFile(kept))) {
            assertThat(before.get(key(0, 0)).head()).isEqualTo(later);
        }
    }

    @Test
    void aLinkToADatabaseInUseIsNoBackupAndALinkIsNotReplaced() throws IOException {
        Files.write(backup.resolveSibling("monday.db-wal"), new byte[32]);
        Path link = Files.createSymbolicLink(folder.resolve("link.db"), backup);
        assertThat(refused(link, "")).hasMessageContaining("monday.db-wal holds changes");
        Files.delete(backup.resolveSibling("monday.db-wal"));
        Path real = folder.resolve("elsewhere.db");
        Files.move(database, real);
        Files.createSymbolicLink(database, real);
        assertThat(refused(backup, "")).hasMessageContaining("is a symbolic link");
        Files.delete(database);
        Files.move(real, database);
        requireUnchanged();
        assertThat(restore(link, "", false).digest()).isEqualTo(made.digest());
    }

    /** Reproduced: the world's own file, newer maybe, was not used any more and nobody was told. */
    @Test
    void aSharedBackupOfAWorldThatHasAFileOfItsOwnNowIsRefused() throws IOException {
        Path own = new WorldFolders(database).file(WorldFixture.ROOM.world());
        Files.createDirectories(own.getParent());
        Files.copy(backup, own);

        assertThat(refused(backup, ""))
                .hasMessageContainingAll("holds world 'w'", "worlds/w/world.db");

        Files.delete(own);
        Files.delete(own.getParent());
        Files.delete(own.getParent().getParent());
        requireUnchanged();
    }

    @Test
    void whileAServiceUsesTheFolderNothingIsRestored() throws IOException {
        try (DataFolderLock _ = DataFolderLock.acquire(database.getParent())) {
            assertThat(refused(backup, "").code()).isEqualTo(CliError.DATA_LOCKED);
        }
        requireUnchanged();
    }

    @Test
    @Provokes("BACKUP_INVALID")
    void damagedFilesAreRefusedAndChangeNothing() throws Exception {
        Path file = folder.resolve("damaged.db");
        byte[] good = Files.readAllBytes(backup);
        SeededRandom random = Seeds.printed();
        int refused = 0;
        for (int round = 0; round < 40; round++) {
            byte[] bytes = good.clone();
            if (round % 4 == 0) {
                bytes = Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length - 1));
            } else {
                int at = random.nextInt(bytes.length - RUN);
                for (int i = 0; i < RUN; i++) {
                    bytes[at + i] ^= (byte) (1 + random.nextInt(255));
                }
            }
            Files.write(file, bytes);
            try {
                restore(file, made.digest(), false);
                // What was hit holds nothing: every row is as it was.
                database =
                        Files.createDirectories(folder.resolve("again" + round))
                                .resolve("world.db");
            } catch (TerraneException e) {
                assertThat(e.code()).isEqualTo(WorldError.BACKUP_INVALID);
                refused++;
            }
        }
        System.out.println("damaged backups refused: " + refused + " of 40");
        assertThat(refused).isGreaterThanOrEqualTo(20);
        database = folder.resolve("world").resolve("world.db");
        assertThat(refused(folder.resolve("none.db"), "")).hasMessageContaining("no file");
        Files.write(file, new byte[0]);
        assertThat(refused(file, "")).hasMessageContaining("not a database of world-service");
        assertThat(refused(backup, "00")).hasMessageContaining("the digest of");
    }

    @Test
    void aFlippedByteOfAPayloadIsRefusedByTheChunkUnlessItIsWanted() throws Exception {
        execute(
                backup,
                "UPDATE chunks SET payload = CAST(substr(payload, 1, 60) || x'FF'"
                        + " || substr(payload, 62) AS BLOB) WHERE key = 'w:r:1:0:0'");

        assertThat(refused(backup, "").code()).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(refused(backup, "")).hasMessageContaining("w:r:1:0:0@1");
        requireUnchanged();

        assertThat(restore(backup, "", true).damaged()).containsExactly("w:r:1:0:0@1");
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(1);
            assertThat(world.upkeep.verify(Scope.ALL).faulty()).isEqualTo(1);
        }
    }

    @Test
    void aBackupOfANewerOrAnotherSchemaIsRefused() throws Exception {
        Path newer = folder.resolve("newer.db");
        Files.copy(backup, newer);
        execute(
                newer,
                "INSERT INTO flyway_schema_history SELECT installed_rank + 100, '99', description,"
                        + " type, 'V99__x.sql', checksum, installed_by, installed_on, execution_time,"
                        + " success FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1");
        assertThat(refused(newer, ""))
                .hasMessageContaining("migration 99, ")
                .hasMessageContaining("newer than this version")
                .hasMessageNotContaining("repair");
        Path other = folder.resolve("other.db");
        execute(other, "CREATE TABLE something (id INTEGER)");
        assertThat(refused(other, "")).hasMessageContaining("not a database of world-service");
        requireUnchanged();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "version = '1' | description = 'sessions', script = 'V1__sessions.sql' | another service's database",
                "version = '2' | checksum = 7 | made by a changed version",
                "version = '4' | success = 0 | did not come to its end",
                "version = '4' | version = '3', script = 'V3__x.sql' | none of world-service's"
            })
    void historiesThatAreNotThisServicesAreRefusedInItsOwnWords(
            String row, String change, String said) throws Exception {
        execute(backup, "UPDATE flyway_schema_history SET " + change + " WHERE " + row);

        TerraneException refused = refused(backup, "");

        assertThat(refused.code()).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(refused)
                .hasMessageContaining(said)
                .hasMessageNotContaining("repair")
                .hasMessageNotContaining("flyway");
        requireUnchanged();
    }

    @Test
    void aBackupOfAnOlderSchemaIsRestoredAndUpgradedByTheNextStart() throws Exception {
        Path old = folder.resolve("old.db");
        Flyway.configure()
                .dataSource("jdbc:sqlite:" + old, null, null)
                .locations("classpath:db/migration/world/sqlite")
                .target("2")
                .load()
                .migrate();
        execute(
                old,
                "INSERT INTO worlds (id, name, chunk_size_x, chunk_size_y, chunk_size_z, origin_x,"
                        + " origin_y, origin_z, revision, created_at, updated_at)"
                        + " VALUES ('old', 'Old', 4, 4, 1, 0, 0, 0, 1, 0, 0)");

        assertThat(restore(old, "", false).schemaVersion()).isEqualTo("2");

        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(database))) {
            assertThat(world.definitions.find(new WorldId("old")).orElseThrow().durability())
                    .isEqualTo(Durability.COMMITTED);
            assertThat(world.count("lost_changes")).isZero();
        }
    }
}
