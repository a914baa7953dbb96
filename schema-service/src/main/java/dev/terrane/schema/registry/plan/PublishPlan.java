package dev.terrane.schema.registry.plan;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.core.schema.diff.Impact;
import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.references.Reference;
import java.util.List;

/**
 * What publishing a document would do, and whether it may be done. Two plans with the same hash say
 * the same of the same document on the same versions; who holds a version counts only as far as it
 * changes what is said.
 *
 * @param name the schema
 * @param latest number of the newest version, 0 for none
 * @param next number the document would get; the newest when that has its content already
 * @param mode what it is judged by
 * @param content the document
 * @param diff what differs from the newest version
 * @param worst what the changes do, each axis by its worst change
 * @param forbidden changes the mode does not allow
 * @param held retired members that cannot be left out yet
 * @param confirmations changes that are allowed once the plan's hash is given
 * @param warnings changes that are allowed and may lose data
 * @param reserved retired members the document leaves out
 * @param affected live holders of versions of the schema; they keep what they have
 * @param hash 64 lower-case hexadecimal digits
 */
public record PublishPlan(
        SchemaName name,
        int latest,
        int next,
        CompatibilityMode mode,
        SchemaContent content,
        SchemaDiff diff,
        Impact worst,
        List<Finding> forbidden,
        List<Held> held,
        List<Finding> confirmations,
        List<Finding> warnings,
        List<MemberKey> reserved,
        List<Reference> affected,
        String hash) {
    public PublishPlan {
        forbidden = List.copyOf(forbidden);
        held = List.copyOf(held);
        confirmations = List.copyOf(confirmations);
        warnings = List.copyOf(warnings);
        reserved = List.copyOf(reserved);
        affected = List.copyOf(affected);
    }

    /** Whether the newest version has the content already. */
    public boolean isUnchanged() {
        return latest == next;
    }

    /** Whether it may be published, the confirmations given. */
    public boolean isAccepted() {
        return forbidden.isEmpty() && held.isEmpty();
    }
}
