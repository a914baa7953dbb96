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
 * transaction an edit; the whole way of an edit, patch and codec included, beside its statements by
 * plain JDBC at the same batch size; windows of 5 × 5 chunks beside one query by plain JDBC. On
 * SQLite (FULL) and on PostgreSQL where one can be started. Rounds are of half a second at most.
 */
final class ChunkStoreRows {
    private static final int EDITORS = 16;
    private static final int BATCH = 64;
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
            Databases.postgres();
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
                        ChunkStoreParts.open(engine.open(folder(folder)), BATCH, WARM, chunks);
                ChunkStoreParts single =
                        ChunkStoreParts.open(engine.open(folder(folder)), 1, WARM, chunks);
                ChunkEditors ours = new ChunkEditors(shared, chunks, EDITORS, kind);
                ChunkEditors peer = new ChunkEditors(single, chunks, EDITORS, kind)) {
            Rounds.Outcome outcome =
                    rounds.run(
                            name,
                            () -> ours.closedLoop(4),
                            "one_each",
                            () -> peer.closedLoop(4),
                            log);
            return new Row(
                    "ratio." + name, outcome.ratio(), "x", "one transaction an edit, 16 editors");
        }
    }

    private static Row write(
            Databases.Engine engine, Path folder, String suffix, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(BATCH);
        Databases.Database database = engine.open(folder(folder));
        Databases.Database rawDatabase = engine.open(folder(folder));
        ChunkStoreParts.open(rawDatabase, BATCH, WARM, chunks).close();
        String name = "write_vs_raw" + suffix;
        try (ChunkStoreParts store = ChunkStoreParts.open(database, BATCH, WARM, chunks);
                ChunkEditors ours = new ChunkEditors(store, chunks, BATCH, ChunkEditors.Kind.TILE);
                ChunkRawStore raw = new ChunkRawStore(rawDatabase, chunks, 1)) {
            Rounds.Outcome outcome =
                    rounds.run(name, ours::burst, "raw", () -> raw.write(BATCH), log);
            return new Row("ratio." + name, outcome.ratio(), "x", "the statements by plain JDBC");
        }
    }

    private static List<Row> window(
            Databases.Engine engine, Path folder, String suffix, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(CHUNKS);
        Databases.Database database = engine.open(folder(folder));
        List<List<ChunkKey>> windows = windows();
        int[] turn = new int[2];
        List<Row> rows = new ArrayList<>();
        for (DataSize cache : List.of(WARM, DataSize.ofBytes(0))) {
            boolean warm = cache.equals(WARM);
            String name = (warm ? "window_vs_raw" : "window_uncached_vs_raw") + suffix;
            try (ChunkStoreParts store =
                            ChunkStoreParts.open(
                                    database, BATCH, cache, warm ? chunks : List.of());
                    ChunkRawStore raw = new ChunkRawStore(database, List.of(), WINDOW * WINDOW)) {
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
