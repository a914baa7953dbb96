package dev.terrane.bench;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.testing.Databases;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.flags.Viewer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
 * the same batch size; windows of 5 × 5 chunks beside one query by plain JDBC. On SQLite (FULL) and
 * on PostgreSQL (fsync and synchronous_commit on) where one can be started.
 */
final class ChunkStoreRows {
    private static final int EDITORS = 16;
    private static final int BATCH = 64;

    /** Edits of each editor in one measurement: so many that its begin and end hardly count. */
    private static final int LOOP = 25;

    private static final int CHUNKS = 256;
    private static final int WINDOW = 5;
    private static final Duration ROUND_MAX = Duration.ofMillis(700);
    private static final DataSize WARM = DataSize.ofMegabytes(64);

    private ChunkStoreRows() {}

    static List<Row> measure(Rounds rounds, PrintWriter log) throws Exception {
        return measure(List.of(Databases.Engine.values()), rounds, log);
    }

    static List<Row> measure(List<Databases.Engine> engines, Rounds rounds, PrintWriter log)
            throws Exception {
        Duration length = rounds.length().compareTo(ROUND_MAX) > 0 ? ROUND_MAX : rounds.length();
        Rounds shorter = new Rounds(5, length);
        List<Row> rows = new ArrayList<>();
        for (Databases.Engine engine : engines) {
            Path folder = Files.createTempDirectory("terrane-bench");
            try {
                if (engine == Databases.Engine.POSTGRESQL && !hasPostgres(log)) {
                    continue;
                }
                String suffix =
                        engine == Databases.Engine.SQLITE
                                ? ""
                                : "." + engine.name().toLowerCase(Locale.ROOT);
                rows.add(FsyncFloor.measure(folder, suffix, log));
                rows.add(rawGroupCommit(engine, folder, suffix, shorter, log));
                for (ChunkEditors.Kind kind : ChunkEditors.Kind.values()) {
                    rows.add(groupCommit(engine, folder, kind, suffix, shorter, log));
                }
                rows.add(write(engine, folder, suffix, shorter, log));
                rows.addAll(window(engine, folder, suffix, shorter, log));
            } finally {
                delete(folder);
            }
        }
        return rows;
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // one line: why a part is missing
    private static boolean hasPostgres(PrintWriter log) {
        try {
            Databases.durablePostgres();
            return true;
        } catch (RuntimeException e) {
            log.println("no PostgreSQL here: " + e.getMessage());
            return false;
        }
    }

    private static Row groupCommit(
            Databases.Engine engine,
            Path folder,
            ChunkEditors.Kind kind,
            String suffix,
            Rounds rounds,
            PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(EDITORS);
        String name = "group_commit_" + kind.name().toLowerCase(Locale.ROOT) + suffix;
        try (ChunkStoreParts shared =
                        ChunkStoreParts.open(database(engine, folder), BATCH, WARM, chunks);
                ChunkStoreParts single =
                        ChunkStoreParts.open(database(engine, folder), 1, WARM, chunks);
                ChunkEditors ours = new ChunkEditors(shared, chunks, EDITORS, kind);
                ChunkEditors peer = new ChunkEditors(single, chunks, EDITORS, kind)) {
            Rounds.Outcome outcome =
                    rounds.run(
                            name,
                            () -> ours.closedLoop(LOOP),
                            "one_each",
                            () -> peer.closedLoop(LOOP),
                            log);
            return new Row(
                    "ratio." + name, outcome.ratio(), "x", "one transaction an edit, 16 editors");
        }
    }

    /** What sharing commits gives without world-service: the bound of what it can give there. */
    private static Row rawGroupCommit(
            Databases.Engine engine, Path folder, String suffix, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(EDITORS);
        Databases.Database sharedDatabase = database(engine, folder);
        Databases.Database singleDatabase = database(engine, folder);
        ChunkStoreParts.open(sharedDatabase, BATCH, WARM, chunks).close();
        ChunkStoreParts.open(singleDatabase, BATCH, WARM, chunks).close();
        String name = "group_commit_jdbc" + suffix;
        try (ChunkRawStore shared = new ChunkRawStore(sharedDatabase, chunks, EDITORS, 1);
                ChunkRawStore single = new ChunkRawStore(singleDatabase, chunks, 1, 1)) {
            Rounds.Outcome outcome =
                    rounds.run(
                            name,
                            () -> shared.write(EDITORS),
                            "one_each",
                            () -> single.write(EDITORS),
                            log);
            return new Row(
                    "floor." + name,
                    outcome.ratio(),
                    "x",
                    "plain JDBC, 16 edits a transaction ÷ one");
        }
    }

    private static Row write(
            Databases.Engine engine, Path folder, String suffix, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(2 * BATCH);
        Databases.Database database = database(engine, folder);
        Databases.Database rawDatabase = database(engine, folder);
        ChunkStoreParts.open(rawDatabase, BATCH, WARM, chunks).close();
        String name = "write_vs_raw" + suffix;
        try (ChunkStoreParts store = ChunkStoreParts.open(database, BATCH, WARM, chunks);
                ChunkEditors ours =
                        new ChunkEditors(store, chunks, 2 * BATCH, ChunkEditors.Kind.TILE);
                ChunkRawStore raw = new ChunkRawStore(rawDatabase, chunks, BATCH, 1)) {
            Rounds.Outcome outcome =
                    rounds.run(name, ours::halves, "raw", () -> raw.write(2 * BATCH), log);
            return new Row("ratio." + name, outcome.ratio(), "x", "the statements by plain JDBC");
        }
    }

    private static List<Row> window(
            Databases.Engine engine, Path folder, String suffix, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(CHUNKS);
        Databases.Database database = database(engine, folder);
        List<List<ChunkKey>> windows = windows();
        int[] turn = new int[2];
        List<Row> rows = new ArrayList<>();
        for (DataSize cache : List.of(WARM, DataSize.ofBytes(0))) {
            boolean warm = cache.equals(WARM);
            String name = (warm ? "window_vs_raw" : "window_uncached_vs_raw") + suffix;
            try (ChunkStoreParts store =
                            ChunkStoreParts.open(
                                    database, BATCH, cache, warm ? chunks : List.of());
                    ChunkRawStore raw =
                            new ChunkRawStore(database, List.of(), 1, WINDOW * WINDOW)) {
                Rounds.Outcome outcome =
                        rounds.run(
                                name,
                                () -> bytes(store, windows.get(turn[0]++ % windows.size())),
                                "raw",
                                () -> raw.read(windows.get(turn[1]++ % windows.size())),
                                log);
                rows.add(
                        new Row(
                                "ratio." + name,
                                1 / outcome.ratio(),
                                "x time",
                                "one query by plain JDBC, payload included"));
            }
        }
        return rows;
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

    private static Databases.Database database(Databases.Engine engine, Path folder)
            throws IOException {
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
