package dev.terrane.core.chunk.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.NodeProject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A decoder in another language, written from docs/formats/agpc.md, reads every golden vector. */
class NodeDecoderTest {

    @Test
    void nodeReadsEveryVectorAsItsJsonSays() throws Exception {
        String said =
                NodeProject.runIn(
                        Path.of("."),
                        Map.of(),
                        "node",
                        "src/test/node/agpc.mjs",
                        "src/test/resources/golden");

        assertThat(said).containsPattern("2[12] equal, [01] not unpacked");
    }
}
