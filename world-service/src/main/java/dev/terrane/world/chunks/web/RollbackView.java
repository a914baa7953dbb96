package dev.terrane.world.chunks.web;

import dev.terrane.world.definitions.Requests;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** Which revision is wanted back. */
record RollbackView(@Schema(example = "3") @Nullable Long revision) {
    long checkedRevision() {
        if (revision == null || revision < 1) {
            throw Requests.bad("revision", "a revision is a number from 1");
        }
        return revision;
    }
}
