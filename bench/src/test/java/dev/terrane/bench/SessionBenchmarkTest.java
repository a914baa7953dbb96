package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionBenchmarkTest {
    @Test
    void everyRowIsThereWithItsRounds() {
        var log = new StringWriter();
        List<Row> rows =
                SessionBenchmark.run(
                        new SessionBenchmark.Plan(5, 2, 2, 2, 1_600, 20),
                        new PrintWriter(log, true));
        assertThat(rows)
                .extracting(Row::name)
                .contains("ratio.restore_long_vs_short")
                .contains(
                        JoltWorld.isHere()
                                ? "ratio.step50_dense_vs_jolt"
                                : "ratio.restore_long_vs_short");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
        assertThat(log.toString()).contains("round 5");
    }
}
