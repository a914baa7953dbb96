package dev.terrane.world.imports;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkKey;
import org.jspecify.annotations.Nullable;

/**
 * What a job makes of one chunk.
 *
 * @param theirs image of what the map says; null when it has no such chunk
 * @param base image of what the last import of the map said; null when it said nothing
 */
public record StagedChunk(
        ChunkKey key, @Nullable Bytes theirs, @Nullable Bytes base, Plan plan, Result result) {

    /** What the plan found. */
    public enum Kind {
        ADDED,
        CHANGED,
        REMOVED,
        UNTOUCHED,
        CONFLICTING
    }

    /**
     * The plan of it.
     *
     * @param kind null before it was planned
     * @param detail the conflicts listed, as a JSON array
     * @param revision it was made for; 0 when there was no chunk
     */
    public record Plan(
            @Nullable Kind kind, int conflicts, String detail, long revision, String checksum) {
        static final Plan NONE = new Plan(null, 0, "[]", 0, "");
    }

    /** What the commit did. */
    public enum Outcome {
        /** Nothing yet. */
        NONE,
        /** A revision was written. */
        WROTE,
        /** The chunk was removed. */
        REMOVED,
        /** It is as it was: edits had changed it since the plan, or it may not be changed. */
        LEFT
    }

    /** What the commit did, and the revision it wrote. */
    public record Result(Outcome outcome, long revision) {
        static final Result NONE = new Result(Outcome.NONE, 0);
    }
}
