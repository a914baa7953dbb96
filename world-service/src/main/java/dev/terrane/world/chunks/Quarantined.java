package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import java.time.Instant;

/**
 * A payload that did not verify.
 *
 * @param id order in which they were found
 * @param checksum the one the chunk should have had
 * @param detail what was wrong with the bytes
 */
public record Quarantined(
        long id, ChunkKey key, long revision, Checksum checksum, String detail, Instant foundAt) {}
