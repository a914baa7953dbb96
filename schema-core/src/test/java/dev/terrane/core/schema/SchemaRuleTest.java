package dev.terrane.core.schema;

import static dev.terrane.core.schema.SchemaRule.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every rule of the format breaks in at least one way here. Each case replaces one text of a valid
 * document; the mark {@code §} in the replacement stands right before the place the problem must
 * name. The unchanged document is the positive fixture of every rule.
 */
class SchemaRuleTest {
    private static final char MARK = '§';

    record Case(SchemaRule rule, String pointer, String old, String replacement) {
        @Override
        public String toString() {
            return rule.id() + ": " + replacement;
        }
    }

    private static Case broken(SchemaRule rule, String pointer, String old, String replacement) {
        return new Case(rule, pointer, old, replacement);
    }

    static Stream<Case> documentCases() {
        return Stream.of(
                broken(JSON_SYNTAX, "/version", "\"version\": 1", "\"version\": §01"),
                broken(FORMAT_NAME, "/format", "\"ark.entity-schema\"", "§\"ark.entity\""),
                broken(JSON_TYPE, "/format", "\"ark.entity-schema\"", "§1"),
                broken(FORMAT_VERSION, "/version", "\"version\": 1", "\"version\": §2"),
                broken(FORMAT_VERSION, "/version", "\"version\": 1", "\"version\": §-1"),
                broken(JSON_TYPE, "/version", "\"version\": 1", "\"version\": §1.0"),
                broken(JSON_TYPE, "/version", "\"version\": 1", "\"version\": §\"1\""),
                broken(MISSING_KEY, "", "{\n  \"format\"", "§{\n  \"formt\""),
                broken(UNKNOWN_KEY, "/extra", "\"version\": 1", "\"version\": 1, §\"extra\": 1"),
                broken(
                        DUPLICATE_KEY,
                        "/version",
                        "\"version\": 1",
                        "\"version\": 1, §\"version\": 1"),
                broken(
                        DUPLICATE_KEY,
                        "/classes/0/name",
                        "\"name\": \"Probe\"",
                        "\"name\": \"Probe\", §\"n\\u0061me\": \"Other\""),
                broken(
                        UNKNOWN_KEY,
                        "/a~1b~0c",
                        "\"version\": 1",
                        "\"version\": 1, §\"a/b~c\": null"));
    }

    static Stream<Case> classCases() {
        String part = "\"name\": \"Part\"";
        return Stream.of(
                broken(JSON_TYPE, "/classes/1/name", part, "\"name\": §null"),
                broken(NAME_EMPTY, "/classes/1/name", part, "\"name\": §\"\""),
                broken(TEXT_NUL, "/classes/1/name", part, "\"name\": §\"Pa\\u0000rt\""),
                broken(TEXT_SURROGATE, "/classes/1/name", part, "\"name\": §\"Part\\ud800\""),
                broken(TEXT_SURROGATE, "/classes/1/name", part, "\"name\": §\"\\udc00\\ud800\""),
                broken(
                        LIMIT_NAME,
                        "/classes/1/name",
                        part,
                        "\"name\": §\"" + "n".repeat(256) + "\""),
                broken(CLASS_DUPLICATE, "/classes/2/name", "\"Marker\"", "§\"Part\""),
                broken(MISSING_KEY, "/classes/2", "{\n      \"name\": \"Marker\",", "§{"),
                broken(
                        UNKNOWN_KEY,
                        "/classes/2/base",
                        "\"name\": \"Marker\",",
                        "\"name\": \"Marker\", §\"base\": \"Part\","),
                broken(JSON_TYPE, "/classes/0/description", "\"One field of every type\"", "§[]"),
                broken(
                        TEXT_NUL,
                        "/classes/0/description",
                        "\"One field of every type\"",
                        "§\"One\\u0000\""),
                broken(
                        TEXT_SURROGATE,
                        "/classes/0/description",
                        "\"One field of every type\"",
                        "§\"One\\ud800\""),
                broken(
                        LIMIT_TEXT,
                        "/classes/0/description",
                        "\"One field of every type\"",
                        "§\"" + "d".repeat(65537) + "\""));
    }

