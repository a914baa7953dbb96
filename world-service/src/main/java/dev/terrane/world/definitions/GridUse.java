package dev.terrane.world.definitions;

import dev.terrane.core.chunk.WorldId;
import java.util.Optional;

/** Something that is laid out by a world's grid. */
public interface GridUse {
    /** Inside a write: what of the world is, in words that follow "there is"; empty for nothing. */
    Optional<String> find(WorldId world);
}
