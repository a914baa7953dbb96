package dev.terrane.schema.registry.edge;

import dev.terrane.schema.registry.SchemaVersion;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/**
 * A published version as REST shows it, without its document.
 *
 * @param id {@code name@version}
 * @param name name of the schema
 * @param version number within the name
 * @param contentHash SHA-256 of the canonical export
 * @param wireHash SHA-256 of what matters on the wire
 * @param publishedAt when it was published
 * @param publishedBy who published it
 * @param retired whether it is readable by its content hash only
 */
@Schema(name = "SchemaVersion", description = "A published version, without its document")
public record SchemaView(
        @Schema(example = "guest-room@1") String id,
        @Schema(example = "guest-room") String name,
        @Schema(example = "1") int version,
        @Schema(example = "fafb9ea38a02ae2e25f5db7a2761e7e85b32192d49314763e526f23b407743d3")
                String contentHash,
        @Schema(example = "f52e22b872daeee3a817368ff8c4a1669d6546c83a189c66adc22583080c82c9")
                String wireHash,
        @Schema(example = "2026-11-29T12:00:00Z") Instant publishedAt,
        @Schema(example = "studio") String publishedBy,
        @Schema(example = "false") boolean retired) {

    /** The view of a version. */
    public static SchemaView of(SchemaVersion version) {
        return new SchemaView(
                version.id().toString(),
                version.id().name().value(),
                version.id().version(),
                version.contentHash().hex(),
                version.wireHash().hex(),
                version.publishedAt(),
                version.publishedBy(),
                version.isRetired());
    }
}
