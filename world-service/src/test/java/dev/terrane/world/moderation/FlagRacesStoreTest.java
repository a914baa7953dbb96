package dev.terrane.world.moderation;

import static dev.terrane.world.WorldFixture.ROOM;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.testing.Await;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Databases;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.flags.Viewer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One asset after the other is flagged while chunks are read and written to hold other assets: by
 * one instance on SQLite, by two on one PostgreSQL. Once a change of flags is answered, no read
 * that begins shows a chunk that holds the asset, whoever wrote it and when.
 */
class FlagRacesStoreTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int ASSETS = 60;
    private static final int CHUNKS = 3;
    private static final int READS_A_FLAG = 20;
    private static final String NEVER = "props/never";
    private static final Viewer ALL = new Viewer(Map.of(), true, true);

    @TempDir Path folder;

    private final Coverage coverage = new Coverage();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    /** Assets below it are flagged, and that was answered. */
    private final AtomicInteger answered = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(Databases.Engine.class)
    void whatIsFlaggedIsShownNoMoreOnceThatIsAnswered(Databases.Engine engine) throws Exception {
        SeededRandom random = Seeds.printed();
        Databases.Database database = engine.open(folder);
        try (WorldFixture first = WorldFixture.open(database).withRoom();
                WorldFixture second =
                        engine == Databases.Engine.POSTGRESQL
                                ? WorldFixture.open(database)
                                : first) {
            try (ExecutorService threads = Executors.newFixedThreadPool(5)) {
                List<Future<?>> running = new ArrayList<>();
                try {
                    for (int i = 0; i < 2; i++) {
                        WorldFixture instance = i == 0 ? first : second;
                        String name = "w" + i + "-";
                        SeededRandom reading = new SeededRandom(random.nextLong());
                        SeededRandom writing = new SeededRandom(random.nextLong());
                        running.add(threads.submit(() -> guarded(() -> read(instance, reading))));
                        running.add(
                                threads.submit(
                                        () -> guarded(() -> write(instance, writing, name))));
                    }
                    flag(first);
                } finally {
                    stopped.set(true);
                }
                for (Future<?> one : running) {
                    one.get();
                }
            }
            first.runJobs();
            requireFlagged(second);
        }
        System.out.println(engine + ": " + coverage);
        coverage.requireAtLeast(100, "Present", "Gated", "Applied");
    }

    private static String asset(int number) {
        return "props/" + number;
    }

    private static int number(String asset) {
        return asset.equals(NEVER)
                ? ASSETS
                : Integer.parseInt(asset.substring(asset.indexOf('/') + 1));
    }

    /** One that failed ends the others, too. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } finally {
            stopped.set(true);
        }
    }

    /** Each waits until the last one was met by readers and writers. */
    private void flag(WorldFixture world) {
        for (int i = 0; i < ASSETS; i++) {
            int read = reads.get() + READS_A_FLAG;
            int written = writes.get() + 2;
            Await.until(
                    LONG,
                    "reads and writes",
                    () -> stopped.get() || (reads.get() >= read && writes.get() >= written));
            world.moderation.set(
                    asset(i),
                    Map.of(ContentCategory.VIOLENCE, Severity.MILD),
                    false,
                    "flag-" + i,
                    "mo");
            answered.set(i + 1);
        }
    }

    private void write(WorldFixture world, SeededRandom random, String name) {
        for (int i = 0; !stopped.get(); i++) {
            ChunkKey key = key(random.nextInt(CHUNKS), 0);
            // Around the one that is being flagged.
            Chunk content = holding(key, answered.get() - 2 + random.nextInt(5));
            Base base = world.chunks.findHead(key).map(WorldFixture::base).orElse(Base.NONE);
            EditResult result =
                    world.submit(
                            EditRequest.of(
                                    key,
                                    base,
                                    new EditRequest.Change.Put(
                                            content, AgpcCodec.encode(content).contentHash()),
                                    EditRequest.Id.ofChunk(name + i),
                                    new EditRequest.Editor("ann", ALL)));
            coverage.count(result.getClass().getSimpleName());
            writes.incrementAndGet();
        }
    }

    private static Chunk holding(ChunkKey key, int number) {
        Chunk plain = chunk(key.coord().cx(), 0);
        WorldObject sign = plain.objects().getFirst();
        return plain.withContent(
                plain.layers(),
                List.of(
                        new WorldObject(
                                sign.id(),
                                sign.type(),
                                number < 0 ? NEVER : asset(number),
                                sign.transform(),
                                sign.properties(),
                                sign.dynamic(),
                                sign.flags())));
    }

    private void read(WorldFixture world, SeededRandom random) {
        while (!stopped.get()) {
            ChunkKey key = key(random.nextInt(CHUNKS), 0);
            int flagged = answered.get();
            List<String> shown =
                    switch (random.nextInt(4)) {
                        case 0 -> assets(world.chunks.get(key, Viewer.LOWEST));
                        case 1 ->
                                world.chunks.getAll(List.of(key), Viewer.LOWEST).stream()
                                        .flatMap(found -> assets(found).stream())
                                        .toList();
                        case 2 -> past(world, key);
                        default -> objects(world);
                    };
            assertThat(shown)
                    .as("flagged are the first " + flagged)
                    .allMatch(asset -> number(asset) >= flagged);
            reads.incrementAndGet();
        }
    }

    private List<String> assets(Chunks.Found found) {
        coverage.count(found.getClass().getSimpleName());
        return found instanceof Chunks.Found.Present(var stored)
                ? assets(stored.chunk())
                : List.of();
    }

    private static List<String> assets(Chunk chunk) {
        return chunk.objects().stream().map(WorldObject::assetId).toList();
    }

    private static List<String> past(WorldFixture world, ChunkKey key) {
        Optional<ChunkHead> head = world.chunks.findHead(key);
        return head.isPresent()
                        && world.history.get(key, head.get().revision(), Viewer.LOWEST)
                                instanceof ChunkHistory.Past.Present present
                ? assets(present.chunk().chunk())
                : List.of();
    }

    private static List<String> objects(WorldFixture world) {
        return world
                .chunks
                .listObjects(
                        new ObjectQuery(
                                ROOM,
                                Viewer.LOWEST,
                                "",
                                "",
                                Optional.empty(),
                                Optional.empty(),
                                10))
                .stream()
                .map(ObjectEntry::assetId)
                .toList();
    }

    /** Also what was written in the moment of a change has its flags when the job is done. */
    private static void requireFlagged(WorldFixture world) {
        for (int cx = 0; cx < CHUNKS; cx++) {
            Chunk chunk = world.get(key(cx, 0)).chunk();
            List<String> flagged =
                    assets(chunk).stream().filter(asset -> number(asset) < ASSETS).toList();
            assertThat(chunk.flags().sources()).isEqualTo(flagged);
        }
    }
}
