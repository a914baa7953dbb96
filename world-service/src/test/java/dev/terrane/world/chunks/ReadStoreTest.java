package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.testing.Databases;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of reads, on both databases. */
class ReadStoreTest extends BothDatabases {
    @Test
    void chunksAreListedByBoxAndPage() {
        for (int cy = -2; cy < 2; cy++) {
            for (int cx = -2; cx < 2; cx++) {
                created(cx, cy);
            }
        }

        assertThat(list(Optional.empty(), Optional.empty(), 3))
                .containsExactly(
                        new ChunkCoord(-2, -2, 0),
                        new ChunkCoord(-1, -2, 0),
                        new ChunkCoord(0, -2, 0));
        assertThat(list(Optional.empty(), Optional.of(new ChunkCoord(0, 1, 0)), 100))
                .containsExactly(new ChunkCoord(1, 1, 0));
        var box = new Box(-4, 0, 0, 4, 4, 1);
        assertThat(list(Optional.of(box), Optional.empty(), 100))
                .containsExactly(new ChunkCoord(-1, 0, 0), new ChunkCoord(0, 0, 0));
        var empty = new Box(0, 0, 0, 0, 4, 1);
        assertThat(list(Optional.of(empty), Optional.empty(), 100)).isEmpty();
    }

    private List<ChunkCoord> list(Optional<Box> box, Optional<ChunkCoord> after, int limit) {
        return world
                .chunks
                .list(WorldFixture.ROOM, WorldFixture.GRID, box, after, limit, Viewer.TRUSTED)
                .stream()
                .map(chunk -> chunk.head().key().coord())
                .toList();
    }

    @Test
    void objectsAreFoundByTypeBoxAndPage() {
        created(0, 0);
        created(1, 0);
        created(-1, 0);
        ObjectQuery signs =
                new ObjectQuery(
                        WorldFixture.ROOM,
                        Viewer.TRUSTED,
                        "sign",
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        2);

        List<ObjectEntry> page = world.chunks.listObjects(signs);

        assertThat(page).extracting(entry -> entry.chunk().coord().cx()).containsExactly(-1, 0);
        assertThat(page.getFirst().propertiesJson()).isEqualTo("{\"text\":\"hello\"}");
        assertThat(
                        world.chunks.listObjects(
                                new ObjectQuery(
                                        WorldFixture.ROOM,
                                        Viewer.TRUSTED,
                                        "",
                                        "",
                                        Optional.empty(),
                                        Optional.of(
                                                new ObjectQuery.Place(
                                                        new ChunkCoord(0, 0, 0), "sign")),
                                        10)))
                .extracting(entry -> entry.chunk().coord().cx())
                .containsExactly(1);
        assertThat(
                        world.chunks.listObjects(
                                new ObjectQuery(
                                        WorldFixture.ROOM,
                                        Viewer.TRUSTED,
                                        "sign",
                                        "",
                                        Optional.of(new Box(0, 0, 0, 4, 4, 1)),
                                        Optional.empty(),
                                        10)))
                .hasSize(1);
        assertThat(
                        world.chunks.listObjects(
                                new ObjectQuery(
                                        WorldFixture.ROOM,
                                        Viewer.TRUSTED,
                                        "door",
                                        "",
                                        Optional.empty(),
                                        Optional.empty(),
                                        10)))
                .isEmpty();
    }

    @Test
    void aCorruptChunkIsSetAsideItsNeighboursLiveAndAPutHealsIt() throws Exception {
        Path second = java.nio.file.Files.createDirectory(folder.resolve("second"));
        Databases.Database restarted = engine.open(second);
        ChunkHead broken;
        try (WorldFixture before = WorldFixture.open(restarted).withRoom()) {
            broken = applied(before.put(chunk(0, 0), Base.NONE, "a")).head();
            applied(before.put(chunk(1, 0), Base.NONE, "b"));
            byte[] bytes = before.get(key(0, 0)).image().toArray();
            bytes[60] ^= 1;
            before.store
                    .threads()
                    .run(
                            () ->
                                    before.store
                                            .template()
                                            .update(
                                                    "UPDATE chunks SET payload = ? WHERE key = ?",
                                                    bytes,
                                                    broken.key().toString()));
        }
        try (WorldFixture after = WorldFixture.open(restarted)) {
            assertThat(after.chunks.get(key(0, 0), Viewer.TRUSTED))
                    .isInstanceOfSatisfying(
                            Chunks.Found.Corrupt.class,
                            corrupt -> assertThat(corrupt.detail()).contains("SHA-256"));
            assertThat(after.get(key(1, 0)).chunk().key()).isEqualTo(key(1, 0));
            assertThat(after.patch(key(0, 0), base(broken), setTile(1, 1), "c"))
                    .isInstanceOf(EditResult.Corrupt.class);

            applied(after.put(chunk(0, 0), base(broken), "d"));

            assertThat(after.get(key(0, 0)).head().revision()).isEqualTo(2);
        }
    }

    @Test
    void aRowWithTheChecksumOfAnotherChunkIsFoundAmongKeptOnes() {
        ChunkHead broken = created(0, 0);
        ChunkHead other = created(1, 0);
        List<ChunkKey> both = List.of(broken.key(), other.key());
        assertThat(present(both)).isEqualTo(both);
        run(
                "UPDATE chunks SET checksum = ? WHERE key = ?",
                other.checksum().hex(),
                broken.key().toString());

        assertThat(present(both)).containsExactly(other.key());
        assertThat(present(List.of(broken.key()))).isEmpty();

        // What sets it aside waits for the writer, as this does, in the order it was handed in.
        world.store.threads().run(() -> {});
        assertThat(world.chunks.listQuarantine(0, 10))
                .extracting(Quarantined::key)
                .containsExactly(broken.key());
    }

    @Test
    void aWindowHidesTheRoomAnImportMakesAndNoOther() {
        ChunkHead shown = created(0, 0);
        world.definitions.create(
                new Room(RoomKey.of("w", "new"), "New", new Box(-20, -20, 0, 20, 20, 1)));
        run("UPDATE rooms SET state = 'importing' WHERE id = ?", "new");
        assertThat(present(List.of(shown.key()))).containsExactly(shown.key());

        run("UPDATE rooms SET state = 'importing' WHERE id = ?", "r");
        assertThat(present(List.of(shown.key()))).isEmpty();
        assertThat(world.chunks.findHead(shown.key())).isEmpty();
    }

    private List<ChunkKey> present(List<ChunkKey> keys) {
        return world.chunks.getAll(keys, Viewer.TRUSTED).stream()
                .map(found -> ((Chunks.Found.Present) found).chunk().head().key())
                .toList();
    }

    private void run(String sql, Object... arguments) {
        world.store.threads().run(() -> world.store.template().update(sql, arguments));
    }
}
