package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded;
import java.util.Optional;

/**
 * Readers of the formats before the current one. A chunk of an old format is lifted when it is read
 * and written in the current one with its next change, or by a migration.
 */
@FunctionalInterface
public interface OldFormats {
    /** There are none: version 1 is the first. */
    OldFormats NONE = _ -> Optional.empty();

    /** Reads images of one old version. */
    @FunctionalInterface
    interface Reader {
        /** The chunk, or where the bytes are wrong. */
        Decoded<Chunk> read(Bytes image);
    }

    /** The reader of a version below the current one. */
    Optional<Reader> find(int version);
}
