package dev.terrane.support.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class JsonMistakesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":",
                "[1,",
                "{\"a\":\"b",
                "{\"a\":[1,{",
                "nul",
                "{\"a\":01}",
                "{//x",
                "[}",
                "{\"a\":[1}"
            })
    void textsSpeakOfTheDocumentOnly(String broken) {
        JacksonException mistake =
                catchThrowableOfType(
                        JacksonException.class, () -> JsonMapper.shared().readTree(broken));

        assertThat(JsonMistakes.text(mistake))
                .isNotBlank()
                .doesNotContain(
                        "REDACTED", "StreamReadFeature", "enable `", "tools.jackson", "ALLOW_");
    }
}
