package dev.terrane.session.web;

import dev.terrane.session.hosting.SessionRegistry;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A checkpoint that was made.
 *
 * @param generation its session's life
 * @param revision where it stands
 * @param stepIndex last step in it
 * @param base whether a replay of the journal gave the same state: a restart begins there
 */
record CheckpointDocument(
        String generation,
        @Schema(example = "128") long revision,
        @Schema(example = "120") long stepIndex,
        @Schema(example = "true") boolean base) {
    static CheckpointDocument of(SessionRegistry.Checkpoint made) {
        return new CheckpointDocument(
                made.generation().value(),
                made.at().revision(),
                made.at().stepIndex(),
                made.isBase());
    }
}
