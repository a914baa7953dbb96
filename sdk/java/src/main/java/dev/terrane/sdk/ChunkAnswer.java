package dev.terrane.sdk;

import dev.terrane.core.chunk.Chunk;

/** The answer to a request for a chunk. */
public sealed interface ChunkAnswer {
    /**
     * The chunk, its checksum verified against its bytes.
     *
     * @param at where
     * @param revision its revision
     * @param checksum its checksum, lower-case hex
     * @param imageBytes bytes of the AGPC image
     * @param chunk the content
     */
    record Loaded(ChunkPosition at, long revision, String checksum, int imageBytes, Chunk chunk)
            implements ChunkAnswer {}

    /**
     * The cached one is current.
     *
     * @param at where
     * @param revision its revision
     * @param checksum its checksum
     */
    record Current(ChunkPosition at, long revision, String checksum) implements ChunkAnswer {}

    /**
     * There is none for this peer.
     *
     * @param at where
     * @param problem why
     */
    record Refused(ChunkPosition at, Problem problem) implements ChunkAnswer {}

    /**
     * Bytes came that are not what their checksum says, or no chunk at all.
     *
     * @param at where
     * @param text what is wrong
     */
    record Corrupt(ChunkPosition at, String text) implements ChunkAnswer {}
}
