package dev.terrane.bench;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.testing.Databases;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.flags.Viewer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;

/**
 * World-service's store: commits shared by 16 editors that wait for each answer beside one
 * transaction an edit, once by world-service and once, as what the machine has to give, by plain
 * JDBC; the whole way of an edit, patch and codec included, beside its statements by plain JDBC at
 * the same batch size; write-behind beside write-through; 4,096 chunks in one transaction; windows
 * of 5 × 5 chunks beside one query by plain JDBC. On SQLite (FULL) and on PostgreSQL (fsync and
 * synchronous_commit on) where one can be started.
 */
final class ChunkStoreRows {
    private static final int EDITORS = 16;
    private static final int BATCH = 64;

    /** Edits of each editor in one measurement: so many that its begin and end hardly count. */
    private static final int LOOP = 25;

    private static final int CHUNKS = 256;

    /** The most chunks an import commits at once. */
    static final int ATOMIC = 4_096;

    private static final int ATOMIC_ROUNDS = 3;
    private static final String ONE_EACH = "one transaction an edit, 16 editors";
    private static final int WINDOW = 5;
    private static final DataSize WARM = DataSize.ofMegabytes(64);

    private final Databases.Engine engine;
    private final int atomic;
    private final String suffix;

    /**
     * Makes the rows of one database; PostgreSQL's have its name behind theirs.
     *
     * @param atomic chunks of the largest commit, a multiple of 64
     */
    ChunkStoreRows(Databases.Engine engine, int atomic) {
        this.atomic = atomic;
        this.engine = engine;
        this.suffix =
                engine == Databases.Engine.SQLITE
                        ? ""
                        : "." + engine.name().toLowerCase(Locale.ROOT);
    }

    /** Measures in a folder that is deleted afterwards. */
    private interface InFolder {
        List<Row> measure(List<String> rows, Path folder, Rounds rounds, PrintWriter log)
                throws Exception;
    }

