package dev.terrane.world.definitions;

import java.util.List;
import java.util.Optional;

/** Worlds that are not in the shared database, but each in one of its own. Any thread may call. */
public interface OtherWorlds {
    /** There are none. */
    OtherWorlds NONE =
            new OtherWorlds() {
                @Override
                public List<World> list(String after, int limit) {
                    return List.of();
                }

                @Override
                public Optional<Created<World>> create(World world) {
                    return Optional.empty();
                }
            };

    /** Up to {@code limit} of them in the order of their ids, after the one named. */
    List<World> list(String after, int limit);

    /**
     * Creates a world that the shared database does not hold where it belongs; empty when it
     * belongs there.
     */
    Optional<Created<World>> create(World world);
}
