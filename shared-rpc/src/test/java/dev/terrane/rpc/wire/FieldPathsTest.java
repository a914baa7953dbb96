package dev.terrane.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.proto.rpctest.v1alpha1.EchoRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields as refusals name them, as JSON pointers. */
class FieldPathsTest {
    @ParameterizedTest
    @CsvSource({
        "text, /text",
        "tones_by_name, /tonesByName",
        "tonesByName, /tonesByName",
        "tones[2].pitch, /tones/2/pitch",
        "tones[0].overtones[1], /tones/0/overtones/1",
    })
    void aFieldOfAMessageHasAPointer(String field, String pointer) {
        assertThat(FieldPaths.findPointer(EchoRequest.getDescriptor(), field)).contains(pointer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "texts", "text.more", "tones[0].pitches", "."})
    void whatTheMessageDoesNotHaveHasNone(String field) {
        assertThat(FieldPaths.findPointer(EchoRequest.getDescriptor(), field)).isEmpty();
    }

    @Test
    void aNameMayHoldWhatPointersAreMadeOf() {
        assertThat(FieldPaths.pointer(List.of("a.b/c~", "0"))).isEqualTo("/a.b~1c~0/0");
        assertThat(FieldPaths.pointer(List.of())).isEmpty();
    }
}
