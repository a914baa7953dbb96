package dev.terrane.core.schema.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.schema.ConfigDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.core.schema.ScalarValue;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigCsvTest {
    @ParameterizedTest
    @EnumSource(CsvFormat.Separator.class)
    void everyValueComesBackFromTheTable(CsvFormat.Separator separator) {
        String text = Tables.write(Tables.PROBE, "Probe", new CsvFormat(separator, true));

        assertThat(text).startsWith("\uFEFFid" + separator.character() + "text").endsWith("\r\n");
        assertThat(Tables.accepted(Tables.read(text, Tables.PROBE, "Probe")))
                .isEqualTo(Tables.PROBE);
    }

    @Test
    void randomRowsComeBackFromTheTable() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                600,
                random -> {
                    List<ConfigRow> rows = new ArrayList<>();
                    for (int i = 0; i < 5; i++) {
                        rows.add(row(random, i + 10, coverage));
                    }
                    SchemaDocument document =
                            Tables.PROBE.withRows(new ConfigDefinition("Probe", rows));
                    CsvFormat format =
                            new CsvFormat(
                                    random.choice(CsvFormat.Separator.values()),
                                    random.nextBoolean());
                    switch (ConfigCsv.write(document, "Probe", format)) {
                        case CsvResult.Ok<String>(String text) -> {
                            coverage.count("written");
                            SchemaDocument read =
                                    Tables.accepted(Tables.read(text, document, "Probe"));
                            assertThat(SchemaWriter.writeText(read))
                                    .isEqualTo(SchemaWriter.writeText(document));
                        }
                        case CsvResult.Rejected<String>(var problems) -> {
                            coverage.count("refused");
                            assertThat(problems)
                                    .allSatisfy(
                                            each ->
                                                    assertThat(each.rule())
                                                            .isEqualTo(CsvRule.CSV_TEXT));
                        }
                    }
                });
        coverage.requireAtLeast(100, "written", "refused", "guarded text", "plain text");
    }

    private static ConfigRow row(SeededRandom random, long id, Coverage coverage) {
        Map<String, ScalarValue> values = new LinkedHashMap<>();
        String text =
                random.oneIn(5)
                        ? random.text(8, false)
                        : random.text(8, false).replaceAll("\\p{Cntrl}|\uFFFF", "=");
        coverage.count(CellWriter.text(text).equals(text) ? "plain text" : "guarded text");
        double wide = random.edgyDouble();
        float single = (float) random.edgyDouble();
        values.put("id", new ScalarValue.UInt32(id));
        values.put("text", new ScalarValue.Text(text));
        values.put("flag", new ScalarValue.Bool(random.nextBoolean()));
        values.put("small", new ScalarValue.Int32(random.edgyInt()));
        values.put("count", new ScalarValue.UInt32(random.edgyLong() & 0xFFFF_FFFFL));
        values.put("big", new ScalarValue.Int64(random.edgyLong()));
        values.put("huge", new ScalarValue.UInt64(random.edgyLong()));
        values.put("single", new ScalarValue.Float32(Float.isFinite(single) ? single : 1));
        values.put("wide", new ScalarValue.Float64(wide));
        values.put("target", new ScalarValue.Guid(random.edgyLong()));
        return new ConfigRow(values);
    }

    @Test
    void noCellBeginsAFormula() {
        String text = Tables.write(Tables.PROBE, "Probe", CsvFormat.DEFAULT);
        CsvProblems problems = new CsvProblems(1);
        CsvSyntax syntax = new CsvSyntax(text.substring(1), ',', CsvLimits.DEFAULT, problems);
        int cells = 0;
        for (List<String> row = syntax.next(); row != null; row = syntax.next()) {
            for (String cell : row) {
                cells++;
                boolean number = cell.matches("-?[0-9]{1,10}");
                assertThat(number || cell.isEmpty() || cell.matches("(?s)['\\p{L}].*"))
                        .as(cell)
                        .isTrue();
            }
        }
        assertThat(cells).isGreaterThan(500);
        assertThat(text).contains("'=1+1", "'@SUM(A1)", "'9223372036854775807", "''quoted");
    }

    @Test
    void aChangedCellIsAChangedLine() {
        String text = Tables.write(Tables.PROBE, "Probe", CsvFormat.DEFAULT);
        SchemaDocument changed =
                Tables.accepted(
                        Tables.read(
                                text.replace("Guest Player", "Guest Captain"),
                                Tables.PROBE,
                                "Probe"));
        List<String> before = SchemaWriter.writeText(Tables.PROBE).lines().toList();
        List<String> after = SchemaWriter.writeText(changed).lines().toList();

        assertThat(after).hasSameSizeAs(before);
        List<String> different = new ArrayList<>(after);
        different.removeAll(before);
        assertThat(different).singleElement().asString().contains("Guest Captain");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "int32  | 1.000                | csv-ambiguous",
                "int32  | 1,000                | csv-ambiguous",
                "int32  | 5,0                  | csv-value",
                "int32  | 1E+05                | csv-precision",
                "int32  | 2147483648           | csv-range",
                "int32  | zwei                 | csv-value",
                "int32  | ``                   | csv-cell-empty",
                "uint32 | -1                   | csv-range",
                "int64  | 9007199254740993     | csv-precision",
                "int64  | 9,22337203685478E+18 | csv-precision",
                "int64  | '9223372036854775808 | csv-range",
                "uint64 | 18446744073709551615 | csv-precision",
                "guid   | 1234567890123456     | csv-precision",
                "guid   | '007                 | csv-value",
                "double | 1.234,5              | csv-ambiguous",
                "double | 1,234                | csv-ambiguous",
                "double | 1.234                | csv-ambiguous",
                "double | 1.234.567            | csv-ambiguous",
                "double | 3.1415926535897931   | csv-precision",
                "double | 1,00E+21             | csv-precision",
                "double | 01.05.05             | csv-value",
                "double | 1. Mai               | csv-value",
                "double | 50%                  | csv-value",
                "double | '1,5                 | csv-value",
                "double | '1e999               | csv-range",
                "double | #WERT!               | csv-formula-error",
                "double | ####                 | csv-formula-error",
                "float  | '1e39                | csv-range",
                "bool   | ja                   | csv-value",
                "bool   | 1                    | csv-value",
                "string | #NAME?               | csv-formula-error",
                "string | Err:508              | csv-formula-error",
            })
    void whatASpreadsheetMayHaveChangedIsRefusedInItsCell(String type, String cell, String rule) {
        CsvResult<SchemaDocument> result =
                Tables.read("id;v\n3;\"" + cell + "\"\n", Tables.of(type), "A");

        assertThat(Tables.places(result)).containsExactly(rule + " B2");
        assertThat(Tables.problems(result).getFirst().toString())
                .startsWith("row 2, column B (v) [" + rule + "] ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "int32  | 007       | 7",
                "int32  | +5        | 5",
                "int32  | ` 5 `     | 5",
                "int64  | 123456789012345 | 123456789012345",
                "int64  | '-9223372036854775808 | -9223372036854775808",
                "double | 1,5       | 1.5",
                "double | 0,500     | 0.5",
                "double | 1234,500  | 1234.5",
                "double | -,5       | -0.5",
                "double | 80        | 80.0",
                "double | 1.5       | 1.5",
                "double | '1.234    | 1.234",
                "double | '1e21     | 1e21",
                "double | '-0.0     | -0.0",
                "float  | '0.1      | 0.1",
                "bool   | WAHR      | true",
                "bool   | Falsch    | false",
                "bool   | FAUX      | false",
                "bool   | ИСТИНА    | true",
                "string | '=1+1     | `\"=1+1\"`",
                "string | =1+1      | `\"=1+1\"`",
                "string | ''x       | `\"'x\"`",
                "string | 'TRUE     | `\"TRUE\"`",
                "string | ``        | `\"\"`",
                "string | '#NAME?   | `\"#NAME?\"`",
            })
    void whatMeansOneThingIsTaken(String type, String cell, String json) {
        SchemaDocument read =
                Tables.accepted(Tables.read("id;v\n3;\"" + cell + "\"\n", Tables.of(type), "A"));

        assertThat(SchemaWriter.writeValue(read.rowsOf("A").getFirst().get("v"))).isEqualTo(json);
    }

    @Test
    void aPointIsClearWhereCommasSeparate() {
        SchemaDocument read =
                Tables.accepted(Tables.read("id,v\n3,1.234\n", Tables.of("double"), "A"));

        assertThat(read.rowsOf("A").getFirst().get("v")).isEqualTo(new ScalarValue.Float64(1.234));
    }

    @Test
    void rowsThatBreakTheDocumentAreRefusedInTheirCells() {
        SchemaDocument document = Tables.of("int32");

        assertThat(Tables.places(Tables.read("id,v\n0,1\n7,2\n3,\n4,1\n4,2\n5\n", document, "A")))
                .containsExactly(
                        "csv-id-positive A2",
                        "csv-id-duplicate A3",
                        "csv-cell-empty B4",
                        "csv-id-duplicate A6",
                        "csv-cell-empty B7");
        assertThat(Tables.problems(Tables.read("id,v\n7,2\n", document, "A")).getFirst().message())
                .contains("the id 7 is already used by a row of B");
        assertThat(
                        Tables.problems(Tables.read("id,v\n4,2\n4,2\n", document, "A"))
                                .getFirst()
                                .message())
                .contains("by row 2");
    }

    @Test
    void theHeaderNamesEveryFieldOnceAndNothingElse() {
        SchemaDocument document = Tables.of("int32");

        assertThat(Tables.places(Tables.read("id\n1\n", document, "A")))
                .containsExactly("csv-column-missing 1");
        assertThat(Tables.places(Tables.read("v,id,w,v\n1,2,3,4\n", document, "A")))
                .containsExactly("csv-column-unknown C1", "csv-column-duplicate D1");
        assertThat(Tables.places(Tables.read("", document, "A")))
                .containsExactly("csv-column-missing 1");
        assertThat(Tables.places(Tables.read("id,v\n1,2,x\n", document, "A")))
                .containsExactly("csv-cell-extra C2");
    }

    @Test
    void columnsMayMoveAndBlankOnesAreNothing() {
        SchemaDocument document = Tables.of("int32");

        SchemaDocument read =
                Tables.accepted(Tables.read("v,,id,\r\n9,,3,\r\n,,,\r\n\r\n8,,2", document, "A"));

        assertThat(read.rowsOf("A")).extracting(ConfigRow::id).containsExactly(3L, 2L);
        assertThat(SchemaWriter.writeText(read)).contains("{\"id\": 3, \"v\": 9}");
    }

    @Test
    void aClassWithoutIdHasNoTable() {
        assertThat(Tables.places(Tables.read("v\n1\n", Tables.of("int32"), "Bare")))
                .containsExactly("csv-class ");
        assertThatThrownBy(() -> Tables.read("v\n1\n", Tables.of("int32"), "None"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void encodingsOfSpreadsheetsAreKnownAndOthersNamedByLine() {
        SchemaDocument document = Tables.of("string");
        String text = "\uFEFFid\tv\n3\t'ä漢\n";
        for (var charset :
                List.of(
                        StandardCharsets.UTF_8,
                        StandardCharsets.UTF_16LE,
                        StandardCharsets.UTF_16BE)) {
            SchemaDocument read =
                    Tables.accepted(Tables.read(text.getBytes(charset), document, "A"));
            assertThat(read.rowsOf("A").getFirst().get("v")).isEqualTo(new ScalarValue.Text("ä漢"));
        }
        byte[] latin = "id,v\n3,a\n4,ä\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Tables.problems(Tables.read(latin, document, "A")).getFirst().message())
                .contains("line 3 is not UTF-8");
    }

    @Test
    void textsThatSpreadsheetsDoNotKeepAreNotWritten() {
        SchemaDocument document =
                Tables.of(
                        "string",
                        "{\"id\": 1, \"v\": \"a\\tb\"}",
                        "{\"id\": 2, \"v\": \"" + "x".repeat(32_768) + "\"}",
                        "{\"id\": 3, \"v\": \"a\\rb\"}",
                        "{\"id\": 4, \"v\": \"" + "x".repeat(32_767) + "\"}");

        assertThat(Tables.places(ConfigCsv.write(document, "A", CsvFormat.DEFAULT)))
                .containsExactly("csv-text B2", "csv-text B3", "csv-text B4");
    }

    @Test
    void lineEndsInsideACellAreLineFeeds() {
        SchemaDocument document = Tables.of("string");

        assertThat(
                        Tables.accepted(Tables.read("id,v\n3,\"a\r\nb\"\n", document, "A"))
                                .rowsOf("A")
                                .getFirst()
                                .get("v"))
                .isEqualTo(new ScalarValue.Text("a\nb"));
        assertThat(Tables.places(Tables.read("id,v\n3,\"a\rb\"\n", document, "A")))
                .containsExactly("csv-text B2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BOOL", "INT32", "UINT64", "DOUBLE", "GUID", "STRING"})
    void halfASurrogateOrNulIsNoValue(ScalarType type) {
        CsvResult<SchemaDocument> result =
                Tables.read("id,v\n3,'\0\n", Tables.of(type.text()), "A");

        assertThat(Tables.problems(result)).hasSize(1);
    }
}
