package dev.terrane.schema.drafts.web;

import dev.terrane.schema.drafts.Draft;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/**
 * A draft as REST shows it, without its document.
 *
 * @param schema the schema it may become a version of
 * @param name its name within the schema
 * @param baseVersion number of the version it was begun from, 0 for none
 * @param contentHash SHA-256 of the canonical export; a version with this content has the same
 * @param wireHash SHA-256 of what matters on the wire
 * @param revision number of the save
 * @param updatedAt when it was saved last
 * @param updatedBy who saved it last
 */
@Schema(name = "Draft", description = "A draft, without its document")
record DraftView(
        @Schema(example = "guest-room") String schema,
        @Schema(example = "loot") String name,
        @Schema(example = "1") int baseVersion,
        @Schema(example = "fafb9ea38a02ae2e25f5db7a2761e7e85b32192d49314763e526f23b407743d3")
                String contentHash,
        @Schema(example = "f52e22b872daeee3a817368ff8c4a1669d6546c83a189c66adc22583080c82c9")
                String wireHash,
        @Schema(example = "3") long revision,
        @Schema(example = "2026-11-29T12:00:00Z") Instant updatedAt,
        @Schema(example = "studio") String updatedBy) {

    static DraftView of(Draft draft) {
        return new DraftView(
                draft.key().schema().value(),
                draft.key().name().value(),
                draft.baseVersion(),
                draft.tag().contentHash().hex(),
                draft.wireHash().hex(),
                draft.tag().revision(),
                draft.updatedAt(),
                draft.updatedBy());
    }
}
