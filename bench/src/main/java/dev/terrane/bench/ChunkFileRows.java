package dev.terrane.bench;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.testing.Databases;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.util.unit.DataSize;

/**
 * Worlds in SQLite files of their own beside one file: 16 editors of tiles, each of a chunk, who
 * wait for every answer, spread over as many files as there are worlds. Each file has a writer, and
 * so commits of its own, which fewer editors share; what is won is that the files' fsyncs may go at
 * once, where the disk does that.
 */
final class ChunkFileRows {
    private static final int EDITORS = 16;
    private static final int BATCH = 64;
    private static final int LOOP = 25;
    private static final DataSize CACHE = DataSize.ofMegabytes(64);

    private ChunkFileRows() {}

    static List<Measurement> all() {
        return List.of(row(4), row(EDITORS));
    }

    private static Measurement row(int worlds) {
        return new Measurement(
                List.of("ratio.own_files_" + worlds, "edits.own_files_" + worlds),
                (rounds, log) -> {
                    Path folder = Files.createTempDirectory("terrane-bench");
                    try {
                        return measure(worlds, folder, rounds, log);
                    } finally {
                        delete(folder);
                    }
                });
    }

    private static List<Row> measure(int worlds, Path folder, Rounds rounds, PrintWriter log)
            throws Exception {
        try (Spread own = new Spread(folder.resolve("own"), worlds);
                Spread one = new Spread(folder.resolve("one"), 1)) {
            String name = "ratio.own_files_" + worlds;
            Rounds.Outcome outcome =
                    rounds.run(name, own::closedLoop, "one_file", one::closedLoop, log);
            String peer = "16 editors in one file";
            return List.of(
                    new Row(name, outcome.ratio(), "x", peer),
                    new Row(
                            "edits.own_files_" + worlds,
                            outcome.ours() * EDITORS * LOOP,
                            "edits/s",
                            peer));
        }
    }

    /** Stores that are each other's strangers, with all editors spread over them. */
    private static final class Spread implements AutoCloseable {
        private final List<ChunkStoreParts> stores = new ArrayList<>();
        private final List<ChunkEditors> editors = new ArrayList<>();
        private final ExecutorService threads;

        private Spread(Path folder, int count) throws IOException {
            int each = EDITORS / count;
            List<Chunk> chunks = ChunkWorkload.chunks(each);
            for (int i = 0; i < count; i++) {
                Path file = Files.createDirectories(folder.resolve("w" + i)).resolve("world.db");
                ChunkStoreParts store =
                        ChunkStoreParts.open(Databases.sqliteFile(file), BATCH, CACHE, chunks);
                ChunkEditors its = new ChunkEditors(store, chunks, each, ChunkEditors.Kind.TILE);
                stores.add(store);
                editors.add(its);
            }
            threads = Executors.newFixedThreadPool(count);
        }

        private int closedLoop() throws Exception {
            List<Future<Integer>> running =
                    editors.stream()
                            .map(its -> threads.submit(() -> its.closedLoop(LOOP)))
                            .toList();
            int edits = 0;
            for (Future<Integer> its : running) {
                edits += its.get();
            }
            return edits;
        }

        @Override
        public void close() {
            threads.close();
            editors.forEach(ChunkEditors::close);
            stores.forEach(ChunkStoreParts::close);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            paths.sorted(Collections.reverseOrder())
                    .forEach(
                            path -> {
                                try {
                                    Files.delete(path);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
        }
    }
}
