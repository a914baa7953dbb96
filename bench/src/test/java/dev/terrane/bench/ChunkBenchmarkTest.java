package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.testing.Databases;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkBenchmarkTest {

    private static final PrintWriter NO_LOG = new PrintWriter(Writer.nullWriter());

    private static List<Row> measured(List<Measurement> all, Duration length) throws Exception {
        List<Row> rows = Measurement.run(all, "", new Rounds(5, length), NO_LOG);
        assertThat(rows).extracting(Row::name).isEqualTo(names(all));
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
        return rows;
    }

    private static List<String> names(List<Measurement> all) {
        return all.stream().flatMap(measurement -> measurement.rows().stream()).toList();
    }

    @Test
    void theCodecIsMeasuredBesideProtobuf() throws Exception {
        assertThat(measured(ChunkCodecRows.all(), Duration.ofMillis(20)))
                .extracting(Row::name)
                .contains("ratio.decode_vs_protobuf", "ratio.decode_checked_vs_protobuf");
    }

    @Test
    void importedMapsShrink() throws Exception {
        assertThat(measured(ChunkCompressionRows.all(), Duration.ofMillis(20)))
                .filteredOn(row -> row.name().equals("compression.generated"))
                .singleElement()
                .satisfies(row -> assertThat(row.value()).isGreaterThan(1));
    }

    @Test
    void theStoreIsMeasuredBesidePlainJdbc() throws Exception {
        assertThat(
                        measured(
                                new ChunkStoreRows(Databases.Engine.SQLITE, 64).all(),
                                Duration.ofMillis(5)))
                .extracting(Row::name)
                .contains(
                        "ratio.group_commit_tile",
                        "ratio.group_commit_object",
                        "ratio.write_vs_raw",
                        "ratio.write_behind",
                        "time.commit_64",
                        "ratio.window_vs_raw");
    }

    @Test
    void filesOfWorldsAreMeasuredBesideOne() throws Exception {
        assertThat(measured(ChunkFileRows.all(), Duration.ofMillis(5)))
                .extracting(Row::name)
                .contains("ratio.own_files_4", "ratio.own_files_16", "edits.own_files_16");
    }

    @Test
    void aPartOfTheNameChoosesRows() throws Exception {
        List<Measurement> all =
                List.of(
                        Measurement.of("ratio.a", (_, _) -> new Row("ratio.a", 1, "x", "")),
                        new Measurement(
                                List.of("ratio.b", "bytes.b"),
                                (_, _) ->
                                        List.of(
                                                new Row("ratio.b", 1, "x", ""),
                                                new Row("bytes.b", 1, "x", ""))));
        Rounds rounds = new Rounds(5, Duration.ofMillis(1));

        assertThat(Measurement.run(all, "o.b", rounds, NO_LOG))
                .extracting(Row::name)
                .containsExactly("ratio.b", "bytes.b");
        assertThatThrownBy(() -> Measurement.run(all, "c", rounds, NO_LOG))
                .isInstanceOf(Measurement.NoneException.class);
    }
}
