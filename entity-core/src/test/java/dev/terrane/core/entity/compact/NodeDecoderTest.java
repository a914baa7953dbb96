package dev.terrane.core.entity.compact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.NodeProject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A decoder in another language, written from docs/protocol/compact-codec.md, reads every vector.
 */
class NodeDecoderTest {
    @Test
    void nodeShowsAfterEveryFrameWhatTheJsonSays() throws Exception {
        String said =
                NodeProject.runIn(
                        Path.of("."),
                        Map.of(),
                        "node",
                        "src/test/node/compact.mjs",
                        "../shared-proto/golden/compact",
                        "../shared-proto/golden/compact/containers");
        int sequences = CompactVectors.all().size() + ContainerFrames.all().size();
        assertThat(said).contains(sequences + " sequences, ");
    }
}
