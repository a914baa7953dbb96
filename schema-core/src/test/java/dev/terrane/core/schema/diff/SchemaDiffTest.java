package dev.terrane.core.schema.diff;

import static dev.terrane.core.schema.diff.Versions.BASE;
import static dev.terrane.core.schema.diff.Versions.edit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every row of the compatibility table: what triggers it, where, and what it does. */
class SchemaDiffTest {
    private static final String HP =
            "{\"name\": \"hp\", \"index\": 1, \"type\": \"uint32\", "
                    + "\"mask\": [\"sync_self\", \"save\"]}";

    /**
     * One row.
     *
     * @param name the change
     * @param before text of the old document
     * @param after text of the new one
     * @param use what is in use
     * @param expected all differences: rule, old side, new side, wire source data authorisation
     */
    private record Case(
            String name, String before, String after, SchemaUse use, List<String> expected) {}

    @Test
    void everyRowOfTheTableIsRecognisedAndJudged() {
        List<Case> cases =
                Stream.of(texts(), additions(), removals(), renames(), types(), masks(), rows())
                        .flatMap(s -> s)
                        .toList();
        Set<ChangeRule> seen = new HashSet<>();
        for (Case row : cases) {
            SchemaDiff diff =
                    SchemaDiff.of(
                            Versions.read(row.before()), Versions.read(row.after()), row.use());
            assertThat(diff.changes().stream().map(SchemaDiffTest::line))
                    .as(row.name())
                    .containsExactlyElementsOf(row.expected());
            diff.changes().forEach(change -> seen.add(change.rule()));
        }
        assertThat(seen).containsExactlyInAnyOrder(ChangeRule.values());
    }

    @Test
    void equalDocumentsDoNotDiffer() {
        assertThat(
                        SchemaDiff.of(
                                        Versions.read(BASE),
                                        Versions.read(BASE.replace("\n", " ")),
                                        SchemaUse.EVERYTHING)
                                .changes())
                .isEmpty();
    }

    private static Stream<Case> texts() {
        String pet = "{\"name\": \"Pet\", \"description\": \"friend\",";
        String name = ", \"description\": \"shown\"";
        String rows =
                "{\"id\": 1, \"hp\": 5, \"name\": \"a\"},\n"
                        + "    {\"id\": 2, \"hp\": 6, \"name\": \"b\"}";
        String swapped =
                "{\"id\": 2, \"hp\": 6, \"name\": \"b\"},\n"
                        + "    {\"id\": 1, \"hp\": 5, \"name\": \"a\"}";
        String count = "{\"name\": \"count\", \"index\": 1, \"type\": \"uint32\"}";
        String kind = "{\"name\": \"kind\", \"index\": 2, \"type\": \"int32\"}";
        return Stream.of(
                all(
                        "description of a class",
                        BASE,
                        edit(pet, "{\"name\": \"Pet\", \"description\": \"foe\","),
                        "description-changed /classes/2/description \"friend\""
                                + " -> /classes/2/description \"foe\" ok ok ok ok"),
                all(
                        "description of a member left out",
                        BASE,
                        edit(name, ""),
                        "description-changed /classes/0/fields/2/description \"shown\""
                                + " -> /classes/0/fields/2/description null ok ok ok ok"),
                all(
                        "order of fields",
                        BASE,
                        edit(count, "COUNT", kind, count, "COUNT", kind),
                        "order-changed /classes/1/fields [1, 2]"
                                + " -> /classes/1/fields [2, 1] ok ok ok ok"),
                all(
                        "order of a mask",
                        BASE,
                        edit("[\"sync_self\", \"save\"]", "[\"save\", \"sync_self\"]"),
                        "order-changed /classes/0/fields/1/mask [\"sync_self\", \"save\"]"
                                + " -> /classes/0/fields/1/mask [\"save\", \"sync_self\"]"
                                + " ok ok ok ok"),
                all(
                        "order of rows",
                        BASE,
                        edit(rows, swapped),
                        "order-changed /configs/0/rows [1, 2]"
                                + " -> /configs/0/rows [2, 1] ok ok ok ok"));
    }

    private static Stream<Case> additions() {
        String gem = "{\"name\": \"Gem\",";
        String added =
                "{\"name\": \"New\", \"fields\": [], \"tables\": [], \"containers\": []},\n" + gem;
        String mood = "{\"name\": \"mood\", \"index\": 1, \"type\": \"int32\"}";
        String age = "{\"name\": \"age\", \"index\": 5, \"type\": \"int32\"}";
        return Stream.of(
                all(
                        "class added",
                        BASE,
                        edit(gem, added),
                        "class-added - -> /classes/4 \"New\" new_stream ok checked checked"),
                all(
                        "field added in front",
                        BASE,
                        edit(mood, age + ", " + mood),
                        "member-added - -> /classes/2/fields/0 "
                                + age
                                + " new_stream ok checked checked"),
                all(
                        "container added",
                        BASE,
                        edit(
                                "[{\"name\": \"pets\"",
                                "[{\"name\": \"more\", \"index\": 31, \"class\": \"Pet\"},"
                                        + " {\"name\": \"pets\""),
                        "member-added - -> /classes/0/containers/0 {\"name\": \"more\", \"index\":"
                                + " 31, \"class\": \"Pet\"} new_stream ok checked checked"));
    }

