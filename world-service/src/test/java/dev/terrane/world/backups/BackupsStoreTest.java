package dev.terrane.world.backups;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.testing.Provokes;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.backups.store.BackendCopy;
import dev.terrane.world.backups.store.BackupStore;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.flags.Viewer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupsStoreTest {
    @TempDir Path folder;

    private static Backups backups(WorldFixture world) {
        return new Backups(
                world.store.threads(), new BackupStore(world.store.template()), world.dirty);
    }

    /** Chunks, history, a deletion, flags and what was set aside. */
    private static void fill(WorldFixture world) {
        ChunkHead first = applied(world.put(chunk(0, 0), Base.NONE, "a")).head();
        applied(world.patch(key(0, 0), base(first), setTile(1, 1), "b"));
        ChunkHead gone = applied(world.put(chunk(1, 0), Base.NONE, "c")).head();
        applied(world.change(key(1, 0), base(gone), new Change.Delete(), "d"));
        applied(world.put(chunk(-2, -3), Base.NONE, "e"));
        world.flag("props/elsewhere", ContentCategory.HORROR, Severity.MODERATE);
        world.store
                .threads()
                .run(
                        () ->
                                world.store
                                        .template()
                                        .update(
                                                "INSERT INTO quarantine (chunk_key, revision,"
                                                        + " checksum, payload, detail, found_at)"
                                                        + " VALUES ('w:r:0:0:0', 1, 'x', ?, 'd', 5)",
                                                new byte[] {0, (byte) 0xFF}));
    }

    @Test
    @Provokes("BACKUP_EXISTS")
    void aBackupMadeBesideEditsIsOneSnapshotAndStartsInANewFolder() throws Exception {
        Path restored = Files.createDirectory(folder.resolve("restored")).resolve("world.db");
        Backup made;
        int before;
        try (WorldFixture world = WorldFixture.open(database("live")).withRoom();
                ExecutorService editor = Executors.newSingleThreadExecutor()) {
            fill(world);
            AtomicBoolean end = new AtomicBoolean();
            AtomicInteger edits = new AtomicInteger();
            Future<?> editing = editor.submit(() -> edit(world, end, edits));
            try {
                Await.until(Duration.ofSeconds(20), "edits", () -> edits.get() > 20);
                made = backups(world).create("monday");
                before = edits.get();
                Await.until(Duration.ofSeconds(20), "edits go on", () -> edits.get() > before);
            } finally {
                end.set(true);
            }
            editing.get();
            Path file = folder.resolve("live").resolve("backups").resolve("monday.db");
            assertThat(made.bytes()).isEqualTo(Files.size(file));
            assertThatThrownBy(() -> backups(world).create("monday"))
                    .isInstanceOfSatisfying(
                            TerraneException.class,
                            taken -> assertThat(taken.code()).isEqualTo(WorldError.BACKUP_EXISTS))
                    .hasMessageContaining("there is a backup");
            Files.copy(file, restored);
        }
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(restored))) {
            assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
            assertThat(world.count("chunks")).isEqualTo(made.chunks());
            assertThat(world.count("revisions")).isEqualTo(made.revisions());
            long revision = world.get(key(3, 3)).head().revision();
            // The first is no edit, and the last may have been counted after the backup was made.
            assertThat(revision).isBetween(20L, before + 2L);
            assertThat(backups(world).create("again").digest())
                    .as("the restored database backs up to the same contents")
                    .isEqualTo(made.digest());
        }
    }

    private Databases.Database database(String name) throws IOException {
        return Databases.sqliteFile(
                Files.createDirectory(folder.resolve(name)).resolve("world.db"));
    }

    private static void edit(WorldFixture world, AtomicBoolean end, AtomicInteger edits) {
        ChunkHead head = applied(world.put(chunk(3, 3), Base.NONE, "edited")).head();
        while (!end.get()) {
            int n = edits.get();
            EditResult result =
                    world.patch(head.key(), base(head), setTile(n % 16, 1 - n / 16 % 2), "n" + n);
            head = applied(result).head();
            edits.incrementAndGet();
        }
    }

    @Test
    void theMoveToPostgresqlKeepsEveryRow() throws Exception {
        String exported;
        ChunkHistory.Page history;
        try (WorldFixture world = WorldFixture.open(database("old")).withRoom()) {
            fill(world);
            exported = ChunkJson.encode(world.get(key(0, 0)).chunk());
            history = world.history.list(key(1, 0), Viewer.TRUSTED, Long.MAX_VALUE, 10);
        }
        Path file = folder.resolve("old").resolve("world.db");
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            BackendCopy copier = new BackendCopy(world.store.template());

            BackupStore.Contents moved = BackendMigration.run(world.store.threads(), copier, file);

            assertThat(moved).isEqualTo(BackendCopy.contentsOf(file));
            assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
            assertThat(ChunkJson.encode(world.get(key(0, 0)).chunk())).isEqualTo(exported);
            assertThat(world.history.list(key(1, 0), Viewer.TRUSTED, Long.MAX_VALUE, 10))
                    .isEqualTo(history);
            applied(world.put(chunk(1, 0), Base.NONE, "numbering goes on"));
            assertThat(world.get(key(1, 0)).head().revision()).isEqualTo(3);
            assertThat(world.count("quarantine")).isEqualTo(1);
            assertThat(BackendMigration.run(world.store.threads(), copier, file))
                    .as("a database with worlds is left as it is")
                    .isNull();
        }
    }

    @Test
    void aFileOfAnotherSchemaOrWithWhatPostgresqlLacksIsRefusedByName() throws Exception {
        try (WorldFixture world = WorldFixture.open(database("old")).withRoom()) {
            fill(world);
            world.writeBehind.setDurability(WorldFixture.ROOM.world(), Durability.WRITE_BEHIND);
        }
        Path file = folder.resolve("old").resolve("world.db");
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, file))
                    .hasMessageContaining("world w writes behind");
            execute(file, "UPDATE worlds SET durability = 'committed'");
            execute(file, "UPDATE chunks SET dirty = 1");
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, file))
                    .hasMessageContaining("did not stop cleanly");
            execute(file, "UPDATE chunks SET dirty = 0");
            execute(file, "UPDATE meta SET value = '2' WHERE key = 'schema_version'");
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, file))
                    .hasMessageContaining("schema version 2");
            assertThat(world.count("worlds")).isZero();
        }
    }

    private static void execute(Path file, String sql) throws SQLException {
        try (Connection connection = Databases.sqliteFile(file).connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void whatArrivesDifferentIsNotKept() throws Exception {
        try (WorldFixture world = WorldFixture.open(database("old")).withRoom()) {
            fill(world);
        }
        Path file = folder.resolve("old").resolve("world.db");
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            world.store
                    .threads()
                    .run(
                            () ->
                                    world.store
                                            .template()
                                            .execute(
                                                    """
                                                    CREATE FUNCTION spoil() RETURNS trigger AS $$
                                                    BEGIN NEW.actor = 'nobody'; RETURN NEW; END
                                                    $$ LANGUAGE plpgsql;
                                                    CREATE TRIGGER spoil BEFORE INSERT ON revisions
                                                    FOR EACH ROW EXECUTE FUNCTION spoil()
                                                    """));

            assertThatThrownBy(
                            () ->
                                    BackendMigration.run(
                                            world.store.threads(),
                                            new BackendCopy(world.store.template()),
                                            file))
                    .hasMessageContaining("arrived");
            assertThat(world.count("worlds")).isZero();
            assertThat(world.count("revisions")).isZero();
        }
    }

    @Test
    void everyTableIsCopied() throws Exception {
        try (WorldFixture world = WorldFixture.open(database("any"))) {
            assertThat(
                            world.store
                                    .threads()
                                    .read(
                                            () ->
                                                    world.store
                                                            .client()
                                                            .sql(
                                                                    "SELECT COUNT(*) FROM"
                                                                            + " sqlite_master WHERE"
                                                                            + " type = 'table' AND name"
                                                                            + " NOT LIKE 'sqlite%' AND"
                                                                            + " name NOT LIKE"
                                                                            + " 'flyway%'")
                                                            .query(Long.class)
                                                            .single()))
                    .as("a table that comes is to be listed in Tables")
                    .isEqualTo(16);
        }
    }
}
