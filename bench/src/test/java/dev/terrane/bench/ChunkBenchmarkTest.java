package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Databases;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkBenchmarkTest {

    @Test
    void theCodecIsMeasuredBesideProtobuf() throws Exception {
        List<Row> rows =
                ChunkCodecRows.measure(
                        new Rounds(5, Duration.ofMillis(20)), new PrintWriter(Writer.nullWriter()));

        assertThat(rows)
                .extracting(Row::name)
                .contains("ratio.decode_vs_protobuf", "ratio.decode_checked_vs_protobuf");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
    }

    @Test
    void importedMapsShrink() throws Exception {
        List<Row> rows =
                ChunkCompressionRows.measure(
                        new Rounds(5, Duration.ofMillis(20)), new PrintWriter(Writer.nullWriter()));

        assertThat(rows).extracting(Row::name).contains("compression.generated");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isGreaterThan(1));
    }

    @Test
    void theStoreIsMeasuredBesidePlainJdbc() throws Exception {
        List<Row> rows =
                ChunkStoreRows.measure(
                        List.of(Databases.Engine.SQLITE),
                        new Rounds(5, Duration.ofMillis(5)),
                        new PrintWriter(Writer.nullWriter()));

        assertThat(rows)
                .extracting(Row::name)
                .contains(
                        "ratio.group_commit_tile",
                        "ratio.group_commit_object",
                        "ratio.write_vs_raw",
                        "ratio.window_vs_raw");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
    }
}
