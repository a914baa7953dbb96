package dev.terrane.core.chunk.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.AllocationMeter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonPatchTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @TestFactory
    List<DynamicTest> everyCaseOfTheTable() {
        return PatchTable.cases().stream()
                .map(c -> DynamicTest.dynamicTest(c.document() + " " + c.patch(), () -> check(c)))
                .toList();
    }

    private static void check(PatchTable.Case c) {
        PatchOutcome<String> outcome =
                JsonPatch.applyText(c.document(), c.patch(), PatchLimits.DEFAULT);
        switch (outcome) {
            case PatchOutcome.Done<String>(String result) -> {
                assertThat(c.expect()).isEqualTo(PatchTable.Expect.DONE);
                assertThat(result).isEqualTo(c.result());
            }
            case PatchOutcome.Refused<String>(PatchRefusal refusal) ->
                    assertThat(c.expect()).as(refusal.text()).isEqualTo(kind(refusal));
        }
    }

    private static PatchTable.Expect kind(PatchRefusal refusal) {
        return switch (refusal) {
            case PatchRefusal.TestFailed _ -> PatchTable.Expect.TEST_FAILED;
            case PatchRefusal.Malformed _ -> PatchTable.Expect.MALFORMED;
            case PatchRefusal.InvalidTarget _ -> PatchTable.Expect.INVALID_TARGET;
            case PatchRefusal.OverLimit _, PatchRefusal.Forbidden _, PatchRefusal.InvalidResult _ ->
                    throw new AssertionError(refusal.text());
        };
    }

    /**
     * Cases in the form of the public suite, one test each; {@code
     * -Dterrane.patch.cases=FILE[,FILE]} names the files, without it there are none.
     */
    @TestFactory
    Stream<DynamicTest> publicConformanceCasesPass() {
        return Arrays.stream(System.getProperty("terrane.patch.cases", "").split(","))
                .filter(file -> !file.isEmpty())
                .flatMap(JsonPatchTest::cases)
                .filter(c -> c.has("doc") && c.has("patch") && !c.has("disabled"))
                .map(c -> DynamicTest.dynamicTest(c.toString(), () -> checkPublicCase(c)));
    }

    private static Stream<JsonNode> cases(String file) {
        try {
            return MAPPER.readTree(Files.readString(Path.of(file))).valueStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void checkPublicCase(JsonNode c) {
        PatchOutcome<String> outcome =
                JsonPatch.applyText(
                        c.get("doc").toString(), c.get("patch").toString(), PatchLimits.DEFAULT);
        if (c.has("error")) {
            assertThat(outcome).isInstanceOf(PatchOutcome.Refused.class);
            return;
        }
        assertThat(outcome).isInstanceOf(PatchOutcome.Done.class);
        if (c.has("expected")) {
            assertThat(MAPPER.readTree(((PatchOutcome.Done<String>) outcome).value()))
                    .isEqualTo(c.get("expected"));
        }
    }

    /** Reproduced: half a surrogate pair was written as a question mark. */
    @Test
    void whatNoCharsetCanSayStaysAnEscape() {
        String document = "{\"a\":\"x\\ud800\",\"\\udfff\":\"\\ud83d\\ude00\"}";
        String patch =
                "[{\"op\":\"test\",\"path\":\"/a\",\"value\":\"x\\ud800\"},"
                        + "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]";

        assertThat(JsonPatch.applyText(document, patch, PatchLimits.DEFAULT))
                .isEqualTo(
                        new PatchOutcome.Done<>(
                                "{\"a\":\"x\\ud800\",\"\\udfff\":\"\ud83d\ude00\",\"b\":\"x\\ud800\"}"));
        assertThat(
                        JsonPatch.applyText(
                                document,
                                patch.replace("ud800\"}", "ud801\"}"),
                                PatchLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        PatchOutcome.Refused.class,
                        refused ->
                                assertThat(refused.refusal())
                                        .isInstanceOf(PatchRefusal.TestFailed.class));
    }

    @Test
    void malformedDocumentsAndPatchesNameTheirPlace() {
        assertThat(refusal("{\n\"a\":", "[]").text()).startsWith("document, line 2");
        assertThat(refusal("{}", "[\n{]").text()).startsWith("patch, line 2");
        assertThat(refusal("{}", "[{\"op\":\"add\",\"path\":\"x\",\"value\":1}]").text())
                .startsWith("patch /0/path");
        assertThat(refusal("", "[]").text()).startsWith("document");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "-1e-99999999999", "1e-2147483648"})
    void exponentsBeyondWhatIsCountedNameTheirPlace(String number) {
        assertThat(refusal("{\n \"a\": " + number + "}", "[]").text())
                .startsWith("document, line 2, column 7");
        assertThat(
                        refusal(
                                        "{}",
                                        "[\n{\"op\":\"test\",\"path\":\"\",\"value\":"
                                                + number
                                                + "}]")
                                .text())
                .startsWith("patch, line 2, column 32");
    }

    @Test
    void hostilePatchesAreRefusedWithinTheirLimits() throws Exception {
        String operation = "{\"op\":\"test\",\"path\":\"\",\"value\":{}}";
        String many =
                IntStream.range(0, 10_000)
                        .mapToObj(i -> operation)
                        .collect(Collectors.joining(",", "[", "]"));
        PatchLimits wide = new PatchLimits(4_096, 1 << 20, 512, 1_000_000);
        assertThat(JsonPatch.applyText("{}", many, wide))
                .isEqualTo(
                        new PatchOutcome.Refused<>(
                                new PatchRefusal.OverLimit(-1, "operationsMax", 4_096, 10_000)));
        assertThat(refusal("{}", many)).isInstanceOf(PatchRefusal.OverLimit.class);

        String doubling =
                IntStream.range(0, 60)
                        .mapToObj(
                                i ->
                                        "{\"op\":\"copy\",\"from\":\"\",\"path\":\"/x%d\"}"
                                                .formatted(i))
                        .collect(Collectors.joining(",", "[", "]"));
        var measured = AllocationMeter.measure(() -> refusal("{}", doubling));
        assertThat(measured.value())
                .isInstanceOfSatisfying(
                        PatchRefusal.OverLimit.class,
                        over -> assertThat(over.limitName()).isEqualTo("nodesMax"));
        assertThat(measured.bytes()).isLessThan(256L << 20);

        String deep = "[".repeat(2_000) + "]".repeat(2_000);
        assertThat(refusal("{}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":" + deep + "}]"))
                .isEqualTo(new PatchRefusal.OverLimit(-1, "jsonDepthMax", 512, 513));
        assertThat(refusal(deep, "[]")).isInstanceOf(PatchRefusal.Malformed.class);
        assertThat(refusal(deep, "[]").text()).doesNotContain("`", "StreamReadConstraints");
        String nesting =
                IntStream.range(0, 600)
                        .mapToObj(i -> "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/a\"}")
                        .collect(Collectors.joining(",", "[", "]"));
        assertThat(refusal("{\"a\":{}}", nesting))
                .isInstanceOfSatisfying(
                        PatchRefusal.OverLimit.class,
                        over -> assertThat(over.limitName()).isEqualTo("depthMax"));
    }

    private static PatchRefusal refusal(String document, String patch) {
        PatchOutcome<String> outcome = JsonPatch.applyText(document, patch, PatchLimits.DEFAULT);
        assertThat(outcome).isInstanceOf(PatchOutcome.Refused.class);
        return ((PatchOutcome.Refused<String>) outcome).refusal();
    }
}
