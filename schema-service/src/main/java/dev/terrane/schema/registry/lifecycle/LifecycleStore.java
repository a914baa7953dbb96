package dev.terrane.schema.registry.lifecycle;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.references.Reference;
import java.util.List;

/**
 * Where endings are kept. Every call is one transaction together with its line in the audit. Any
 * thread may call; calls block.
 */
public interface LifecycleStore {
    /** Retired members of a schema by class (bytes) and index. */
    List<RetiredMember> members(SchemaName schema);

    /**
     * Retires a member, if nothing has moved since the decision.
     *
     * @param revision the revision of the snapshot it was decided by
     */
    MemberResult retire(SchemaName schema, RetiredMember member, long revision, AuditEntry entry);

    /** Takes a member's retirement back, unless its index is reserved. */
    MemberResult restore(SchemaName schema, MemberKey key, AuditEntry entry);

    /** Retires a version nothing refers to. */
    VersionResult retire(SchemaId id, AuditEntry entry);

    /** Restores a retired version. */
    VersionResult restore(SchemaId id, AuditEntry entry);

    /** What a schema is judged by. */
    CompatibilityMode compatibility(SchemaName schema);

    /** Changes what a schema is judged by; nothing happens when it is that already. */
    void setCompatibility(SchemaName schema, CompatibilityMode mode, AuditEntry entry);

    /**
     * What was done to a schema, oldest first.
     *
     * @param after begin after this position, 0 for the first
     */
    List<AuditEntry> audit(SchemaName schema, long after, int limit);

    /** What became of a member. */
    enum MemberResult {
        /** It is as asked for, and was not before. */
        DONE,
        /** It was so already. */
        UNCHANGED,
        /** Its index is reserved: a version without it is published. */
        RESERVED,
        /** It is not retired, and the newest version has no such member. */
        MISSING,
        /** What the decision was made by has moved. */
        MOVED
    }

    /** What became of a version. */
    sealed interface VersionResult {
        /** It is as asked for, and was not before. */
        record Done() implements VersionResult {}

        /** It was so already. */
        record Unchanged() implements VersionResult {}

        /** There is no such version. */
        record Missing() implements VersionResult {}

        /** Somebody uses it. */
        record InUse(List<ChannelName> channels, List<Reference> references)
                implements VersionResult {
            public InUse {
                channels = List.copyOf(channels);
                references = List.copyOf(references);
            }
        }
    }
}
