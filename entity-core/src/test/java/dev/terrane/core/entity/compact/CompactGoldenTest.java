package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares encoder and decoder with the recorded vectors: {@code NAME.hex} holds one frame a line,
 * {@code NAME.json} what a receiver shows after each, {@code layouts.json} the layouts it knows.
 * {@code -Dterrane.golden.record=true} writes them anew.
 */
class CompactGoldenTest {
    private static final Path FOLDER = Path.of("..", "shared-proto", "golden", "compact");
    private static final Path CHILDREN = FOLDER.resolve("containers");

    @TestFactory
    Stream<DynamicTest> framesAndStatesAreAsRecorded() {
        return CompactVectors.all().entrySet().stream()
                .map(
                        vector ->
                                DynamicTest.dynamicTest(
                                        vector.getKey(),
                                        () ->
                                                FrameJson.compare(
                                                        FOLDER,
                                                        vector.getKey(),
                                                        vector.getValue(),
                                                        CompactVectors.layouts())));
    }

    @TestFactory
    Stream<DynamicTest> framesAndStatesWithChildrenAreAsRecorded() {
        return ContainerFrames.all().entrySet().stream()
                .map(
                        vector ->
                                DynamicTest.dynamicTest(
                                        vector.getKey(),
                                        () ->
                                                FrameJson.compare(
                                                        CHILDREN,
                                                        vector.getKey(),
                                                        vector.getValue(),
                                                        ContainerFrames.layouts())));
    }

    @Test
    void layoutsAndTheirHashesAreAsRecorded() throws IOException {
        FrameJson.compare(FOLDER, CompactVectors.layouts());
        FrameJson.compare(CHILDREN, ContainerFrames.layouts());
    }

    @Test
    void thereAreAtLeastSixtyOverBothCodecs() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "shared-proto", "golden"))) {
            long vectors =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(".hex"))
                            .count();
            assertThat(vectors).isGreaterThanOrEqualTo(60);
        }
    }

    @Test
    void everyRecordedFileHasAVector() throws IOException {
        assertThat(FrameJson.recorded(FOLDER))
                .containsExactlyInAnyOrderElementsOf(CompactVectors.all().keySet());
        assertThat(FrameJson.recorded(CHILDREN))
                .containsExactlyInAnyOrderElementsOf(ContainerFrames.all().keySet());
    }
}