    static Stream<Case> memberCases() {
        String big = "{\"name\": \"big\", \"index\": 4, \"type\": \"int64\"}";
        String at = "/classes/0/fields/3";
        return Stream.of(
                broken(JSON_TYPE, at, big, "§[]"),
                broken(MISSING_KEY, at, big, "§{\"name\": \"big\", \"index\": 4}"),
                broken(MISSING_KEY, at, big, big.replace("{\"name\": \"big\", ", "§{")),
                broken(UNKNOWN_KEY, at + "/default", big, big.replace("}", ", §\"default\": 1}")),
                broken(
                        UNKNOWN_KEY,
                        at + "/class",
                        big,
                        big.replace("}", ", §\"class\": \"Part\"}")),
                broken(MEMBER_INDEX_RANGE, at + "/index", big, big.replace("4,", "§0,")),
                broken(MEMBER_INDEX_RANGE, at + "/index", big, big.replace("4,", "§-1,")),
                broken(MEMBER_INDEX_RANGE, at + "/index", big, big.replace("4,", "§4294967296,")),
                broken(
                        MEMBER_INDEX_RANGE,
                        at + "/index",
                        big,
                        big.replace("4,", "§" + "9".repeat(900) + ",")),
                broken(JSON_TYPE, at + "/index", big, big.replace("4,", "§4.0,")),
                broken(JSON_TYPE, at + "/index", big, big.replace("4,", "§\"4\",")),
                broken(MEMBER_INDEX_DUPLICATE, at + "/index", big, big.replace("4,", "§3,")),
                broken(TYPE_UNKNOWN, at + "/type", big, big.replace("\"int64\"", "§\"vector3d\"")),
                broken(TYPE_UNKNOWN, at + "/type", big, big.replace("\"int64\"", "§\"Int64\"")));
    }

    static Stream<Case> partCases() {
        String parts = "\"class\": \"Part\", \"mask\": [\"save\"]";
        String nested = "{\"name\": \"nested\", \"index\": 21, \"class\": \"Probe\"}";
        return Stream.of(
                broken(
                        MEMBER_INDEX_DUPLICATE,
                        "/classes/0/containers/0/index",
                        nested,
                        nested.replace("21", "§20")),
                broken(
                        MEMBER_NAME_DUPLICATE,
                        "/classes/0/containers/0/name",
                        nested,
                        nested.replace("\"nested\"", "§\"parts\"")),
                broken(
                        MASK_UNKNOWN,
                        "/classes/0/tables/0/mask/0",
                        parts,
                        parts.replace("\"save\"", "§\"SAVE\"")),
                broken(
                        MASK_DUPLICATE,
                        "/classes/0/tables/0/mask/1",
                        parts,
                        parts.replace("\"save\"", "\"save\", §\"save\"")),
                broken(
                        JSON_TYPE,
                        "/classes/0/tables/0/mask/0",
                        parts,
                        parts.replace("\"save\"", "§8")),
                broken(
                        JSON_TYPE,
                        "/classes/0/tables/0/mask",
                        parts,
                        parts.replace("[\"save\"]", "§\"save\"")),
                broken(
                        CLASS_UNKNOWN,
                        "/classes/0/tables/0/class",
                        parts,
                        parts.replace("\"Part\"", "§\"part\"")),
                broken(
                        TABLE_CLASS_NOT_SCALAR,
                        "/classes/0/tables/0/class",
                        parts,
                        parts.replace("\"Part\"", "§\"Probe\"")),
                broken(
                        CLASS_UNKNOWN,
                        "/classes/0/containers/0/class",
                        nested,
                        nested.replace("\"Probe\"", "§\"Nothing\"")));
    }

    static Stream<Case> configCases() {
        String partRows = "\"class\": \"Part\",\n      \"rows\": []";
        String row = "/configs/0/rows/0";
        return Stream.of(
                broken(
                        CLASS_UNKNOWN,
                        "/configs/1/class",
                        partRows,
                        partRows.replace("\"Part\"", "§\"X\"")),
                broken(
                        CONFIG_DUPLICATE,
                        "/configs/1/class",
                        partRows,
                        partRows.replace("\"Part\"", "§\"Probe\"")),
                broken(
                        CONFIG_ID_FIELD,
                        "/configs/1/class",
                        partRows,
                        partRows.replace("\"Part\"", "§\"Marker\"")),
                broken(JSON_TYPE, "/configs/1/rows", partRows, partRows.replace("[]", "§{}")),
                broken(JSON_TYPE, "/configs/1/rows/0", partRows, partRows.replace("[]", "[§1]")),
                broken(
                        ROW_ID_DUPLICATE,
                        "/configs/1/rows/0/id",
                        partRows,
                        partRows.replace("[]", "[{\"id\": §1}]")),
                broken(ROW_ID_POSITIVE, row + "/id", "\"id\": 1,", "\"id\": §0,"),
                broken(VALUE_RANGE, row + "/id", "\"id\": 1,", "\"id\": §-1,"),
                broken(ROW_FIELD_MISSING, row, "{\"id\": 1, \"flag\": true,", "§{\"id\": 1,"),
                broken(
                        ROW_FIELD_UNKNOWN,
                        row + "/parts",
                        "\"id\": 1,",
                        "\"id\": 1, §\"parts\": [],"),
                broken(DUPLICATE_KEY, row + "/id", "\"id\": 1,", "\"id\": 1, §\"id\": 2,"),
                broken(VALUE_TYPE, row + "/flag", "\"flag\": true", "\"flag\": §1"),
                broken(VALUE_TYPE, row + "/flag", "\"flag\": true", "\"flag\": §\"true\""),
                broken(VALUE_TYPE, row + "/flag", "\"flag\": true", "\"flag\": §null"),
                broken(VALUE_RANGE, row + "/small", "-2147483648", "§-2147483649"),
                broken(VALUE_TYPE, row + "/small", "-2147483648", "§1.0"),
                broken(VALUE_TYPE, row + "/small", "-2147483648", "§1e2"),
                broken(VALUE_TYPE, row + "/small", "-2147483648", "§\"1\""),
                broken(VALUE_RANGE, row + "/big", "-9223372036854775808", "§-9223372036854775809"),
                broken(VALUE_RANGE, row + "/huge", "18446744073709551615", "§18446744073709551616"),
                broken(VALUE_RANGE, row + "/huge", "18446744073709551615", "§-1"),
                broken(VALUE_RANGE, row + "/single", "0.1", "§3.5e38"),
                broken(VALUE_TYPE, row + "/single", "0.1", "§\"0.1\""),
                broken(VALUE_RANGE, row + "/wide", "1.7976931348623157e308", "§1e309"),
                broken(VALUE_TYPE, row + "/wide", "1.7976931348623157e308", "§false"),
                broken(VALUE_TYPE, row + "/text", "\"a\\u0001b\"", "§7"),
                broken(TEXT_NUL, row + "/text", "\"a\\u0001b\"", "§\"a\\u0000b\""),
                broken(TEXT_SURROGATE, row + "/text", "\"a\\u0001b\"", "§\"\\ud83d\""),
                broken(
                        LIMIT_TEXT,
                        row + "/text",
                        "\"a\\u0001b\"",
                        "§\"" + "é".repeat(32769) + "\""),
                broken(GUID_FORM, row + "/target", "\"-9223372036854775808\"", "§\"-0\""),
                broken(GUID_FORM, row + "/target", "\"-9223372036854775808\"", "§\"007\""),
                broken(GUID_FORM, row + "/target", "\"-9223372036854775808\"", "§\"+7\""),
                broken(GUID_FORM, row + "/target", "\"-9223372036854775808\"", "§\" 7\""),
                broken(GUID_FORM, row + "/target", "\"-9223372036854775808\"", "§\"\""),
                broken(VALUE_TYPE, row + "/target", "\"-9223372036854775808\"", "§7"),
                broken(
                        VALUE_RANGE,
                        row + "/target",
                        "\"-9223372036854775808\"",
                        "§\"-9223372036854775809\""));
    }

