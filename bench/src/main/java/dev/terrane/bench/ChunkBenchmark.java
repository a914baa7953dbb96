package dev.terrane.bench;

import dev.terrane.testing.Databases;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code terrane bench chunk}: what is measured of chunks, each with its peer in the same run. */
final class ChunkBenchmark {
    /** Short turns: the codec's calls take microseconds. */
    private static final Rounds CODEC = new Rounds(7, Duration.ofMillis(250));

    /** An edit goes through so much code that it takes seconds until all of it is compiled. */
    private static final Rounds STORE =
            new Rounds(7, Duration.ofMillis(700), Duration.ofSeconds(5));

    private ChunkBenchmark() {}

    /** The rows whose names contain this, and those measured with them. */
    static List<Row> run(String part, PrintWriter log) throws Exception {
        List<Measurement> all = new ArrayList<>();
        all.addAll(during(CODEC, ChunkCodecRows.all()));
        all.addAll(ChunkCompressionRows.all());
        for (Databases.Engine engine : Databases.Engine.values()) {
            all.addAll(during(STORE, new ChunkStoreRows(engine, ChunkStoreRows.ATOMIC).all()));
        }
        all.addAll(during(STORE, ChunkFileRows.all()));
        return Measurement.run(all, part, CODEC, log);
    }

    private static List<Measurement> during(Rounds rounds, List<Measurement> measurements) {
        return measurements.stream()
                .map(
                        each ->
                                new Measurement(
                                        each.rows(), (_, log) -> each.body().measure(rounds, log)))
                .toList();
    }
}
