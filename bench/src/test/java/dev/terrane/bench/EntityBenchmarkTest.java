package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.bench.EntityScene.Audience;
import dev.terrane.core.entity.compact.CompactReceiver;
import dev.terrane.core.entity.compact.FrameResult;
import dev.terrane.core.entity.stream.Quantisation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntityBenchmarkTest {
    private static final Path PEER = Path.of("target", "colyseus");

    @Test
    void everyCountOfBytesIsWithinItsBound() {
        List<Row> rows = EntityBenchmark.bytes(new PrintWriter(Writer.nullWriter()));
        System.out.println(rows);
        assertThat(rows)
                .extracting(Row::name)
                .containsExactly(
                        "bytes.int_shared",
                        "bytes.int_aoi",
                        "bytes.dbl_shared",
                        "bytes.q256_shared",
                        "bytes.first_sight_200",
                        "bytes.first_sight_aoi40");
        for (Row row : rows) {
            String bound = row.peer().replaceAll("\\D", "");
            assertThat(row.value()).as(row.name()).isPositive();
            assertThat(row.value()).as(row.name()).isLessThanOrEqualTo(Integer.parseInt(bound));
        }
    }

    @Test
    void everyChangedEntityIsEncodedOnceForAllViews() {
        for (Audience audience : Audience.values()) {
            var scene = new EntityScene(audience, EntityWorkload::integers, Quantisation.NONE);
            scene.run(100);
            assertThat(scene.counters().shared())
                    .isPositive()
                    .isLessThanOrEqualTo(100L * EntityWorkload.CHANGED);
        }
    }

    @Test
    void theFrameOfFirstSightOpensEveryStream() {
        var scene = new EntityScene(Audience.SHARED, EntityWorkload::integers, Quantisation.NONE);
        var receiver = new CompactReceiver(EntityScene.LIMITS, 0);
        assertThat(receiver.addLayout(1, scene.projection())).isEmpty();
        assertThat(receiver.receive(scene.firstSight(EntityWorkload.ENTITIES)))
                .isInstanceOfSatisfying(
                        FrameResult.Applied.class,
                        applied -> assertThat(applied.updates()).hasSize(200));
    }

    /** Figures of so short a run mean nothing; the bars are read from the benchmark itself. */
    @Test
    void bothSidesDoTheSameWorkloadAndEveryRoundIsPrinted() throws Exception {
        var log = new StringWriter();
        List<Row> rows;
        try (ColyseusPeer peer = ColyseusPeer.start(PEER)) {
            rows =
                    EntityBenchmark.ratios(
                            new EntityBenchmark.Length(5, 50, 50),
                            peer,
                            new PrintWriter(log, true));
            // What the package sends for this workload is known: it is the exact one.
            assertThat(peer.run("encode_shared", 100).bytes()).isEqualTo(276.7);
            assertThat(peer.run("encode_50_aoi", 100).bytes()).isEqualTo(55.34);
        }
        assertThat(rows)
                .extracting(Row::name)
                .contains("ratio.encode_shared", "ratio.encode_50_aoi", "ratio.encode_50_full");
        assertThat(rows).allSatisfy(row -> assertThat(row.value()).isPositive());
        assertThat(log.toString().lines()).hasSize(18);
    }
}
