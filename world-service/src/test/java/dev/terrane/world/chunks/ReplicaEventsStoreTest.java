package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.testing.Await;
import dev.terrane.testing.Databases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.store.ReplicaEventStore;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two instances on one PostgreSQL: each hears of what either commits, in order, and of all. */
class ReplicaEventsStoreTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int CHUNKS = 3;
    private static final int EDITS = 60;

    private Databases.Database database;
    private WorldFixture first;
    private WorldFixture second;

    @BeforeEach
    void open() {
        database = Databases.postgres();
        first = WorldFixture.replica(database).withRoom();
        second = WorldFixture.replica(database);
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private static final class Heard implements ChunkRelay.Listener {
        private final List<ChunkChange> changes = new CopyOnWriteArrayList<>();
        private final AtomicInteger widely = new AtomicInteger();

        @Override
        public void changed(List<ChunkChange> all) {
            changes.addAll(all);
        }

        @Override
        public void changedWidely() {
            widely.incrementAndGet();
        }
    }

    private ReplicaEvents byHand(WorldFixture instance) {
        return new ReplicaEvents(
                instance.store.threads(),
                new ReplicaEventStore(instance.store.template()),
                new ReplicaProperties(Duration.ofMillis(10), Duration.ofMinutes(1)),
                InstantSource.fixed(WorldFixture.START));
    }

    @Test
    void bothHearOfEveryCommitInTheOrderOfEachChunk() throws Exception {
        for (int cx = 0; cx < CHUNKS; cx++) {
            applied(first.put(chunk(cx, 0), Base.NONE, "create-" + cx));
        }
        try (ExecutorService editors = Executors.newFixedThreadPool(4)) {
            List<Future<?>> running = new ArrayList<>();
            for (int editor = 0; editor < 4; editor++) {
                int own = editor;
                WorldFixture instance = editor % 2 == 0 ? first : second;
                running.add(editors.submit(() -> edit(instance, own)));
            }
            for (Future<?> editor : running) {
                editor.get();
            }
        }
        int all = CHUNKS + 4 * EDITS;
        Await.until(LONG, "all events at the first", () -> first.changes.size() >= all);
        Await.until(LONG, "all events at the second", () -> second.changes.size() >= all);

        List<ChunkChange> heard = List.copyOf(first.changes);
        assertThat(heard).hasSize(all);
        assertThat(List.copyOf(second.changes)).isEqualTo(heard);
        Map<ChunkKey, Long> last = new HashMap<>();
        for (ChunkChange change : heard) {
            ChunkHead head = change.head();
            assertThat(head.revision()).isEqualTo(last.getOrDefault(head.key(), 0L) + 1);
            last.put(head.key(), head.revision());
        }
        for (int cx = 0; cx < CHUNKS; cx++) {
            ChunkHead now = second.get(key(cx, 0)).head();
            assertThat(heard).anyMatch(change -> change.head().equals(now));
            assertThat(first.get(key(cx, 0)).head()).isEqualTo(now);
        }
    }

    /** Applies its edits one after the other, each again on the current base until it is in. */
    private static void edit(WorldFixture instance, int editor) {
        for (int edit = 0; edit < EDITS; edit++) {
            ChunkKey key = key(edit % CHUNKS, 0);
            boolean applied = false;
            while (!applied) {
                StoredChunk now = instance.get(key);
                int cell = editor * 4 + edit % 4;
                int other = 1 - now.chunk().layers().getFirst().tiles().get(cell);
                applied =
                        instance.patch(
                                        key,
                                        base(now.head()),
                                        setTile(cell, other),
                                        editor + "-" + edit)
                                instanceof EditResult.Applied;
            }
        }
    }

    @Test
    void aRaisedFlagIsHeardAtTheOtherWithIt() {
        ChunkHead head = applied(first.put(chunk(0, 0), Base.NONE, "a")).head();

        second.moderation.set(
                "tiles/grass", Map.of(ContentCategory.HORROR, Severity.SEVERE), false, "f", "mo");

        Await.until(LONG, "the gate", () -> first.changes.size() >= 2);
        ChunkChange gate = first.changes.get(1);
        assertThat(gate.kind()).isEqualTo(new ChunkChange.Kind.Gate());
        assertThat(gate.head()).isEqualTo(head);
        assertThat(gate.flags().severity(ContentCategory.HORROR)).isEqualTo(Severity.SEVERE);
        assertThat(gate.flags().sources()).containsExactly("tiles/grass");
    }

    @Test
    void lostConnectionsLoseNoEvent() throws Exception {
        ChunkHead head = applied(first.put(chunk(0, 0), Base.NONE, "a")).head();
        for (int round = 0; round < 3; round++) {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database()"
                                + " AND pid <> pg_backend_pid()");
            }
            head = editThroughIt(head, round);
        }
        ChunkHead last = head;
        Await.until(LONG, "all events", () -> second.changes.size() >= last.revision());
        assertThat(List.copyOf(second.changes))
                .extracting(change -> change.head().revision())
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(second.changes.getLast().head()).isEqualTo(last);
    }

    /** A retry by id is safe: a commit whose answer was lost is found. */
    private ChunkHead editThroughIt(ChunkHead head, int round) {
        EditResult.Applied[] result = new EditResult.Applied[1];
        Await.until(
                LONG,
                "an edit through new connections",
                () -> {
                    try {
                        result[0] =
                                applied(
                                        first.patch(
                                                head.key(),
                                                base(head),
                                                setTile(round + 1, 1),
                                                "e" + round));
                        return true;
                    } catch (CompletionException e) {
                        return false;
                    }
                });
        return result[0].head();
    }

    @Test
    void aRefusedCommitIsHeardOfByNobody() {
        Heard heard = new Heard();
        try (ReplicaEvents relay = byHand(first)) {
            ChunkHead head = applied(first.put(chunk(0, 0), Base.NONE, "a")).head();
            List<ChunkChange> changes =
                    List.of(
                            ChunkChange.wrote(
                                    head,
                                    ChunkAction.CREATE,
                                    first.get(key(0, 0)).chunk().flags()));
            try {
                first.store
                        .threads()
                        .run(
                                () -> {
                                    relay.record(changes);
                                    throw new IllegalStateException("not this time");
                                });
            } catch (IllegalStateException expected) {
                assertThat(expected).hasMessage("not this time");
            }
            first.store.threads().run(() -> relay.record(changes));

            relay.poll(heard);

            assertThat(heard.changes).hasSize(2).allMatch(change -> change.head().equals(head));
            assertThat(heard.widely.get()).isZero();
        }
    }

    @Test
    void whoWasAwayTooLongOrIsTooFarBehindIsToldToReadAnew() {
        Heard heard = new Heard();
        try (ReplicaEvents relay = byHand(second)) {
            ReplicaEventStore rows = new ReplicaEventStore(first.store.template());
            ChunkHead head = applied(first.put(chunk(0, 0), Base.NONE, "a")).head();
            applied(first.patch(key(0, 0), base(head), setTile(1, 1), "b"));
            first.store.threads().run(() -> rows.trim(Instant.ofEpochMilli(Long.MAX_VALUE), 1));

            relay.poll(heard);

            assertThat(heard.widely.get()).isEqualTo(1);
            assertThat(heard.changes).isEmpty();
            ChunkHead now = first.get(key(0, 0)).head();
            ChunkHead third = applied(first.patch(key(0, 0), base(now), setTile(2, 1), "c")).head();
            relay.poll(heard);
            assertThat(heard.changes).extracting(ChunkChange::head).containsExactly(third);
            try (ReplicaEvents writer = byHand(first)) {
                first.store.threads().run(writer::recordWidely);
            }
            relay.poll(heard);
            assertThat(heard.widely.get()).isEqualTo(2);
            first.store
                    .threads()
                    .run(
                            () ->
                                    first.store
                                            .template()
                                            .update(
                                                    "INSERT INTO chunk_events (chunk_key, revision,"
                                                            + " checksum, kind, flags, written_at, at)"
                                                            + " SELECT 'w:r:0:0:0', 1, '"
                                                            + "0".repeat(64)
                                                            + "', 'update', '', 0, 0 FROM"
                                                            + " generate_series(1, 10001)"));
            relay.poll(heard);
            assertThat(heard.widely.get()).isEqualTo(3);
            assertThat(heard.changes).hasSize(1);
        }
    }
}
