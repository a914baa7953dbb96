package dev.terrane.world.definitions;

import static dev.terrane.world.WorldFixture.GRID;
import static dev.terrane.world.WorldFixture.ROOM;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.testing.Await;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.ListedChunk;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.definitions.RoomChange.Corner;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.CannotAcquireLockException;

/**
 * Rooms that change beside edits: by one instance on SQLite, committed and behind, and by two on
 * one PostgreSQL. What is left is looked at when all is over.
 */
class RoomRacesStoreTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int ROUNDS = 6;
    private static final int EDITS = 60;
    private static final int CHANGES = 40;
    private static final int ATTEMPTS_MAX = 24;

    enum Kind {
        SQLITE,
        SQLITE_BEHIND,
        POSTGRESQL
    }

    @TempDir Path folder;

    private List<WorldFixture> instances(Kind kind) {
        List<WorldFixture> all = new ArrayList<>();
        switch (kind) {
            case SQLITE, SQLITE_BEHIND -> {
                all.add(
                        WorldFixture.open(Databases.sqliteFile(folder.resolve("world.db")))
                                .withRoom());
                if (kind == Kind.SQLITE_BEHIND) {
                    all.getFirst().writeBehind.setDurability(ROOM.world(), Durability.WRITE_BEHIND);
                }
            }
            case POSTGRESQL -> {
                Databases.Database database = Databases.postgres();
                all.add(WorldFixture.open(database).withRoom());
                all.add(WorldFixture.open(database));
            }
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void nothingEverLiesOutside(Kind kind) throws Exception {
        SeededRandom random = Seeds.printed();
        Coverage coverage = new Coverage();
        List<WorldFixture> instances = instances(kind);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Future<?>> running = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    WorldFixture instance = instances.get(i % instances.size());
                    SeededRandom edits = new SeededRandom(random.nextLong());
                    SeededRandom changes = new SeededRandom(random.nextLong());
                    String name = round + "-" + i + "-";
                    running.add(threads.submit(() -> edit(instance, edits, name, coverage)));
                    running.add(threads.submit(() -> change(instance, changes, coverage)));
                }
                for (Future<?> one : running) {
                    one.get();
                }
                for (WorldFixture instance : instances) {
                    requireInside(instance);
                }
            }
            System.out.println(kind + ": " + coverage);
            coverage.requireAtLeast(5, "Applied", "Invalid", "Done", "Outside");
        } finally {
            instances.forEach(WorldFixture::close);
        }
    }

    private static void edit(
            WorldFixture world, SeededRandom random, String name, Coverage coverage) {
        for (int i = 0; i < EDITS; i++) {
            // Few chunks, all where the room's highest side moves.
            ChunkKey key = key(3 + random.nextInt(2), random.nextInt(2));
            Optional<ChunkHead> head = world.chunks.findHead(key);
            Base base = head.map(there -> base(there)).orElse(Base.NONE);
            EditResult result =
                    head.isPresent() && random.nextInt(2) == 0
                            ? world.change(key, base, new EditRequest.Change.Delete(), name + i)
                            : world.put(withSign(key, random), base, name + i);
            coverage.count(result.getClass().getSimpleName());
        }
    }

    private static Chunk withSign(ChunkKey key, SeededRandom random) {
        ChunkCoord at = key.coord();
        return chunk(
                at.cx(),
                at.cy(),
                at.cx() * 4 + random.nextInt(8) / 2f,
                at.cy() * 4 + random.nextInt(8) / 2f);
    }

    private static void change(WorldFixture world, SeededRandom random, Coverage coverage) {
        for (int i = 0; i < CHANGES; i++) {
            double side = random.nextInt(3) == 0 ? 20 : 12 + random.nextInt(32) / 4.0;
            RoomChange change =
                    new RoomChange(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(new Corner(side, 20, 1)));
            DefinitionTag tag = tag(world);
            try {
                Changed<RoomState> outcome =
                        world.definitionChanges.change(ROOM, change, tag, Viewer.LOWEST);
                coverage.count(outcome.getClass().getSimpleName());
            } catch (CannotAcquireLockException slow) {
                coverage.count("Busy");
            }
        }
    }

    private static void requireInside(WorldFixture world) {
        world.dirty.settle(Scope.ALL);
        Room room = world.definitions.find(ROOM).orElseThrow();
        List<ListedChunk> all =
                world.chunks.list(
                        ROOM, GRID, Optional.empty(), Optional.empty(), 1_000, Viewer.TRUSTED);
        for (ListedChunk listed : all) {
            Chunk chunk = world.get(listed.head().key()).chunk();
            assertThat(chunk.bounds().intersects(room.bounds()))
                    .as("%s in %s", chunk.key(), room)
                    .isTrue();
            assertThat(chunk.objects())
                    .as("%s in %s", chunk.key(), room)
                    .allMatch(object -> Chunk.stands(object, room.bounds()));
        }
    }

    /** An instance that holds a row until it is told, and sees who waits for a world's lock. */
    private static final class Holder implements AutoCloseable {
        private static final String LOCKS =
                """
                SELECT COUNT(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                WHERE d.datname = current_database() AND l.locktype = 'advisory'
                  AND l.granted = ? AND l.mode = ?
                """;

        private final WorldFixture instance;
        private final CountDownLatch release = new CountDownLatch(1);
        private final CompletableFuture<Boolean> held = new CompletableFuture<>();
        private final CompletableFuture<Boolean> ended;

        Holder(Databases.Database database, String row) {
            instance = WorldFixture.open(database);
            ended =
                    instance.store
                            .threads()
                            .writeAsync(
                                    () -> {
                                        instance.store.template().query(row, _ -> {});
                                        held.complete(true);
                                        return await(release);
                                    });
            held.join();
        }

        private static boolean await(CountDownLatch latch) {
            try {
                return latch.await(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Until somebody waits for a world's lock. */
        void awaitWaiting(String mode) {
            awaitLock(mode, false);
        }

        /** Until somebody has a world's lock. */
        void awaitHeld(String mode) {
            awaitLock(mode, true);
        }

        private void awaitLock(String mode, boolean granted) {
            Await.until(LONG, mode + " granted: " + granted, () -> count(mode, granted) > 0);
        }

        private long count(String mode, boolean granted) {
            return instance.store
                    .threads()
                    .read(
                            () ->
                                    instance.store
                                            .client()
                                            .sql(LOCKS)
                                            .param(granted)
                                            .param(mode)
                                            .query(Long.class)
                                            .single());
        }

        void release() {
            release.countDown();
            assertThat(ended.join()).isTrue();
        }

        @Override
        public void close() {
            release.countDown();
            instance.close();
        }
    }

    private static DefinitionTag tag(WorldFixture world) {
        return world.definitions.find(ROOM.world()).orElseThrow().tag();
    }

    /** Shrinks the room; on a machine so slow that a lock's time is over, again. */
    private static CompletableFuture<Changed<RoomState>> shrunk(WorldFixture instance) {
        DefinitionTag tag = tag(instance);
        return CompletableFuture.supplyAsync(
                () -> {
                    for (int attempt = 1; ; attempt++) {
                        try {
                            return instance.definitionChanges.change(
                                    ROOM, shrink(), tag, Viewer.LOWEST);
                        } catch (CannotAcquireLockException busy) {
                            if (attempt == ATTEMPTS_MAX) {
                                throw busy;
                            }
                        }
                    }
                });
    }

    /** Whoever waited saw what the other did, also when a lock's time was over in between. */
    private static void requireOneWon(EditResult edit, Changed<RoomState> change) {
        System.out.println(edit.getClass().getSimpleName() + ", " + change.getClass());
        switch (change) {
            case Changed.Done<RoomState> _ ->
                    assertThat(edit).isInstanceOf(EditResult.Invalid.class);
            case Changed.Outside<RoomState> _ ->
                    assertThat(edit).isInstanceOf(EditResult.Applied.class);
            default -> throw new AssertionError(change);
        }
    }

    private static RoomChange shrink() {
        return new RoomChange(
                Optional.empty(), Optional.empty(), Optional.of(new Corner(16.5, 20, 1)));
    }

    @Test
    void aChangeWaitsForTheEditOfAnotherInstanceAndSeesWhatItDid() {
        Databases.Database database = Databases.postgres();
        try (WorldFixture first = WorldFixture.open(database).withRoom();
                WorldFixture second = WorldFixture.open(database)) {
            ChunkHead head = applied(first.put(chunk(4, 0), Base.NONE, "create")).head();
            try (Holder holder =
                    new Holder(
                            database, "SELECT 1 FROM chunks WHERE key = 'w:r:4:0:0' FOR UPDATE")) {
                Chunk moved = atX(18);
                CompletableFuture<EditResult> edit =
                        first.edits.submit(WorldFixture.putRequest(moved, base(head), "move"));
                holder.awaitHeld("ShareLock");
                CompletableFuture<Changed<RoomState>> change = shrunk(second);
                holder.awaitWaiting("ExclusiveLock");
                holder.release();

                requireOneWon(edit.join(), change.join());
            }
            requireInside(first);
        }
    }

    @Test
    void anEditWaitsForTheChangeOfAnotherInstanceAndIsJudgedByIt() {
        Databases.Database database = Databases.postgres();
        try (WorldFixture first = WorldFixture.open(database).withRoom();
                WorldFixture second = WorldFixture.open(database)) {
            ChunkHead head = applied(first.put(chunk(4, 0), Base.NONE, "create")).head();
            try (Holder holder =
                    new Holder(database, "SELECT 1 FROM rooms WHERE id = 'r' FOR UPDATE")) {
                CompletableFuture<Changed<RoomState>> change = shrunk(second);
                holder.awaitHeld("ExclusiveLock");
                CompletableFuture<EditResult> edit =
                        first.edits.submit(WorldFixture.putRequest(atX(18), base(head), "move"));
                holder.awaitWaiting("ShareLock");
                holder.release();

                requireOneWon(edit.join(), change.join());
            }
            requireInside(first);
        }
    }

    @Test
    void aRoomDoesNotShrinkOverWhatIsInMemoryOnly() {
        try (WorldFixture world = instances(Kind.SQLITE_BEHIND).getFirst()) {
            ChunkHead head = applied(world.put(chunk(4, 0), Base.NONE, "create")).head();
            EditResult.Applied out = applied(world.put(atX(18), base(head), "out"));
            assertThat(out.durable()).isFalse();

            assertThat(world.definitionChanges.change(ROOM, shrink(), tag(world), Viewer.LOWEST))
                    .isInstanceOf(Changed.Outside.class);
            assertThat(world.dirty.load().chunks()).as("it was written first").isZero();

            EditResult.Applied home = applied(world.put(atX(16), base(out.head()), "home"));
            assertThat(home.durable()).isFalse();
            assertThat(world.definitionChanges.change(ROOM, shrink(), tag(world), Viewer.LOWEST))
                    .isInstanceOf(Changed.Done.class);
            assertThat(world.put(atX(18), base(home.head()), "out again"))
                    .isInstanceOf(EditResult.Invalid.class);
            requireInside(world);
        }
    }

    private static Chunk atX(float x) {
        Chunk chunk = chunk(4, 0);
        WorldObject sign = chunk.objects().getFirst();
        return chunk.withContent(
                chunk.layers(),
                List.of(
                        new WorldObject(
                                sign.id(),
                                sign.type(),
                                sign.assetId(),
                                Transform.at(x, 0, 0),
                                sign.properties(),
                                sign.dynamic(),
                                sign.flags())));
    }
}
