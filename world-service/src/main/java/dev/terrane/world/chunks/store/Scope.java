package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;

/**
 * Which chunks a long work goes over, as a range of keys: {@code ';'} follows {@code ':'} in ASCII,
 * so {@code "w:r:"} to {@code "w:r;"} is the prefix.
 */
public record Scope(String start, String end) {
    /** Every chunk: ids begin with a character below {@code '~'}. */
    public static final Scope ALL = new Scope("", "~");

    /** Whether a chunk is one of them. */
    public boolean holds(ChunkKey key) {
        String name = key.toString();
        return name.compareTo(start) >= 0 && name.compareTo(end) < 0;
    }

    /** Chunks of a world. */
    public static Scope of(WorldId world) {
        return new Scope(world.value() + ":", world.value() + ";");
    }

    /** Chunks of a room. */
    public static Scope of(RoomKey room) {
        return new Scope(room + ":", room + ";");
    }

    /** One chunk. */
    public static Scope of(ChunkKey key) {
        // '!' sorts below every character of a key.
        return new Scope(key.toString(), key + "!");
    }
}
