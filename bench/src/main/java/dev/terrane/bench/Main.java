package dev.terrane.bench;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * Entry point: {@code NAME text|json [ROWS]}; of chunk, ROWS is a part of the names of the rows
 * wanted. Results go to standard output, one a line, rounds to standard error. {@code jmh} runs the
 * JMH benchmarks instead. {@code terrane bench} checks the arguments.
 */
public final class Main {
    private static final Rounds ROUNDS = new Rounds(7, Duration.ofSeconds(2));

    private static final Path PEER = Path.of("bench", "target", "colyseus");

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter log = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        if (arguments[0].equals("jmh")) {
            new Runner(
                            new OptionsBuilder()
                                    .include(EntityJmh.class.getSimpleName())
                                    .addProfiler(GCProfiler.class)
                                    .build())
                    .run();
            return;
        }
        boolean json = arguments.length > 1 && arguments[1].equals("json");
        try {
            String rows = arguments.length > 2 ? arguments[2] : "";
            for (Row row : run(arguments[0], rows, log)) {
                out.println(json ? JsonMapper.shared().writeValueAsString(row) : text(row));
            }
        } catch (ColyseusPeer.Unavailable | Measurement.NoneException e) {
            log.println("terrane bench: " + e.getMessage());
            System.exit(1);
        }
        System.exit(0);
    }

    private static List<Row> run(String name, String rows, PrintWriter log) throws Exception {
        return switch (name) {
            case "chunk" -> ChunkBenchmark.run(rows, log);
            case "entity" -> EntityBenchmark.run(EntityBenchmark.Length.USUAL, PEER, log);
            case "session" ->
                    Stream.concat(
                                    SessionBenchmark.run(SessionBenchmark.Plan.FULL, log).stream(),
                                    HostingBenchmark.run(HostingBenchmark.Plan.FULL, log).stream())
                            .toList();
            case "rpc" -> RpcBenchmark.run(ROUNDS, log);
            default -> throw new IllegalArgumentException("no such benchmark: " + name);
        };
    }

    private static String text(Row row) {
        return String.format(
                Locale.ROOT,
                "%-28s %12.3f %-8s beside: %s",
                row.name(),
                row.value(),
                row.unit(),
                row.peer());
    }
}
