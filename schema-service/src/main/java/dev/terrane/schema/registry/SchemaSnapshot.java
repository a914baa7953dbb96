package dev.terrane.schema.registry;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import java.util.List;
import java.util.Optional;

/**
 * Everything that decides whether a document may become a version, as of one moment.
 *
 * @param name the schema
 * @param mode what a new version must keep
 * @param revision moves with everything here; 0 for a schema nobody has heard of
 * @param lastNumber highest number ever given, 0 for none
 * @param versions versions that are not retired, oldest first
 * @param retired retired members
 * @param references who uses which version
 */
public record SchemaSnapshot(
        SchemaName name,
        CompatibilityMode mode,
        long revision,
        int lastNumber,
        List<SchemaVersion> versions,
        List<RetiredMember> retired,
        List<Reference> references) {
    /** What a schema is judged by until somebody says otherwise. */
    public static final CompatibilityMode MODE_DEFAULT = CompatibilityMode.FULL_TRANSITIVE;

    public SchemaSnapshot {
        versions = List.copyOf(versions);
        retired = List.copyOf(retired);
        references = List.copyOf(references);
    }

    /** The newest version that is not retired. */
    public Optional<SchemaVersion> newest() {
        return versions.isEmpty() ? Optional.empty() : Optional.of(versions.getLast());
    }
}
