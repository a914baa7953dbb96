package dev.terrane.core.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.AllocationMeter;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostileDocumentTest {
    /** The stated worst case: bytes allocated for a byte of input, garbage included. */
    private static final int ALLOCATED_PER_BYTE_MAX = 120;

    private static SchemaProblem only(SchemaResult result) {
        assertThat(result).isInstanceOf(SchemaResult.Rejected.class);
        List<SchemaProblem> problems = ((SchemaResult.Rejected) result).problems();
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void bytesThatAreNotUtf8NameTheirPlace() {
        byte[] document = bytes("{\n  \"ab\": \"\u00e9\u00e9X\"}");
        document[new String(document, StandardCharsets.ISO_8859_1).indexOf('X')] = (byte) 0xFF;
        SchemaProblem problem = only(SchemaReader.read(document));
        assertThat(problem.rule()).isEqualTo(SchemaRule.JSON_ENCODING);
        assertThat(problem.position()).isEqualTo(new SourcePosition(2, 12));
        assertThat(problem.message()).contains("offset 15");
    }

    @Test
    void surrogatesOverlongFormsAndTruncationAreNotUtf8() {
        byte[][] sequences = {
            {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
            {(byte) 0xC0, (byte) 0x80},
            {(byte) 0xE2, (byte) 0x82},
            {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80}
        };
        for (byte[] sequence : sequences) {
            byte[] document = Arrays.copyOf(bytes("[\""), 2 + sequence.length);
            System.arraycopy(sequence, 0, document, 2, sequence.length);
            assertThat(only(SchemaReader.read(document)).rule())
                    .isEqualTo(SchemaRule.JSON_ENCODING);
        }
    }

    @Test
    void aByteOrderMarkIsNamed() {
        SchemaProblem problem = only(Fixtures.read("\uFEFF" + Fixtures.EXAMPLE));
        assertThat(problem.rule()).isEqualTo(SchemaRule.JSON_BOM);
        assertThat(
                        only(SchemaReader.read(Fixtures.EXAMPLE.getBytes(StandardCharsets.UTF_16)))
                                .rule())
                .isEqualTo(SchemaRule.JSON_ENCODING);
    }

    @Test
    void depthIsBounded() {
        for (String opening : List.of("[", "{\"a\":")) {
            SchemaProblem problem = only(Fixtures.read(opening.repeat(100_000)));
            assertThat(problem.rule()).isEqualTo(SchemaRule.LIMIT_DEPTH);
            assertThat(problem.pointer().split("/")).hasSize(17);
            assertThat(problem.position())
                    .isEqualTo(new SourcePosition(1, 16 * opening.length() + 1));
        }
    }

    @Test
    void theDeepestAllowedNestingIsReadAndRefusedByTheFormat() {
        String deep = "[".repeat(16) + "]".repeat(16);
        assertThat(only(Fixtures.read(deep)).rule()).isEqualTo(SchemaRule.JSON_TYPE);
        assertThat(only(Fixtures.read("[" + deep + "]")).rule()).isEqualTo(SchemaRule.LIMIT_DEPTH);
    }

    @Test
    void aDocumentOverItsLimitIsRefusedUnread() throws Exception {
        byte[] large = new byte[SchemaLimits.DEFAULT.documentBytesMax() + 1];
        long most = 64 << 10;
        var measured = AllocationMeter.cheapest(most, () -> () -> SchemaReader.read(large));
        SchemaProblem problem = only(measured.value());
        assertThat(problem.rule()).isEqualTo(SchemaRule.LIMIT_BYTES);
        assertThat(problem.message()).contains("4194304").contains("4194305");
        assertThat(measured.bytes()).isLessThan(most);
    }

    @Test
    void manyValuesAreCounted() {
        String row = "0,".repeat(500_000);
        assertThat(only(Fixtures.read("[" + row + "0]")).rule()).isEqualTo(SchemaRule.LIMIT_VALUES);
    }

    @Test
    void absurdNumbersCostNothing() {
        String digits = "9".repeat(1001);
        SchemaProblem tooLong = only(Fixtures.read("{\"version\": " + digits + "}"));
        assertThat(tooLong.rule()).isEqualTo(SchemaRule.LIMIT_NUMBER);
        assertThat(tooLong.pointer()).isEqualTo("/version");
        String text = Fixtures.allTypesWith("18446744073709551615", "9".repeat(1000));
        SchemaProblem range = only(Fixtures.read(text));
        assertThat(range.rule()).isEqualTo(SchemaRule.VALUE_RANGE);
        assertThat(range.message()).hasSizeLessThan(200);
        for (String exponent : List.of("1e999999999", "-1e2147483648", "1e-999999999")) {
            String wide = Fixtures.allTypesWith("1.7976931348623157e308", exponent);
            boolean tiny = exponent.contains("e-");
            assertThat(Fixtures.read(wide))
                    .isInstanceOf(tiny ? SchemaResult.Ok.class : SchemaResult.Rejected.class);
        }
    }

    @Test
    void classesAndMembersAreCounted() {
        SchemaLimits two = new SchemaLimits(1 << 20, 16, 1000, 255, 1000, 2, 4096, 100);
        SchemaResult classes = SchemaReader.read(bytes(Fixtures.ALL_TYPES), two);
        assertThat(((SchemaResult.Rejected) classes).problems())
                .anySatisfy(
                        problem -> assertThat(problem.rule()).isEqualTo(SchemaRule.LIMIT_CLASSES));
        SchemaLimits ten = new SchemaLimits(1 << 20, 16, 1000, 255, 1000, 10, 10, 100);
        SchemaResult members = SchemaReader.read(bytes(Fixtures.ALL_TYPES), ten);
        assertThat(only(members).rule()).isEqualTo(SchemaRule.LIMIT_MEMBERS);
        assertThat(((SchemaResult.Rejected) members).isOverLimit()).isTrue();
    }

    @Test
    void notJsonIsASyntaxProblemWithAPlace() {
        for (String text :
                List.of(
                        "",
                        " \n ",
                        "{",
                        "{\"a\":1,}",
                        "[1 2]",
                        "{} {}",
                        "{'a':1}",
                        "NaN",
                        "[+1]",
                        "[.5]",
                        "[1.]",
                        "\"unterminated",
                        "\"tab\tinside\"",
                        "// comment\n{}",
                        "nul",
                        "{\"a\" 1}",
                        "\"\\x\"",
                        "\"\\u12\"")) {
            SchemaProblem problem = only(Fixtures.read(text));
            assertThat(problem.rule()).as(text).isEqualTo(SchemaRule.JSON_SYNTAX);
            assertThat(problem.message()).as(text).doesNotContain("ALLOW_", "Feature", "enable");
            assertThat(problem.line()).isPositive();
            assertThat(problem.column()).isPositive();
        }
    }

    @Test
    void problemsAreCappedAndSorted() {
        StringBuilder text =
                new StringBuilder("{\"format\": \"ark.entity-schema\", \"version\": 1,");
        text.append("\"classes\": [");
        for (int i = 0; i < 300; i++) {
            text.append(i == 0 ? "\n" : ",\n").append("{\"nope\": 1}");
        }
        text.append("], \"configs\": []}");
        List<SchemaProblem> problems = Fixtures.rejected(text.toString()).problems();
        assertThat(problems).hasSize(100);
        assertThat(problems).isSortedAccordingTo((a, b) -> Integer.compare(a.line(), b.line()));
    }

    @Test
    void hostileTextInMessagesIsShortAndHarmless() {
        String evil = "\\u001b[31m\\u202e" + "x".repeat(5000);
        SchemaProblem problem =
                only(Fixtures.read(Fixtures.allTypesWith("\"int64\"", "\"" + evil + "\"")));
        assertThat(problem.message()).hasSizeLessThan(400).doesNotContain("\u001b", "\u202e");
    }

    @Test
    void worstCasesAllocateInProportionToTheirLength() throws Exception {
        int half = SchemaLimits.DEFAULT.documentBytesMax() / 2;
        List<String> bombs =
                List.of(
                        "[" + "[],".repeat(490_000) + "[]]",
                        "[" + "\"a\",".repeat(490_000) + "1]",
                        "{" + "\"a\":1,".repeat(490_000) + "\"b\":1}",
                        "[\"" + "\\u00e9".repeat(half / 6) + "\"]",
                        "[\"" + "é".repeat(half / 2) + "\"]",
                        distinctKeys(400_000));
        for (String bomb : bombs) {
            byte[] document = bytes(bomb);
            long most = (long) document.length * ALLOCATED_PER_BYTE_MAX;
            var measured = AllocationMeter.cheapest(most, () -> () -> SchemaReader.read(document));
            assertThat(measured.value()).isInstanceOf(SchemaResult.Rejected.class);
            assertThat(measured.bytes())
                    .as("%s… of %d bytes", bomb.substring(0, 12), document.length)
                    .isLessThan(most);
        }
    }

    private static String distinctKeys(int count) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            text.append('"').append(Integer.toString(i, 36)).append("\":1,");
        }
        return text.append("\"end\":1}").toString();
    }

    @Test
    void everyTruncationAndFlippedBitIsAnsweredInBoundedMemory() throws Exception {
        byte[] document = bytes(Fixtures.EXAMPLE);
        for (int length = 0; length < document.length - 1; length++) {
            assertThat(bounded(Arrays.copyOf(document, length)))
                    .isInstanceOf(SchemaResult.Rejected.class);
        }
        for (int bit = 0; bit < document.length * 8; bit++) {
            document[bit / 8] ^= (byte) (1 << (bit % 8));
            if (bounded(document) instanceof SchemaResult.Ok(SchemaDocument read)) {
                assertThat(SchemaReader.read(SchemaWriter.write(read)))
                        .isEqualTo(new SchemaResult.Ok(read));
            }
            document[bit / 8] ^= (byte) (1 << (bit % 8));
        }
    }

    private static SchemaResult bounded(byte[] document) throws Exception {
        long most = (long) document.length * ALLOCATED_PER_BYTE_MAX + 64 * 1024;
        var measured = AllocationMeter.cheapest(most, () -> () -> SchemaReader.read(document));
        assertThat(measured.bytes()).isLessThan(most);
        return measured.value();
    }

    @Test
    void twoFlippedBitsGiveAnAnswer() {
        byte[] document = bytes(Fixtures.EXAMPLE);
        Coverage coverage = new Coverage();
        Seeds.forEach(
                8000,
                random -> {
                    byte[] changed = document.clone();
                    for (int i = random.between(1, 2); i > 0; i--) {
                        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
                    }
                    switch (SchemaReader.read(changed)) {
                        case SchemaResult.Ok(var read) -> {
                            coverage.count("accepted");
                            assertThat(SchemaReader.read(SchemaWriter.write(read)))
                                    .isEqualTo(new SchemaResult.Ok(read));
                        }
                        case SchemaResult.Rejected(var problems) ->
                                problems.forEach(problem -> coverage.count(problem.rule()));
                    }
                });
        coverage.requireAtLeast(100, "accepted", SchemaRule.JSON_SYNTAX, SchemaRule.JSON_ENCODING);
    }
}
