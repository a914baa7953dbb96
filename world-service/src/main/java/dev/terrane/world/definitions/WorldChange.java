package dev.terrane.world.definitions;

import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import java.util.Optional;

/**
 * What is to change of a world; what is absent stays.
 *
 * @param name plain string, not empty
 */
public record WorldChange(
        Optional<String> name, Optional<ChunkSize> size, Optional<ChunkGrid.Origin> origin) {
    /** Whether it asks for anything. */
    public boolean isEmpty() {
        return name.isEmpty() && size.isEmpty() && origin.isEmpty();
    }

    World on(World world) {
        return new World(
                world.id(),
                name.orElse(world.name()),
                new ChunkGrid(
                        size.orElse(world.grid().size()), origin.orElse(world.grid().origin())),
                world.revision(),
                world.durability(),
                world.changedAtMillis());
    }
}
