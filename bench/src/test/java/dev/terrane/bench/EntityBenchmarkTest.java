package dev.terrane.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntityBenchmarkTest {
    @Test
    void everyRowIsWithinItsBound() {
        List<Row> rows = EntityBenchmark.run(new PrintWriter(Writer.nullWriter()));
        System.out.println(rows);
        assertThat(rows).hasSize(6);
        for (Row row : rows) {
            String bound = row.peer().replaceAll("\\D", "");
            assertThat(row.value()).as(row.name()).isPositive();
            assertThat(row.value()).as(row.name()).isLessThanOrEqualTo(Integer.parseInt(bound));
        }
    }
}
