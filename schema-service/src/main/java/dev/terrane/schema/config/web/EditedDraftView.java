package dev.terrane.schema.config.web;

import dev.terrane.schema.drafts.Draft;
import io.swagger.v3.oas.annotations.media.Schema;

/**
 * The draft a change of rows left behind.
 *
 * @param schema its schema
 * @param draft its name
 * @param contentHash hash of its document
 * @param revision number of the save
 */
@Schema(name = "EditedDraft", description = "The draft a change of rows left behind")
record EditedDraftView(
        @Schema(example = "guest-room") String schema,
        @Schema(example = "loot") String draft,
        @Schema(example = "fafb9ea38a02ae2e25f5db7a2761e7e85b32192d49314763e526f23b407743d3")
                String contentHash,
        @Schema(example = "4") long revision) {

    static EditedDraftView of(Draft draft) {
        return new EditedDraftView(
                draft.key().schema().value(),
                draft.key().name().value(),
                draft.tag().contentHash().hex(),
                draft.tag().revision());
    }
}