    private static Stream<Case> removals() {
        String spare =
                "{\"name\": \"Spare\",\n"
                        + "   \"fields\": [{\"name\": \"a\", \"index\": 1, \"type\": \"int32\"}],\n"
                        + "   \"tables\": [], \"containers\": [{\"name\": \"in\", \"index\": 2,"
                        + " \"class\": \"Spare\"}]},\n";
        String log = ",\n    {\"name\": \"log\", \"index\": 21, \"class\": \"Item\"}";
        String logText = "{\"name\": \"log\", \"index\": 21, \"class\": \"Item\"}";
        String mood = "{\"name\": \"mood\", \"index\": 1, \"type\": \"int32\"}";
        return Stream.of(
                all(
                        "class removed",
                        BASE,
                        edit(spare, ""),
                        "class-removed /classes/3 \"Spare\" -> - break break break ok"),
                unused(
                        "class removed that nothing is stored of",
                        edit(spare, ""),
                        "class-removed /classes/3 \"Spare\" -> - break break ok ok"),
                all(
                        "class renamed",
                        BASE,
                        edit("\"Spare\"", "\"Extra\""),
                        "class-renamed /classes/3/name \"Spare\""
                                + " -> /classes/3/name \"Extra\" break break break ok"),
                all(
                        "table removed without retiring",
                        BASE,
                        edit(log, ""),
                        "member-removed /classes/0/tables/1 "
                                + logText
                                + " -> - break break break ok"),
                unused(
                        "table removed that nobody selects, from a class with rows",
                        edit(log, ""),
                        "member-removed /classes/0/tables/1 "
                                + logText
                                + " -> - ok break break ok"),
                unused(
                        "field removed that nobody selects, from a class without rows",
                        edit(mood, ""),
                        "member-removed /classes/2/fields/0 " + mood + " -> - ok break ok ok"),
                new Case(
                        "retired table left out",
                        BASE,
                        edit(log, ""),
                        Versions.unused(Set.of(21L)),
                        List.of(
                                "retired-member-removed /classes/0/tables/1 "
                                        + logText
                                        + " -> - ok ok ok ok")),
                new Case(
                        "retired table still there",
                        BASE,
                        BASE,
                        Versions.unused(Set.of(21L)),
                        List.of()));
    }

    private static Stream<Case> renames() {
        String log = "{\"name\": \"log\", \"index\": 21, \"class\": \"Item\"}";
        String diary = "{\"name\": \"diary\", \"index\": 21, \"class\": \"Item\"}";
        return Stream.of(
                all(
                        "field renamed in a class with rows",
                        BASE,
                        edit("\"name\": \"hp\"", "\"name\": \"health\"", "\"hp\":", "\"health\":"),
                        "member-renamed /classes/0/fields/1/name \"hp\""
                                + " -> /classes/0/fields/1/name \"health\" ok break break ok"),
                all(
                        "field renamed in a class without rows",
                        BASE,
                        edit("\"mood\"", "\"temper\""),
                        "member-renamed /classes/2/fields/0/name \"mood\""
                                + " -> /classes/2/fields/0/name \"temper\" ok break ok ok"),
                all(
                        "index changed",
                        BASE,
                        edit("\"index\": 21", "\"index\": 22"),
                        "index-changed /classes/0/tables/1/index 21"
                                + " -> /classes/0/tables/1/index 22 break ok break refused"),
                all(
                        "indices exchanged",
                        BASE,
                        edit(
                                "\"index\": 20",
                                "\"index\": 0",
                                "\"index\": 21",
                                "\"index\": 20",
                                "\"index\": 0",
                                "\"index\": 21"),
                        "order-changed /classes/0/tables [20, 21]"
                                + " -> /classes/0/tables [21, 20] ok ok ok ok",
                        "index-changed /classes/0/tables/0/index 20"
                                + " -> /classes/0/tables/0/index 21 break ok break refused",
                        "index-changed /classes/0/tables/1/index 21"
                                + " -> /classes/0/tables/1/index 20 break ok break refused"),
                all(
                        "index taken over",
                        BASE,
                        edit(log, log.replace("21", "22") + ", " + diary),
                        "index-changed /classes/0/tables/1/index 21"
                                + " -> /classes/0/tables/1/index 22 break ok break refused",
                        "index-taken-over - -> /classes/0/tables/2 "
                                + diary
                                + " break ok break refused"),
                new Case(
                        "retired index reused",
                        BASE,
                        edit(log, log + ", " + diary.replace("21", "23")),
                        Versions.unused(Set.of(23L)),
                        List.of(
                                "retired-index-reused - -> /classes/0/tables/2 "
                                        + diary.replace("21", "23")
                                        + " break ok break refused")));
    }

