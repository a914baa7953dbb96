package dev.terrane.session.web;

import dev.terrane.session.hosting.SessionStore;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A row of a session's journal.
 *
 * @param number its number, by which it is downloaded
 * @param firstIndex accepted commands before it
 * @param commandCount accepted commands in it
 * @param stepIndex last step in it
 * @param bytes size of its chunk
 */
record JournalDocument(
        @Schema(example = "17") long number,
        @Schema(example = "128") long firstIndex,
        @Schema(example = "8") long commandCount,
        @Schema(example = "120") long stepIndex,
        @Schema(example = "311") int bytes) {
    static JournalDocument of(SessionStore.JournalRow row) {
        return new JournalDocument(
                row.number(),
                row.firstIndex(),
                row.commandCount(),
                row.stepIndex(),
                row.chunk().value().length);
    }
}
