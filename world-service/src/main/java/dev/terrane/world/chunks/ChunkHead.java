package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import java.time.Instant;

/** What a stored chunk is without its payload. */
public record ChunkHead(ChunkKey key, long revision, Checksum checksum, Instant updatedAt) {}
