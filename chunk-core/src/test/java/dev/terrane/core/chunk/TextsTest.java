package dev.terrane.core.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", " a ", "1", "-", "é", "島", "🏝", "e\u0301", "a\u200db"})
    void namesHaveSomethingToSee(String name) {
        assertThat(Texts.nameFault(name)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "   ",
                "\u00a0",
                "\u2003",
                "\u3000",
                "\u200b",
                "\u3164",
                "\u2800",
                "\ufeff",
                "\u2028",
                "\u0301",
                "\u202e\u202c",
                "\u00ad",
                "\t",
                "a\nb",
                "a\u007f",
                "\u0085",
                "\ud800"
            })
    void otherNamesAreRefused(String name) {
        assertThat(Texts.nameFault(name)).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 257, 300})
    void aNameHasAtMost256Bytes(int bytes) {
        assertThat(Texts.nameFault("a".repeat(bytes)) == null).isEqualTo(bytes == 256);
    }
}
