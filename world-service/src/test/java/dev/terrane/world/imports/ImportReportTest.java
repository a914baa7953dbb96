package dev.terrane.world.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ImportReportTest {
    private static List<String> kept(int warnings) {
        return ImportReport.NONE
                .withMap(
                        0,
                        new Box(0, 0, 0, 1, 1, 1),
                        IntStream.range(0, warnings).mapToObj(i -> "w" + i).toList())
                .warnings();
    }

    @Test
    void warningsThatAreNotKeptAreCounted() {
        assertThat(kept(200)).hasSize(200).last().isEqualTo("w199");
        assertThat(kept(201)).hasSize(200).last().isEqualTo("and 2 more");
        assertThat(kept(1_000)).hasSize(200).contains("w198").last().isEqualTo("and 801 more");
    }
}
