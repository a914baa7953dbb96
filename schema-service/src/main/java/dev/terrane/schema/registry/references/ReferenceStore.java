package dev.terrane.schema.registry.references;

import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where references are kept. Every call is one transaction. Any thread may call; calls block. */
public interface ReferenceStore {
    /**
     * Registers a use, or renews it.
     *
     * @param referencesMax most references of the schema
     */
    HoldResult hold(Reference reference, int referencesMax);

    /** Ends a use; false when there was none. */
    boolean release(ReferenceKind kind, String holder, SchemaId id);

    /**
     * Ends a use against its holder's will, with a line in the audit; false when there was none.
     */
    boolean force(ReferenceKind kind, String holder, SchemaId id, AuditEntry entry);

    /**
     * Uses of a schema in the order of version, kind and holder (bytes).
     *
     * @param after begin after this one, or null for the first
     */
    List<Reference> list(SchemaName schema, @Nullable Reference after, int limit);

    /** What became of a use. */
    sealed interface HoldResult {
        /**
         * It is registered, or renewed.
         *
         * @param retired members that are not to be selected
         */
        record Held(List<RetiredMember> retired) implements HoldResult {
            public Held {
                retired = List.copyOf(retired);
            }
        }

        /** There is no such version. */
        record Missing() implements HoldResult {}

        /** The version is retired. */
        record Retired() implements HoldResult {}

        /** The schema is used as often as it may be. */
        record TooMany(int referencesMax) implements HoldResult {}
    }
}
