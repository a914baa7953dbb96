package dev.terrane.schema.registry.edge;

import dev.terrane.schema.registry.references.Reference;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/**
 * One use of a version.
 *
 * @param kind live or stored
 * @param holder who
 * @param schema the version
 * @param heldAt since when
 * @param renewedAt when the holder was heard of last
 * @param unreachable whether a live holder was not heard of for 60 s; it still holds
 * @param heldBy who registered it
 */
@Schema(name = "SchemaReference", description = "One use of a version")
public record ReferenceView(
        @Schema(example = "live") String kind,
        @Schema(example = "stage/lobby") String holder,
        @Schema(example = "guest-room@1") String schema,
        @Schema(example = "2026-11-29T12:00:00Z") Instant heldAt,
        @Schema(example = "2026-11-29T12:00:20Z") Instant renewedAt,
        @Schema(example = "false") boolean unreachable,
        @Schema(example = "replication-gateway") String heldBy) {

    /** The view of a use as of a moment. */
    public static ReferenceView of(Reference reference, Instant now) {
        return new ReferenceView(
                reference.kind().text(),
                reference.holder(),
                reference.id().toString(),
                reference.heldAt(),
                reference.renewedAt(),
                reference.isUnreachable(now),
                reference.heldBy());
    }
}
