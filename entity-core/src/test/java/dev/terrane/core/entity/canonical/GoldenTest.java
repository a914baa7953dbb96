package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares encoder and decoder with the recorded vectors: {@code NAME.hex} holds the bytes, {@code
 * NAME.json} the same message in Protobuf's JSON form. {@code -Dterrane.golden.record=true} writes
 * them anew.
 */
class GoldenTest {
    private static final Path FOLDER = Path.of("..", "shared-proto", "golden", "entity");

    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());
    private final StreamBinding binding = Vectors.binding();

    @TestFactory
    Stream<DynamicTest> bytesAndJsonAreAsRecorded() {
        return Vectors.all().entrySet().stream()
                .map(vector -> DynamicTest.dynamicTest(vector.getKey(), () -> compare(vector)));
    }

    @Test
    void theLayoutIsAsRecorded() throws IOException {
        var message = LayoutCodec.toMessage(binding.layout());
        Forms.compare(FOLDER, "layout", message.toByteString(), message);
    }

    @Test
    void everyRecordedFileHasAVector() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> name.endsWith(".hex"))
                                    .map(name -> name.substring(0, name.length() - 4))
                                    .filter(name -> !name.equals("layout")))
                    .containsExactlyInAnyOrderElementsOf(Vectors.all().keySet());
        }
    }

    private void compare(Map.Entry<String, Publication> vector) throws IOException {
        ByteString bytes = Forms.made(codec.encode(vector.getValue(), binding));
        Message message =
                switch (vector.getValue()) {
                    case Baseline _ -> NestedBaseline.parseFrom(bytes);
                    case Delta _ -> NestedDelta.parseFrom(bytes);
                };
        Forms.compare(FOLDER, vector.getKey(), bytes, message);
        Decoded<? extends Publication> decoded =
                switch (vector.getValue()) {
                    case Baseline _ -> codec.decodeBaseline(bytes, binding);
                    case Delta _ -> codec.decodeDelta(bytes, binding);
                };
        assertThat(decoded).isEqualTo(new Decoded.Ok<>(vector.getValue()));
    }
}
