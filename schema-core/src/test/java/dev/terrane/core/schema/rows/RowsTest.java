package dev.terrane.core.schema.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.RowReader;
import dev.terrane.core.schema.RowResult;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowsTest {
    private static final SchemaDocument DOCUMENT = document();
    private static final ClassDefinition MONSTER = DOCUMENT.findClass("Monster").orElseThrow();

    private static SchemaDocument document() {
        String text =
                """
                {"format": "ark.entity-schema", "version": 1,
                 "classes": [
                  {"name": "Monster", "fields": [
                    {"name": "id", "index": 1, "type": "uint32"},
                    {"name": "hp", "index": 2, "type": "int32"},
                    {"name": "hp<", "index": 3, "type": "uint64"},
                    {"name": "name", "index": 4, "type": "string"},
                    {"name": "speed", "index": 5, "type": "double"}],
                   "tables": [], "containers": []},
                  {"name": "Item", "fields": [{"name": "id", "index": 1, "type": "uint32"}],
                   "tables": [], "containers": []}],
                 "configs": [
                  {"class": "Monster", "rows": [
                    {"id": 9, "hp": 5, "hp<": 1, "name": "Orc", "speed": 0.0},
                    {"id": 2, "hp": -1, "hp<": 18446744073709551615, "name": "big orc", "speed": -0.0},
                    {"id": 5, "hp": 100, "hp<": 0, "name": "", "speed": 1.5}]},
                  {"class": "Item", "rows": [{"id": 7}, {"id": 4294967295}]}]}
                """;
        return switch (SchemaReader.read(text.getBytes(StandardCharsets.UTF_8))) {
            case SchemaResult.Ok(SchemaDocument document) -> document;
            case SchemaResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }

    private static List<Long> ids(RowQuery query) {
        return query.run(DOCUMENT).rows().stream().map(found -> found.row().id()).toList();
    }

    @Test
    void rowsAreFoundByTheirIdWhateverTheirClass() {
        assertThat(RowQuery.find(DOCUMENT, 7).orElseThrow().className()).isEqualTo("Item");
        assertThat(RowQuery.find(DOCUMENT, 2).orElseThrow().className()).isEqualTo("Monster");
        assertThat(RowQuery.find(DOCUMENT, 3)).isEmpty();
        assertThat(RowQuery.find(DOCUMENT, 0)).isEmpty();
    }

    @Test
    void pagesGoByIdAndMissNothing() {
        assertThat(ids(new RowQuery(null, List.of(), 0, 1000)))
                .containsExactly(2L, 5L, 7L, 9L, 4294967295L);
        for (int limit = 1; limit <= 6; limit++) {
            List<Long> seen = new ArrayList<>();
            long after = 0;
            while (true) {
                RowQuery.Page page = new RowQuery(null, List.of(), after, limit).run(DOCUMENT);
                page.rows().forEach(found -> seen.add(found.row().id()));
                if (page.next().isEmpty()) {
                    break;
                }
                after = page.next().get();
            }
            assertThat(seen).containsExactly(2L, 5L, 7L, 9L, 4294967295L);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hp=5 | 9",
                "hp!=5 | 2 5",
                "hp<5 | 2",
                "hp<6 | 2 9",
                "hp>5 | 5",
                "hp>=5 | 5 9",
                "hp<>0 | 2 9",
                "hp<=1 | 9",
                "name~ORC | 2 9",
                "name=Orc | 9",
                "name= | 5",
                "speed=0 | 2 9",
                "speed>1.25 | 5",
                "id=5 | 5",
            })
    void conditionsAreOnTheTypesOfTheirFields(String text, String ids) {
        // "hp<=1" is "=1" on the field "hp<": the longest name wins.
        RowFilter filter =
                switch (RowFilter.parse(MONSTER, text, SchemaLimits.DEFAULT)) {
                    case RowFilter.Parsed.Ok(RowFilter ok) -> ok;
                    case RowFilter.Parsed.Refused(String why) -> throw new AssertionError(why);
                };

        assertThat(ids(new RowQuery("Monster", List.of(filter), 0, 10)))
                .containsExactlyElementsOf(
                        Arrays.stream(ids.split(" ")).map(Long::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hp", "mp=1", "hp=1.5", "hp=x", "hp~1", "hp=2147483648", "=1"})
    void whatIsNoConditionIsRefused(String text) {
        assertThat(RowFilter.parse(MONSTER, text, SchemaLimits.DEFAULT))
                .isInstanceOf(RowFilter.Parsed.Refused.class);
    }

    private static ConfigRow row(String json) {
        return RowReader.read(json.getBytes(StandardCharsets.UTF_8), MONSTER, SchemaLimits.DEFAULT)
                        instanceof RowResult.Ok(ConfigRow row)
                ? row
                : null;
    }

    @Test
    void aRowIsPutInItsPlaceAndTheRestStaysAsItIs() {
        ConfigRow changed =
                row("{\"id\": 2, \"hp\": 7, \"hp<\": 1, \"name\": \"n\", \"speed\": 2}");
        String before = SchemaWriter.writeText(DOCUMENT);

        assertThat(RowEdit.put(DOCUMENT, "Monster", changed))
                .isInstanceOfSatisfying(
                        RowEdit.Result.Changed.class,
                        edit -> {
                            assertThat(edit.created()).isFalse();
                            List<String> lines =
                                    new ArrayList<>(
                                            SchemaWriter.writeText(edit.document())
                                                    .lines()
                                                    .toList());
                            lines.removeAll(before.lines().toList());
                            assertThat(lines).hasSize(1);
                        });
        assertThat(RowEdit.put(DOCUMENT, "Item", row7()))
                .isInstanceOf(RowEdit.Result.Changed.class);
        assertThat(
                        RowEdit.put(
                                DOCUMENT,
                                "Monster",
                                row(
                                        "{\"id\": 7, \"hp\": 7, \"hp<\": 1, \"name\": \"n\", \"speed\": 2}")))
                .isEqualTo(new RowEdit.Result.Taken("Item"));
        assertThat(
                        RowEdit.put(
                                DOCUMENT,
                                "Monster",
                                row(
                                        "{\"id\": 8, \"hp\": 7, \"hp<\": 1, \"name\": \"n\", \"speed\": 2}")))
                .isInstanceOfSatisfying(
                        RowEdit.Result.Changed.class,
                        edit -> {
                            assertThat(edit.created()).isTrue();
                            assertThat(edit.document().rowsOf("Monster").getLast().id())
                                    .isEqualTo(8);
                        });
    }

    private static ConfigRow row7() {
        return DOCUMENT.rowsOf("Item").getFirst();
    }

    @Test
    void aRowIsRemovedAlone() {
        Seeds.forEach(
                20,
                random -> {
                    long id = random.choice(2L, 5L, 9L, 7L, 4294967295L);
                    SchemaDocument without = RowEdit.remove(DOCUMENT, id).orElseThrow();
                    assertThat(RowQuery.find(without, id)).isEmpty();
                    assertThat(new RowQuery(null, List.of(), 0, 10).run(without).rows()).hasSize(4);
                });
        assertThat(RowEdit.remove(DOCUMENT, 3)).isEmpty();
    }
}
