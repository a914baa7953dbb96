package dev.terrane.core.chunk.merge;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import java.util.List;

/** What importing a map again does to one chunk. */
public sealed interface ChunkPlan {
    /** Which chunk. */
    ChunkKey key();

    /** What is to be done to the room for it. */
    Step step();

    /**
     * The map has not changed it, or says what is there already; edits stay, as do chunks that only
     * edits made.
     */
    record Untouched(ChunkKey key) implements ChunkPlan {
        @Override
        public Step step() {
            return new Step.Keep();
        }
    }

    /** The map has it and the room has not. */
    record Added(ChunkKey key, Chunk target) implements ChunkPlan {
        @Override
        public Step step() {
            return new Step.Write(target);
        }
    }

    /** The map has changed it; edits of other cells and objects are in the target. */
    record Changed(ChunkKey key, Chunk target) implements ChunkPlan {
        @Override
        public Step step() {
            return new Step.Write(target);
        }
    }

    /** The map no longer has it and nobody edited it. */
    record Removed(ChunkKey key) implements ChunkPlan {
        @Override
        public Step step() {
            return new Step.Delete();
        }
    }

    /**
     * Map and edits changed the same cell, object or layer.
     *
     * @param conflicts the first of them, in order of layer, cell and object id
     * @param count how many there are
     * @param step what the preference makes of it, all that does not conflict included
     */
    record Conflicting(ChunkKey key, List<Conflict> conflicts, int count, Step step)
            implements ChunkPlan {
        public Conflicting {
            conflicts = List.copyOf(conflicts);
        }
    }

    /** One chunk's part of the commit. */
    sealed interface Step {
        /** Nothing is written. */
        record Keep() implements Step {}

        /** The content to write; its flags and meta are the store's to set. */
        record Write(Chunk target) implements Step {}

        /** The chunk goes. */
        record Delete() implements Step {}
    }
}
