package dev.terrane.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.csv.ConfigCsv;
import dev.terrane.core.schema.csv.CsvLimits;
import dev.terrane.core.schema.csv.CsvProblem;
import dev.terrane.core.schema.csv.CsvResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HintsTest {
    private static final SchemaDocument DOCUMENT =
            Fixtures.document(
                    """
                    {"format": "ark.entity-schema", "version": 1,
                     "classes": [
                      {"name": "Monster", "fields": [
                        {"name": "id", "index": 1, "type": "uint32"},
                        {"name": "hp", "index": 2, "type": "int32"},
                        {"name": "speed", "index": 3, "type": "double"},
                        {"name": "kind", "index": 4, "type": "string"},
                        {"name": "loot", "index": 5, "type": "uint32"},
                        {"name": "boss", "index": 6, "type": "bool"},
                        {"name": "twin", "index": 7, "type": "guid"}],
                       "tables": [], "containers": [
                        {"name": "bag", "index": 8, "class": "Item"}]},
                      {"name": "Item", "fields": [
                        {"name": "id", "index": 1, "type": "uint32"}],
                       "tables": [], "containers": []}],
                     "configs": [
                      {"class": "Item", "rows": [{"id": 10}]},
                      {"class": "Monster", "rows": [
                        {"id": 1, "hp": 5, "speed": 1.5, "kind": "orc", "loot": 10, "boss": false, "twin": "0"},
                        {"id": 2, "hp": 0, "speed": 9.5, "kind": "elf", "loot": 11, "boss": true, "twin": "0"},
                        {"id": 3, "hp": 101, "speed": 2.0, "kind": "orc", "loot": 0, "boss": true, "twin": "0"}]}]}
                    """);

    private static final String HINTS =
            """
            {"format": "terrane.schema-hints", "version": 1,
             "classes": [
              {"name": "Monster", "label": "Enemy", "members": [
                {"name": "hp", "label": "Health", "unit": "points", "min": 1, "max": 100},
                {"name": "speed", "unit": "tiles/s", "max": 8},
                {"name": "kind", "values": [{"value": "orc", "label": "Orc"}, {"value": "bat"}]},
                {"name": "loot", "reference": "Item"},
                {"name": "bag", "label": "Bag"}]}]}
            """;

    private static SchemaHints hints(String text) {
        return switch (read(text, HintsReader.Unknown.REFUSE)) {
            case HintsResult.Ok(SchemaHints hints) -> hints;
            case HintsResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }

    private static HintsResult read(String text, HintsReader.Unknown unknown) {
        return HintsReader.read(
                text.getBytes(StandardCharsets.UTF_8), DOCUMENT, unknown, SchemaLimits.DEFAULT);
    }

    @Test
    void valuesHaveTheTypesOfTheirFields() {
        SchemaHints.MemberHints hp = hints(HINTS).find("Monster", "hp").orElseThrow();

        assertThat(hp.label()).isEqualTo("Health");
        assertThat(hp.unit()).isEqualTo("points");
        assertThat(hp.min()).isEqualTo(new ScalarValue.Int32(1));
        assertThat(hints(HINTS).find("Monster", "speed").orElseThrow().max())
                .isEqualTo(new ScalarValue.Float64(8));
        assertThat(hints(HINTS).find("Monster", "kind").orElseThrow().values())
                .extracting(SchemaHints.AllowedValue::label)
                .containsExactly("Orc", null);
        assertThat(hints(HINTS).findClass("Monster").orElseThrow().label()).isEqualTo("Enemy");
    }

    @Test
    void rowsAreHeldAgainstThem() {
        assertThat(HintCheck.check(DOCUMENT, hints(HINTS), 100))
                .extracting(each -> each.rule().id() + " " + each.pointer() + " " + each.message())
                .containsExactly(
                        "hint-range /configs/1/rows/1/hp 0 is below the least, 1 points",
                        "hint-range /configs/1/rows/1/speed 9.5 is above the most, 8.0 tiles/s",
                        "hint-value /configs/1/rows/1/kind \"elf\" is not one of \"orc\", \"bat\"",
                        "hint-reference /configs/1/rows/1/loot no row of \"Item\" has the id 11",
                        "hint-range /configs/1/rows/2/hp 101 is above the most, 100 points");
        assertThat(HintCheck.check(DOCUMENT, hints(HINTS), 2)).hasSize(2);
        assertThat(HintCheck.check(DOCUMENT, SchemaHints.NONE, 100)).isEmpty();
    }

    @Test
    void tablesAreHeldAgainstThemCellByCell() {
        String table =
                "id,hp,speed,kind,loot,boss,twin\n1,5,1,orc,10,true,0\n\n4,0,9,elf,11,true,0\n";

        CsvResult<SchemaDocument> result =
                ConfigCsv.read(
                        table.getBytes(StandardCharsets.UTF_8),
                        DOCUMENT,
                        "Monster",
                        hints(HINTS),
                        CsvLimits.DEFAULT);

        assertThat(result)
                .isInstanceOfSatisfying(
                        CsvResult.Rejected.class,
                        rejected ->
                                assertThat((List<?>) rejected.problems())
                                        .extracting(each -> ((CsvProblem) each).cell())
                                        .containsExactly("B4", "C4", "D4", "E4"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"Monster\"            | \"Munster\"                   | hint-unknown   | /classes/0/name",
                "\"hp\"                 | \"hq\"                        | hint-unknown   | /classes/0/members/0/name",
                "\"Item\"               | \"Itam\"                      | hint-unknown   | /classes/0/members/3/reference",
                "\"bag\"                | \"hp\"                        | hint-duplicate | /classes/0/members/4/name",
                "\"value\": \"bat\"     | \"value\": \"orc\"            | hint-duplicate | /classes/0/members/2/values/1/value",
                "\"min\": 1,            | \"min\": 101,                 | hint-empty     | /classes/0/members/0/min",
                "\"min\": 1,            | \"min\": 1.5,                 | value-type     | /classes/0/members/0/min",
                "\"min\": 1,            | \"mix\": 1,                   | unknown-key    | /classes/0/members/0/mix",
                "\"values\"             | \"min\": 1, \"values\"        | hint-kind      | /classes/0/members/2/min",
                "\"label\": \"Bag\"     | \"unit\": \"kg\"              | hint-kind      | /classes/0/members/4/unit",
                "\"max\": 8             | \"reference\": \"Item\"       | hint-kind      | /classes/0/members/1/reference",
                "{\"value\": \"bat\"}   | {\"label\": \"Bat\"}          | missing-key    | /classes/0/members/2/values/1",
                "terrane.schema-hints   | ark.entity-schema             | format-name    | /format",
                "\"version\": 1         | \"version\": 2                | format-version | /version",
                "\"Enemy\"              | \"Enemy\", \"label\": \"E\"   | duplicate-key  | /classes/0/label",
            })
    void everyMistakeIsNamedWithItsPlace(
            String old, String replacement, String rule, String pointer) {
        assertThat(HINTS).contains(old);

        HintsResult result = read(HINTS.replace(old, replacement), HintsReader.Unknown.REFUSE);

        assertThat(result)
                .isInstanceOfSatisfying(
                        HintsResult.Rejected.class,
                        rejected ->
                                assertThat(rejected.problems())
                                        .extracting(each -> each.rule().id() + " " + each.pointer())
                                        .containsExactly(rule + " " + pointer));
    }

    @Test
    void hintsForWhatIsGoneAreLeftOutWhenTheDocumentIsNewer() {
        String older = HINTS.replace("\"hp\"", "\"gone\"").replace("\"Item\"", "\"Gone\"");

        assertThat(read(older, HintsReader.Unknown.IGNORE))
                .isInstanceOfSatisfying(
                        HintsResult.Ok.class,
                        ok -> {
                            assertThat(ok.hints().find("Monster", "gone")).isEmpty();
                            assertThat(ok.hints().find("Monster", "loot").orElseThrow().reference())
                                    .isNull();
                        });
    }

    @Test
    void aRowIsReadByTheRulesOfItsDocument() {
        ClassDefinition item = DOCUMENT.findClass("Item").orElseThrow();

        assertThat(
                        RowReader.read(
                                "{\"id\": 5}".getBytes(StandardCharsets.UTF_8),
                                item,
                                SchemaLimits.DEFAULT))
                .isInstanceOf(RowResult.Ok.class);
        assertThat(
                        RowReader.read(
                                "{\"id\": 0, \"x\": 1}".getBytes(StandardCharsets.UTF_8),
                                item,
                                SchemaLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        RowResult.Rejected.class,
                        rejected ->
                                assertThat(rejected.problems())
                                        .extracting(SchemaProblem::pointer)
                                        .containsExactly("/id", "/x"));
    }
}
