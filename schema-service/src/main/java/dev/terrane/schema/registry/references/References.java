package dev.terrane.schema.registry.references;

import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.references.ReferenceStore.HoldResult;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows who uses which version. A holder that is not heard of any more goes on holding: it is shown
 * as unreachable until it is released, or forced by somebody with a reason. Safe for all threads.
 */
public final class References {
    private final ReferenceStore store;
    private final int referencesMax;
    private final InstantSource clock;

    /** On this store, at most so many uses of one schema. */
    public References(ReferenceStore store, int referencesMax, InstantSource clock) {
        this.store = store;
        this.referencesMax = referencesMax;
        this.clock = clock;
    }

    /** Registers a use, or renews it. */
    public HoldResult hold(ReferenceKind kind, String holder, SchemaId id, String subject) {
        Instant now = now();
        return store.hold(new Reference(kind, holder, id, now, now, subject), referencesMax);
    }

    /** Ends a use; false when there was none. */
    public boolean release(ReferenceKind kind, String holder, SchemaId id) {
        return store.release(kind, holder, id);
    }

    /** Ends a use of somebody who does not do it; false when there was none. */
    public boolean force(
            ReferenceKind kind, String holder, SchemaId id, String subject, String reason) {
        AuditEntry entry =
                new AuditEntry(
                        0,
                        id.name(),
                        AuditEntry.Action.REFERENCE_FORCED,
                        kind.text() + " " + holder + " " + id,
                        reason,
                        now(),
                        subject);
        return store.force(kind, holder, id, entry);
    }

    /** Uses of a schema in the order of version, kind and holder. */
    public List<Reference> list(SchemaName schema, @Nullable Reference after, int limit) {
        return store.list(schema, after, limit);
    }

    /** The present, to the millisecond. */
    public Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
