package dev.terrane.world.imports;

import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.definitions.GridUse;
import dev.terrane.world.imports.store.ImportJobStore;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Imports that are not over hold the grid of their world: what they staged is laid out by it. */
@Component
final class ImportGrid implements GridUse {
    private final ImportJobStore jobs;

    ImportGrid(ImportJobStore jobs) {
        this.jobs = jobs;
    }

    @Override
    public Optional<String> find(WorldId world) {
        return jobs.findOpen(world).map(id -> "import " + id + ", which is not over");
    }
}