    private static Stream<Case> types() {
        String kind = "{\"name\": \"kind\", \"index\": 2, \"type\": \"int32\"}";
        String bag = "\"index\": 20, \"class\": \"Item\"";
        String pets = "[{\"name\": \"pets\", \"index\": 30, \"class\": \"Pet\"}]";
        return Stream.of(
                all(
                        "type changed",
                        BASE,
                        edit(kind, kind.replace("int32", "int64")),
                        "type-changed /classes/1/fields/1/type \"int32\""
                                + " -> /classes/1/fields/1/type \"int64\" break break break ok"),
                all(
                        "class of a table changed",
                        BASE,
                        edit(bag, "\"index\": 20, \"class\": \"Gem\""),
                        "relation-class-changed /classes/0/tables/0/class \"Item\""
                                + " -> /classes/0/tables/0/class \"Gem\" break break break ok"),
                all(
                        "a container became a table",
                        BASE,
                        edit(
                                pets,
                                "[]",
                                "{\"name\": \"bag\"",
                                "{\"name\": \"pets\", \"index\": 30, \"class\": \"Pet\"},"
                                        + " {\"name\": \"bag\""),
                        "kind-changed /classes/0/containers/0 "
                                + pets.substring(1, pets.length() - 1)
                                + " -> /classes/0/tables/0 "
                                + pets.substring(1, pets.length() - 1)
                                + " break break break ok"));
    }

    private static Stream<Case> masks() {
        return Stream.of(
                mask(
                        "sync gained",
                        HP.replace("sync_self", "sync_self\", \"sync_map"),
                        "mask-sync-gained",
                        "ok ok ok confirm"),
                mask(
                        "sync lost",
                        HP.replace("\"sync_self\", ", ""),
                        "mask-sync-lost",
                        "ok ok ok ok"),
                mask("save lost", HP.replace(", \"save\"", ""), "mask-save-lost", "ok ok warn ok"),
                mask(
                        "real time gained",
                        HP.replace("save", "save\", \"real_time"),
                        "mask-other-changed",
                        "ok ok ok ok"),
                all(
                        "save gained",
                        BASE,
                        edit("\"class\": \"Pet\"}]", "\"class\": \"Pet\", \"mask\": [\"save\"]}]"),
                        "mask-save-gained /classes/0/containers/0/mask []"
                                + " -> /classes/0/containers/0/mask [\"save\"] ok ok ok ok"));
    }

    private static Case mask(String name, String now, String rule, String impact) {
        return all(
                name,
                BASE,
                edit(HP, now),
                rule
                        + " /classes/0/fields/1/mask [\"sync_self\", \"save\"]"
                        + " -> /classes/0/fields/1/mask "
                        + now.substring(now.indexOf('['), now.indexOf(']') + 1)
                        + " "
                        + impact);
    }

    private static Stream<Case> rows() {
        String first = "{\"id\": 1, \"hp\": 5, \"name\": \"a\"},\n";
        String gem = "{\"id\": 7}";
        return Stream.of(
                all(
                        "row added",
                        BASE,
                        edit(gem, gem + ", {\"id\": 8}"),
                        "row-added - -> /configs/1/rows/1 8 ok ok ok ok"),
                all(
                        "row in use removed",
                        BASE,
                        edit(first, ""),
                        "row-removed /configs/0/rows/0 1 -> - ok ok break ok"),
                unused(
                        "row removed that nobody uses",
                        edit(first, ""),
                        "row-removed /configs/0/rows/0 1 -> - ok ok ok ok"),
                all(
                        "row in use changed",
                        BASE,
                        edit("\"hp\": 6", "\"hp\": 60"),
                        "row-changed /configs/0/rows/1/hp 6"
                                + " -> /configs/0/rows/1/hp 60 ok ok warn ok"),
                unused(
                        "row changed that nobody uses",
                        edit("\"hp\": 6", "\"hp\": 60"),
                        "row-changed /configs/0/rows/1/hp 6"
                                + " -> /configs/0/rows/1/hp 60 ok ok ok ok"),
                all(
                        "row of another class",
                        BASE,
                        edit(
                                gem,
                                "{\"id\": 8}",
                                first,
                                first + "{\"id\": 7, \"hp\": 0, \"name\": \"\"},"),
                        "row-changed /configs/1/rows/0 \"Gem\""
                                + " -> /configs/0/rows/1 \"Player\" ok ok warn ok",
                        "row-added - -> /configs/1/rows/0 8 ok ok ok ok"));
    }

    private static Case all(String name, String before, String after, String... expected) {
        return new Case(name, before, after, SchemaUse.EVERYTHING, Arrays.asList(expected));
    }

    private static Case unused(String name, String after, String... expected) {
        return new Case(name, BASE, after, Versions.unused(Set.of()), Arrays.asList(expected));
    }

    private static String line(SchemaChange change) {
        Impact impact = change.impact();
        return change.rule().id()
                + " "
                + side(change.before())
                + " -> "
                + side(change.after())
                + " "
                + String.join(
                                " ",
                                impact.wire().name(),
                                impact.source().name(),
                                impact.data().name(),
                                impact.authorisation().name())
                        .toLowerCase(Locale.ROOT);
    }

    private static String side(SchemaChange.@Nullable Side side) {
        return side == null ? "-" : side.pointer() + " " + side.value();
    }
}