    List<Measurement> all() {
        List<Measurement> all = new ArrayList<>();
        all.add(
                measurement(
                        (rows, folder, _, log) -> FsyncFloor.measure(rows.getFirst(), folder, log),
                        "floor.fsync"));
        all.add(measurement(this::rawGroupCommit, "floor.group_commit_tile"));
        for (ChunkEditors.Kind kind : ChunkEditors.Kind.values()) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            all.add(
                    measurement(
                            groupCommit(kind),
                            "ratio.group_commit_" + name,
                            "edits_per_commit." + name,
                            "edits.group_commit_" + name,
                            "edits.one_each_" + name));
        }
        all.add(measurement(this::write, "ratio.write_vs_raw"));
        if (engine == Databases.Engine.SQLITE) {
            all.add(
                    measurement(
                            this::writeBehind,
                            "ratio.write_behind",
                            "edits.write_behind",
                            "edits.write_through"));
        }
        all.add(
                measurement(
                        this::atomicCommit, "time.commit_" + atomic, "chunks.commit_" + atomic));
        all.add(measurement(window(true), "ratio.window_vs_raw"));
        all.add(measurement(window(false), "ratio.window_uncached_vs_raw"));
        return all;
    }

    private Measurement measurement(InFolder body, String... names) {
        List<String> rows = Stream.of(names).map(name -> name + suffix).toList();
        return new Measurement(
                rows,
                (rounds, log) -> {
                    if (engine == Databases.Engine.POSTGRESQL && !hasPostgres(log)) {
                        return List.of();
                    }
                    Path folder = Files.createTempDirectory("terrane-bench");
                    try {
                        return body.measure(rows, folder, rounds, log);
                    } finally {
                        delete(folder);
                    }
                });
    }

    private static boolean hasPostgres(PrintWriter log) {
        try {
            Databases.durablePostgres();
            return true;
        } catch (RuntimeException e) {
            log.println("no PostgreSQL here: " + e.getMessage());
            return false;
        }
    }

    private InFolder groupCommit(ChunkEditors.Kind kind) {
        return (rows, folder, rounds, log) -> {
            List<Chunk> chunks = ChunkWorkload.chunks(EDITORS);
            try (ChunkStoreParts shared =
                            ChunkStoreParts.open(database(folder), BATCH, WARM, chunks);
                    ChunkStoreParts single =
                            ChunkStoreParts.open(database(folder), 1, WARM, chunks);
                    ChunkEditors ours = new ChunkEditors(shared, chunks, EDITORS, kind);
                    ChunkEditors peer = new ChunkEditors(single, chunks, EDITORS, kind)) {
                Rounds.Outcome outcome =
                        rounds.run(
                                rows.getFirst(),
                                () -> ours.closedLoop(LOOP),
                                "one_each",
                                () -> peer.closedLoop(LOOP),
                                log);
                double calls = EDITORS * LOOP;
                return List.of(
                        new Row(rows.get(0), outcome.ratio(), "x", ONE_EACH),
                        new Row(rows.get(1), shared.editsPerCommit(), "edits", "16 editors"),
                        new Row(rows.get(2), outcome.ours() * calls, "edits/s", ONE_EACH),
                        new Row(rows.get(3), outcome.peer() * calls, "edits/s", "itself"));
            }
        };
    }

    /** What sharing commits gives without world-service: the bound of what it can give there. */
    private List<Row> rawGroupCommit(List<String> rows, Path folder, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(EDITORS);
        Databases.Database sharedDatabase = database(folder);
        Databases.Database singleDatabase = database(folder);
        ChunkStoreParts.open(sharedDatabase, BATCH, WARM, chunks).close();
        ChunkStoreParts.open(singleDatabase, BATCH, WARM, chunks).close();
        try (ChunkRawStore shared = new ChunkRawStore(sharedDatabase, chunks, EDITORS, 1);
                ChunkRawStore single = new ChunkRawStore(singleDatabase, chunks, 1, 1)) {
            Rounds.Outcome outcome =
                    rounds.run(
                            rows.getFirst(),
                            () -> shared.write(EDITORS),
                            "one_each",
                            () -> single.write(EDITORS),
                            log);
            return List.of(
                    new Row(
                            rows.getFirst(),
                            outcome.ratio(),
                            "x",
                            "plain JDBC, 16 edits a transaction ÷ one"));
        }
    }

    private List<Row> write(List<String> rows, Path folder, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(2 * BATCH);
        Databases.Database database = database(folder);
        Databases.Database rawDatabase = database(folder);
        ChunkStoreParts.open(rawDatabase, BATCH, WARM, chunks).close();
        try (ChunkStoreParts store = ChunkStoreParts.open(database, BATCH, WARM, chunks);
                ChunkEditors ours =
                        new ChunkEditors(store, chunks, 2 * BATCH, ChunkEditors.Kind.TILE);
                ChunkRawStore raw = new ChunkRawStore(rawDatabase, chunks, BATCH, 1)) {
            Rounds.Outcome outcome =
                    rounds.run(
                            rows.getFirst(), ours::halves, "raw", () -> raw.write(2 * BATCH), log);
            return List.of(
                    new Row(rows.getFirst(), outcome.ratio(), "x", "the statements by plain JDBC"));
        }
    }

    /** Both until everything is on disk: what is in memory at the end of a call is flushed. */
    private List<Row> writeBehind(List<String> rows, Path folder, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(EDITORS);
        ChunkEditors.Kind tile = ChunkEditors.Kind.TILE;
        try (ChunkStoreParts behind =
                        ChunkStoreParts.open(database(folder), BATCH, WARM, chunks)
                                .writingBehind();
                ChunkStoreParts through =
                        ChunkStoreParts.open(database(folder), BATCH, WARM, chunks);
                ChunkEditors ours = new ChunkEditors(behind, chunks, EDITORS, tile);
                ChunkEditors peer = new ChunkEditors(through, chunks, EDITORS, tile)) {
            Rounds.Outcome outcome =
                    rounds.run(
                            rows.getFirst(),
                            () -> {
                                int edits = ours.closedLoop(LOOP);
                                behind.settle();
                                return edits;
                            },
                            "write_through",
                            () -> peer.closedLoop(LOOP),
                            log);
            double calls = EDITORS * LOOP;
            String other = "write-through, commits shared";
            return List.of(
                    new Row(rows.get(0), outcome.ratio(), "x", other),
                    new Row(rows.get(1), outcome.ours() * calls, "edits/s", other),
                    new Row(rows.get(2), outcome.peer() * calls, "edits/s", "itself"));
        }
    }

    /** As an import into an existing room commits: the most chunks it writes at once. */
    private List<Row> atomicCommit(List<String> rows, Path folder, Rounds rounds, PrintWriter log)
            throws Exception {
        try (ChunkStoreParts store =
                ChunkStoreParts.open(database(folder), BATCH, WARM, ChunkWorkload.chunks(atomic))) {
            List<Double> millis = new ArrayList<>();
            for (int round = 0; round <= ATOMIC_ROUNDS; round++) {
                List<EditRequest> puts = ChunkEditors.puts(store, atomic, round);
                long begin = System.nanoTime();
                store.commitAtOnce(puts, BATCH);
                double took = (System.nanoTime() - begin) / 1e6;
                log.printf(
                        Locale.ROOT,
                        "%s  %s %.0f ms%n",
                        round == 0 ? "warm-up" : "round " + round,
                        rows.getFirst(),
                        took);
                if (round > 0) {
                    millis.add(took);
                }
            }
            double median = Rounds.median(millis);
            String what = atomic + " chunks in one transaction";
            return List.of(
                    new Row(rows.get(0), median, "ms", what),
                    new Row(rows.get(1), atomic / median * 1e3, "chunks/s", what));
        }
    }

    private InFolder window(boolean warm) {
        return (rows, folder, rounds, log) -> {
            List<Chunk> chunks = ChunkWorkload.chunks(CHUNKS);
            Databases.Database database = database(folder);
            ChunkStoreParts.open(database, BATCH, WARM, chunks).close();
            List<List<ChunkKey>> windows = windows();
            int[] turn = new int[2];
            DataSize cache = warm ? WARM : DataSize.ofBytes(0);
            try (ChunkStoreParts store = ChunkStoreParts.open(database, BATCH, cache, List.of());
                    ChunkRawStore raw =
                            new ChunkRawStore(database, List.of(), 1, WINDOW * WINDOW)) {
                windows.forEach(window -> bytes(store, window));
                Rounds.Outcome outcome =
                        rounds.run(
                                rows.getFirst(),
                                () -> bytes(store, windows.get(turn[0]++ % windows.size())),
                                "raw",
                                () -> raw.read(windows.get(turn[1]++ % windows.size())),
                                log);
                return List.of(
                        new Row(
                                rows.getFirst(),
                                1 / outcome.ratio(),
                                "x time",
                                "one query by plain JDBC, payload included"));
            }
        };
    }

    private static int bytes(ChunkStoreParts store, List<ChunkKey> keys) {
        int bytes = 0;
        for (Chunks.Found found : store.chunks.getAll(keys, Viewer.LOWEST)) {
            bytes += ((Chunks.Found.Present) found).chunk().image().size();
        }
        return bytes;
    }

    private static List<List<ChunkKey>> windows() {
        List<List<ChunkKey>> windows = new ArrayList<>();
        for (int y = 0; y + WINDOW <= 16; y++) {
            for (int x = 0; x + WINDOW <= 16; x++) {
                List<ChunkKey> keys = new ArrayList<>();
                for (int i = 0; i < WINDOW * WINDOW; i++) {
                    keys.add(ChunkKey.of("isle", "main", x + i % WINDOW, y + i / WINDOW, 0));
                }
                windows.add(keys);
            }
        }
        return windows;
    }

    private Databases.Database database(Path folder) throws IOException {
        return switch (engine) {
            case SQLITE -> Databases.sqliteFile(folder(folder));
            case POSTGRESQL -> Databases.durablePostgres();
        };
    }

    /** One folder a database: a data folder has one owner. */
    private static Path folder(Path parent) throws IOException {
        return Files.createTempDirectory(parent, "db");
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
