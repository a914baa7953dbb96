package dev.terrane.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code terrane bench chunk}: parts that measure chunks, each with its peer in the same run. A
 * part is one entry of {@link #PARTS}.
 */
final class ChunkBenchmark {
    private static final List<Part> PARTS =
            List.of(
                    ChunkCodecRows::measure,
                    ChunkCompressionRows::measure,
                    ChunkStoreRows::measure);

    private ChunkBenchmark() {}

    /** Some rows. */
    @FunctionalInterface
    interface Part {
        List<Row> measure(Rounds rounds, PrintWriter log) throws Exception;
    }

    static List<Row> run(Rounds rounds, PrintWriter log) throws Exception {
        List<Row> rows = new ArrayList<>();
        for (Part part : PARTS) {
            rows.addAll(part.measure(rounds, log));
        }
        return rows;
    }
}
