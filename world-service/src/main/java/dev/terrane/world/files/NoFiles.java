package dev.terrane.world.files;

import dev.terrane.world.definitions.Created;
import dev.terrane.world.definitions.OtherWorlds;
import dev.terrane.world.definitions.World;
import dev.terrane.world.moderation.FlagSpread;
import dev.terrane.world.moderation.ReflagJob;
import java.util.List;
import java.util.Optional;

/** What stands for {@link WorldFiles} among the parts over one file: there are no others. */
final class NoFiles implements OtherWorlds, FlagSpread {
    @Override
    public List<World> list(String after, int limit) {
        return List.of();
    }

    @Override
    public Optional<Created<World>> create(World world) {
        return Optional.empty();
    }

    @Override
    public void record(ReflagJob job) {
        // The shared database notes it for all.
    }

    @Override
    public void changed(String assetId, String jobId) {
        // The shared database tells every file.
    }

    @Override
    public ReflagJob whole(ReflagJob own) {
        return own;
    }
}