    @ParameterizedTest
    @MethodSource({"documentCases", "classCases", "memberCases", "partCases", "configCases"})
    void eachBreachIsReportedOnceAtItsPlace(Case broken) {
        String marked = Fixtures.allTypesWith(broken.old(), broken.replacement());
        int offset = marked.indexOf(MARK);
        String before = marked.substring(0, offset);
        int line = (int) before.chars().filter(unit -> unit == '\n').count() + 1;
        int column = offset - before.lastIndexOf('\n');

        List<SchemaProblem> problems =
                Fixtures.rejected(marked.replace(String.valueOf(MARK), "")).problems();

        SchemaProblem problem = problems.getFirst();
        assertThat(problem.rule()).as("%s", problems).isEqualTo(broken.rule());
        assertThat(problem.pointer()).isEqualTo(broken.pointer());
        if (broken.rule() != JSON_SYNTAX) {
            assertThat(problem.position()).isEqualTo(new SourcePosition(line, column));
        }
        assertThat(problem.message()).isNotBlank();
    }

    @Test
    void oneMistakeGivesOneProblem() {
        List<Case> single =
                Stream.of(documentCases(), classCases(), memberCases(), partCases(), configCases())
                        .flatMap(cases -> cases)
                        // A renamed key is one missing and one unknown.
                        .filter(broken -> !broken.replacement().contains("formt"))
                        .toList();
        assertThat(single).hasSizeGreaterThan(70);
        for (Case broken : single) {
            String text = Fixtures.allTypesWith(broken.old(), broken.replacement());
            assertThat(Fixtures.rejected(text.replace("§", "")).problems())
                    .as("%s", broken)
                    .hasSize(1);
        }
    }

    @Test
    void theUnchangedDocumentIsAccepted() {
        assertThat(Fixtures.read(Fixtures.ALL_TYPES)).isInstanceOf(SchemaResult.Ok.class);
    }

    @Test
    void everyRuleHasACase() {
        Set<SchemaRule> shown = EnumSet.noneOf(SchemaRule.class);
        Stream.of(documentCases(), classCases(), memberCases(), partCases(), configCases())
                .flatMap(cases -> cases)
                .forEach(broken -> shown.add(broken.rule()));
        // Shown in HostileDocumentTest.
        shown.addAll(
                Set.of(
                        JSON_ENCODING,
                        JSON_BOM,
                        LIMIT_BYTES,
                        LIMIT_DEPTH,
                        LIMIT_VALUES,
                        LIMIT_NUMBER,
                        LIMIT_CLASSES,
                        LIMIT_MEMBERS));
        // Shown in HintsTest.
        Stream.of(SchemaRule.values())
                .filter(rule -> rule.id().startsWith("hint-"))
                .forEach(shown::add);
        assertThat(shown).containsExactlyInAnyOrder(SchemaRule.values());
    }
}
