package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostingBenchmarkTest {
    @Test
    void everyRowIsThereWithItsRounds() {
        var log = new StringWriter();
        List<Row> rows =
                HostingBenchmark.run(
                        new HostingBenchmark.Plan(5, 3, 50, 10), new PrintWriter(log, true));
        assertThat(rows)
                .extracting(Row::name)
                .containsExactly(
                        "ratio.journaled_vs_bare",
                        "ratio.journaled_realtime_vs_bare",
                        "heap.idle_session_kib");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
        assertThat(log.toString()).contains("round 5", "KiB at rest");
    }
}
