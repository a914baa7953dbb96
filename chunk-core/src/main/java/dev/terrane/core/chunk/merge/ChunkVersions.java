package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One chunk of a room into which a map is imported again. Null where there is no such chunk.
 *
 * @param base what the last import left there
 * @param ours what is there now, edits included
 * @param theirs what the map says now
 */
public record ChunkVersions(
        ChunkKey key, @Nullable Chunk base, @Nullable Chunk ours, @Nullable Chunk theirs) {
    public ChunkVersions {
        if (Stream.of(base, ours, theirs).anyMatch(chunk -> !fits(chunk, key))) {
            throw new IllegalArgumentException("versions of another chunk than " + key);
        }
        if (Stream.of(base, ours, theirs)
                        .filter(chunk -> chunk != null)
                        .map(Chunk::grid)
                        .distinct()
                        .count()
                > 1) {
            throw new IllegalArgumentException("versions of " + key + " on different grids");
        }
    }

    private static boolean fits(@Nullable Chunk chunk, ChunkKey key) {
        return chunk == null || chunk.key().equals(key);
    }
}
