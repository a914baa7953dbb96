package dev.terrane.core.schema.csv;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHints;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostileTableTest {
    private static final CsvLimits SMALL = new CsvLimits(1000, 4, 3, SchemaLimits.DEFAULT);

    @Test
    void quotesThatDoNotMatchAreNamed() {
        SchemaDocument document = Tables.of("string");

        assertThat(Tables.places(Tables.read("id,v\n3,\"a\n", document, "A")))
                .containsExactly("csv-quote B2");
        assertThat(Tables.places(Tables.read("id,v\n3,\"a\"b\n", document, "A")))
                .containsExactly("csv-quote B2");
        assertThat(Tables.places(Tables.read("\"", document, "A"))).containsExactly("csv-quote A1");
    }

    @Test
    void limitsAreNamedWithTheirPlace() {
        SchemaDocument document = Tables.of("int32");

        assertThat(read("id,v\n1,1\n2,1\n3,1\n4,1\n", document))
                .containsExactly("csv-limit-rows 5");
        assertThat(read("id,v\n1,1,,\n", document)).containsExactly("csv-limit-columns D2");
        assertThat(read("id,v\n" + " ".repeat(1000), document)).containsExactly("csv-limit-bytes ");
    }

    private static List<String> read(String text, SchemaDocument document) {
        return Tables.places(
                ConfigCsv.read(
                        text.getBytes(StandardCharsets.UTF_8),
                        document,
                        "A",
                        SchemaHints.NONE,
                        SMALL));
    }

    @Test
    void problemsAreCapped() {
        String rows = "0,x\n".repeat(1000);

        assertThat(Tables.problems(Tables.read("id,v\n" + rows, Tables.of("int32"), "A")))
                .hasSize(SchemaLimits.DEFAULT.problemsMax());
    }

    @Test
    void manyValuesAreRefusedBeforeTheyAreKept() {
        StringBuilder rows = new StringBuilder("id,v\n");
        for (int i = 10; i < 100_000; i++) {
            rows.append(i).append(",1\n");
        }
        SchemaLimits few = new SchemaLimits(4 << 20, 16, 1000, 255, 1 << 16, 10, 10, 10);

        assertThat(
                        Tables.places(
                                ConfigCsv.read(
                                        rows.toString().getBytes(StandardCharsets.UTF_8),
                                        Tables.of("int32"),
                                        "A",
                                        SchemaHints.NONE,
                                        new CsvLimits(8 << 20, 100_000, 10, few))))
                .containsExactly("csv-limit-rows 502");
    }

    @Test
    void anyTextIsReadAsAnotherReaderReadsIt() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                3000,
                random -> {
                    StringBuilder text = new StringBuilder();
                    int length = random.between(0, 20);
                    for (int i = 0; i < length; i++) {
                        text.append(
                                random.choice(
                                        ",", ",", "\"", "\"", "\n", "\r\n", "\r", "a", "b", " "));
                    }
                    CsvProblems problems = new CsvProblems(10);
                    List<List<String>> ours = new ArrayList<>();
                    CsvSyntax syntax =
                            new CsvSyntax(text.toString(), ',', CsvLimits.DEFAULT, problems);
                    for (List<String> row = syntax.next(); row != null; row = syntax.next()) {
                        ours.add(row);
                    }
                    if (problems.isEmpty() && !text.toString().matches("(?s).*[^,\"\r\n]\".*")) {
                        coverage.count("compared");
                        List<List<String>> theirs = new ArrayList<>();
                        try (var reader =
                                CsvReader.builder()
                                        .skipEmptyLines(false)
                                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                                        .ofCsvRecord(text.toString())) {
                            reader.forEach(each -> theirs.add(each.getFields()));
                        }
                        assertThat(ours).as(text.toString()).isEqualTo(theirs);
                    } else {
                        coverage.count("refused");
                    }
                });
        coverage.requireAtLeast(100, "compared", "refused");
    }
}
