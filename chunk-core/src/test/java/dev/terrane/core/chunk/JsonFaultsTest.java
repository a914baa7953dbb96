package dev.terrane.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

class JsonFaultsTest {
    private static final JsonMapper STRICT =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":",
                "[1,",
                "{\"a\":\"b",
                "{\"a\":[1,{",
                "nul",
                "{\"a\":01}",
                "[] []",
                "[]x",
                "/*a*/[]",
                "{//x",
                "#a",
                "[NaN]",
                "{\"a\":1,\"a\":2}",
                "\uFEFF[]",
                "[1,]",
                "{a:1}",
                "[}",
                "{\"a\":[1}",
                "{]"
            })
    void textsSpeakOfTheDocumentOnly(String broken) {
        JacksonException mistake =
                catchThrowableOfType(JacksonException.class, () -> STRICT.readTree(broken));

        assertThat(JsonFaults.sentence(mistake))
                .isNotBlank()
                .doesNotContain("REDACTED", "StreamReadFeature", "enable `", "tools.jackson")
                .doesNotContain("Feature", "JsonToken", "Deserialization", "ALLOW_");
        assertThat(JsonFaults.findLimit(mistake)).isEmpty();
    }

    @Test
    void whatIsTooMuchNamesItsLimit() {
        JsonMapper narrow =
                JsonMapper.builder(
                                JsonFactory.builder()
                                        .streamReadConstraints(
                                                StreamReadConstraints.builder()
                                                        .maxNestingDepth(8)
                                                        .maxNumberLength(10)
                                                        .maxStringLength(2_000)
                                                        .maxNameLength(1_000)
                                                        .build())
                                        .build())
                        .build();

        assertThat(limit(narrow, "[".repeat(9)))
                .isEqualTo(new Decoded.LimitHit("jsonDepthMax", 8, 9));
        assertThat(limit(narrow, "[" + "1".repeat(11) + "]"))
                .isEqualTo(new Decoded.LimitHit("jsonNumberDigitsMax", 10, 11));
        assertThat(limit(narrow, "[\"" + "a".repeat(70_000) + "\"]").name())
                .isEqualTo("jsonStringCharsMax");
        assertThat(limit(narrow, "{\"" + "a".repeat(70_000) + "\":1}").name())
                .isEqualTo("jsonNameCharsMax");
    }

    private static Decoded.LimitHit limit(JsonMapper mapper, String text) {
        JacksonException fault =
                catchThrowableOfType(
                        JacksonException.class, () -> mapper.readTree(text).toString());
        return JsonFaults.findLimit(fault).orElseThrow();
    }
}
