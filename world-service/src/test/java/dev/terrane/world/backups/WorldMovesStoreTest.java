package dev.terrane.world.backups;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.store.UnfitStoreException;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.backups.store.BackendCopy;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.Viewer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WorldMovesStoreTest {
    private static final WorldId W = WorldFixture.ROOM.world();
    private static final WorldId NONE = new WorldId("none");
    private static final WorldId OTHER = new WorldId("W");

    @TempDir Path folder;
    private String content = "";
    private List<ChunkHistory.Page> history = List.of();

    private Path shared() {
        return folder.resolve("world.db");
    }

    private WorldMoves moves() {
        return new WorldMoves(shared(), InstantSource.fixed(WorldFixture.START));
    }

    /** Two worlds, a history with a deleted chunk, and a flagged asset. */
    private void fill() {
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(shared())).withRoom()) {
            ChunkHead head = applied(world.put(chunk(0, 0), Base.NONE, "made")).head();
            head = applied(world.patch(head.key(), base(head), setTile(3, 1), "e1")).head();
            applied(world.patch(head.key(), base(head), setTile(4, 1), "e2"));
            ChunkHead gone = applied(world.put(chunk(1, 0), Base.NONE, "")).head();
            applied(world.change(gone.key(), base(gone), new Change.Delete(), "d"));
            world.definitions.create(new World(OTHER, "Other", WorldFixture.GRID, 1));
            world.definitions.create(
                    new Room(RoomKey.of("W", "r"), "Room", new Box(0, 0, 0, 20, 20, 1)));
            world.flag("tiles/grass", ContentCategory.HORROR, Severity.MILD);
            remember(world);
        }
    }

    private void remember(WorldFixture world) {
        content = ChunkJson.encode(world.get(key(0, 0)).chunk());
        history = history(world);
    }

    private static List<ChunkHistory.Page> history(WorldFixture world) {
        return List.of(
                world.history.list(key(0, 0), Viewer.TRUSTED, Long.MAX_VALUE, 10),
                world.history.list(key(1, 0), Viewer.TRUSTED, Long.MAX_VALUE, 10));
    }

    private void requireWhole(Databases.Database database) {
        try (WorldFixture world = WorldFixture.open(database)) {
            world.runJobs(); // Those of the move find nothing to do.
            assertThat(world.upkeep.verify(Scope.ALL).faulty()).isZero();
            assertThat(ChunkJson.encode(world.get(key(0, 0)).chunk())).isEqualTo(content);
            assertThat(history(world)).isEqualTo(history);
            assertThat(world.flags.find("tiles/grass")).isPresent();
        }
    }

    private static ErrorCode refusal(Runnable move) {
        return catchThrowableOfType(TerraneException.class, move::run).code();
    }

    @Test
    void aWorldMovesToAFileOfItsOwnAndBackWithAllThatIsIts() {
        fill();
        WorldMoves.Moved out = moves().toOwn(W);
        assertThat(out.file()).isEqualTo(folder.resolve("worlds/w/world.db"));
        assertThat(out.chunks()).isEqualTo(1);
        requireWhole(Databases.sqliteFile(out.file()));
        try (WorldFixture rest = WorldFixture.open(Databases.sqliteFile(shared()))) {
            assertThat(rest.definitions.listWorlds("", 10))
                    .extracting(World::id)
                    .containsExactly(OTHER);
            assertThat(rest.count("chunks") + rest.count("revisions")).isZero();
        }
        assertThat(moves().toOwn(W)).as("the same again").isEqualTo(out);
        requireWhole(Databases.sqliteFile(out.file()));
        assertThat(refusal(() -> moves().toOwn(NONE))).isEqualTo(CommonError.NOT_FOUND);

        WorldMoves.Moved back = moves().toShared(W);
        assertThat(back.digest()).isEqualTo(out.digest());
        assertThat(out.file()).doesNotExist();
        assertThat(out.file().resolveSibling("replaced")).isNotEmptyDirectory();
        requireWhole(Databases.sqliteFile(shared()));
        assertThat(moves().toShared(W)).as("the same again").isEqualTo(back);
        requireWhole(Databases.sqliteFile(shared()));
        assertThat(refusal(() -> moves().toShared(NONE))).isEqualTo(CommonError.NOT_FOUND);
    }

    @Test
    void aMoveThatEndedInTheMiddleIsFinishedByTheSameMove() throws IOException {
        fill();
        Path before = folder.resolve("before.db");
        Files.copy(shared(), before);
        WorldMoves.Moved out = moves().toOwn(W);

        // As if the world had not been taken away where it was.
        Files.copy(before, shared(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(moves().toOwn(W).digest()).isEqualTo(out.digest());

        Files.copy(before, shared(), StandardCopyOption.REPLACE_EXISTING);
        assertThat(moves().toShared(W).digest()).isEqualTo(out.digest());
        assertThat(out.file()).doesNotExist();

        moves().toOwn(W);
        Files.copy(before, shared(), StandardCopyOption.REPLACE_EXISTING);
        try (WorldFixture world = WorldFixture.open(Databases.sqliteFile(shared()))) {
            applied(world.put(chunk(2, 0), Base.NONE, "only here"));
        }
        assertThat(refusal(() -> moves().toShared(W))).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(out.file()).as("nothing was done").exists();
    }

    /** Reproduced: it was replaced without a copy. */
    @Test
    void aFileThatIsInTheWayIsKeptUnlessItIsTheSameWorld() throws IOException {
        fill();
        Path file = folder.resolve("worlds/w/world.db");
        Files.createDirectories(file.getParent());
        Files.writeString(file.resolveSibling("world.db-wal"), "a log alone");
        moves().toOwn(W);
        assertThat(kept(file)).singleElement().asString().endsWith("-wal");
        moves().toShared(W);
        int before = kept(file).size();

        try (WorldFixture other = WorldFixture.open(Databases.sqliteFile(file)).withRoom()) {
            applied(other.put(chunk(0, 1), Base.NONE, "somebody's"));
        }
        moves().toOwn(W);
        assertThat(kept(file)).hasSize(before + 1);
        requireWhole(Databases.sqliteFile(file));
    }

    private static List<Path> kept(Path file) throws IOException {
        try (Stream<Path> files = Files.list(file.resolveSibling("replaced"))) {
            return files.toList();
        }
    }

    /** Reproduced: SQLite made an empty file and deleted the log. */
    @Test
    void noToolTouchesALogWhoseFileIsGone() throws IOException {
        fill();
        Path log = folder.resolve("worlds/gone/world.db-wal");
        Files.createDirectories(log.getParent());
        Files.writeString(log, "all there is");
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, shared()))
                    .hasMessageContaining("gone/world.db");
            assertThat(world.definitions.listWorlds("", 10)).isEmpty();
        }
        assertThat(log).hasContent("all there is");
        assertThat(log.resolveSibling("world.db")).doesNotExist();

        Path whole = folder.resolve("whole.db");
        Files.move(shared(), whole);
        Files.createFile(shared());
        Files.writeString(folder.resolve("world.db-wal"), "all there is");
        assertThat(refusal(() -> moves().toOwn(W))).isEqualTo(WorldError.BACKUP_INVALID);
        assertThat(folder.resolve("world.db-wal")).hasContent("all there is");
    }

    @Test
    void aWorldWhoseFileIsGoneIsNotLeftBehindByTheMoveToPostgresql() throws IOException {
        fill();
        Path lost = moves().toOwn(W).file();
        Path whole = folder.resolve("whole.db");
        Files.move(lost, whole);
        Files.createDirectories(lost.resolveSibling("backups"));
        Files.writeString(lost.resolveSibling("backups/monday.db"), "a backup");
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, shared()))
                    .hasMessageContainingAll("world 'w'", "which is gone", "begin-anew");
            assertThat(world.definitions.listWorlds("", 10)).isEmpty();
            Files.move(whole, lost);
            assertThat(BackendMigration.run(world.store.threads(), copier, shared())).isNotNull();
            assertThat(world.definitions.listWorlds("", 10)).hasSize(2);
        }
    }

    /**
     * Reproduced: it was left behind, and the move ended well. A link to itself is closed to all.
     */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a right of their own there")
    void aWorldWhoseFolderIsClosedIsNotLeftBehindByTheMoveToPostgresql() throws IOException {
        fill();
        Path own = moves().toOwn(W).file().getParent();
        Path away = Files.move(own, folder.resolve("away"));
        Files.createSymbolicLink(own, own.getFileName());
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, shared()))
                    .isInstanceOf(UnfitStoreException.class)
                    .hasMessageContainingAll(own.toString(), "may not be used by user");
            assertThat(world.definitions.listWorlds("", 10)).isEmpty();
            Files.delete(own);
            Files.move(away, own);
            assertThat(BackendMigration.run(world.store.threads(), copier, shared())).isNotNull();
            assertThat(world.definitions.listWorlds("", 10)).hasSize(2);
        }
    }

    @Test
    void aWorldThatIsInBothPlacesIsNotMovedToPostgresql() throws IOException {
        fill();
        Path before = folder.resolve("before.db");
        Files.copy(shared(), before);
        moves().toOwn(W);
        Files.copy(before, shared(), StandardCopyOption.REPLACE_EXISTING);
        try (WorldFixture world = WorldFixture.open(Databases.postgres())) {
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThatThrownBy(() -> BackendMigration.run(world.store.threads(), copier, shared()))
                    .hasMessageContaining("terrane world move w --to shared");
            assertThat(world.definitions.listWorlds("", 10)).isEmpty();
        }
    }

    @Test
    void postgresqlTakesTheSharedDatabaseAndTheFilesBesideIt() {
        fill();
        WorldMoves.Moved out = moves().toOwn(W);
        Databases.Database postgres = Databases.postgres();
        try (WorldFixture world = WorldFixture.open(postgres)) {
            BackendCopy copier = new BackendCopy(world.store.template());
            assertThat(BackendMigration.run(world.store.threads(), copier, shared()))
                    .satisfies(moved -> assertThat(moved.chunks()).isEqualTo(out.chunks()));
            assertThat(world.definitions.listWorlds("", 10))
                    .extracting(World::id)
                    .containsExactlyInAnyOrder(W, OTHER);
        }
        requireWhole(postgres);
    }
}
