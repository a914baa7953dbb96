package dev.terrane.world.chunks;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.StoreErrors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has chunks written with the flags that their assets have now. */
public final class Reflags {
    private static final Logger LOG = LoggerFactory.getLogger(Reflags.class);

    private Reflags() {}

    /**
     * Returns when all are written. A chunk that cannot be written by itself does not hold up the
     * others; what no chunk can be written for is thrown.
     */
    public static void write(EditQueue edits, List<ChunkKey> keys) {
        List<CompletableFuture<EditResult>> answers =
                keys.stream()
                        .map(key -> EditRequest.ofServer(key, new EditRequest.Change.Reflag()))
                        .map(edits::submit)
                        .toList();
        answers.forEach(Reflags::await);
    }

    private static void await(CompletableFuture<EditResult> answer) {
        try {
            answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof TerraneException refused) {
                throw refused;
            }
            if (e.getCause() != null && StoreErrors.isEnvironment(e.getCause())) {
                throw e;
            }
            LOG.warn("a chunk keeps the flags it has", e);
        }
    }
}
