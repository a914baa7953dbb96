package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RpcBenchmarkTest {

    @Test
    void bothSidesAnswerAndEveryRoundIsPrinted() throws Exception {
        StringWriter log = new StringWriter();

        List<Row> rows =
                RpcBenchmark.run(new Rounds(5, Duration.ofMillis(20)), new PrintWriter(log, true));

        assertThat(rows)
                .extracting(Row::name)
                .containsExactly("rpc.connect", "rpc.raw_http", "ratio.connect_vs_raw_http");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
        assertThat(log.toString().lines()).hasSize(6);
    }

    @Test
    void theMedianOfAnEvenCountIsTheMiddleOfTheTwoInside() {
        assertThat(Rounds.median(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2.5);
        assertThat(Rounds.median(List.of(9.0, 1.0, 5.0))).isEqualTo(5.0);
    }
}
