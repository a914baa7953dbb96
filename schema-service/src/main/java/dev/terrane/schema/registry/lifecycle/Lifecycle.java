package dev.terrane.schema.registry.lifecycle;

import dev.terrane.core.schema.Member;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.PublicationListener;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.schema.registry.lifecycle.LifecycleStore.MemberResult;
import dev.terrane.schema.registry.lifecycle.LifecycleStore.VersionResult;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Retires members and versions and takes it back, and sets what new versions must keep. Everything
 * leaves a line in the audit. Safe for all threads.
 */
public final class Lifecycle {
    private static final int ROUNDS_MAX = 20;

    private final LifecycleStore store;
    private final SchemaStore schemas;
    private final SchemaRegistry registry;
    private final List<PublicationListener> listeners;
    private final InstantSource clock;

    /** On these stores. */
    public Lifecycle(
            LifecycleStore store,
            SchemaStore schemas,
            SchemaRegistry registry,
            List<PublicationListener> listeners,
            InstantSource clock) {
        this.store = store;
        this.schemas = schemas;
        this.registry = registry;
        this.listeners = List.copyOf(listeners);
        this.clock = clock;
    }

    /** Who changes something, and why. */
    public record Cause(String subject, String reason) {}

    /** What became of a member that was to be retired. */
    public sealed interface Retirement {
        /** It is retired, now or before. */
        record Retired(RetiredMember member, boolean isNew) implements Retirement {}

        /** A version without it is published, so its index is reserved. */
        record Reserved(RetiredMember member) implements Retirement {}

        /** The newest version has no such member, or there is none. */
        record NoMember() implements Retirement {}
    }

    /** Retired members of a schema. */
    public List<RetiredMember> members(SchemaName schema) {
        return store.members(schema);
    }

    /** Retires a member of the newest version. It stays in the document and is not selected. */
    public Retirement retireMember(SchemaName schema, MemberKey key, Cause cause) {
        for (int round = 0; round < ROUNDS_MAX; round++) {
            Optional<RetiredMember> known = find(schema, key);
            if (known.isPresent()) {
                return known.get().isReserved()
                        ? new Retirement.Reserved(known.get())
                        : new Retirement.Retired(known.get(), false);
            }
            SchemaSnapshot snapshot = schemas.snapshot(schema);
            Optional<Member> member = snapshot.newest().flatMap(newest -> member(newest, key));
            if (member.isEmpty()) {
                return new Retirement.NoMember();
            }
            RetiredMember retired =
                    new RetiredMember(
                            key,
                            member.get().name(),
                            snapshot.newest().orElseThrow().id().version(),
                            now(),
                            cause.subject(),
                            0);
            AuditEntry entry =
                    entry(schema, AuditEntry.Action.MEMBER_RETIRED, key.toString(), cause);
            if (store.retire(schema, retired, snapshot.revision(), entry) == MemberResult.DONE) {
                return new Retirement.Retired(retired, true);
            }
        }
        throw new IllegalStateException(schema + " changed " + ROUNDS_MAX + " times");
    }

    /**
     * Takes a member's retirement back; RESERVED when it is too late. A member that is not retired
     * is UNCHANGED, so a retry is safe, and MISSING when the newest version has none of this key.
     */
    public MemberResult restoreMember(SchemaName schema, MemberKey key, Cause cause) {
        MemberResult result =
                store.restore(
                        schema,
                        key,
                        entry(schema, AuditEntry.Action.MEMBER_RESTORED, key.toString(), cause));
        boolean isMissing =
                result == MemberResult.UNCHANGED
                        && schemas.snapshot(schema)
                                .newest()
                                .flatMap(newest -> member(newest, key))
                                .isEmpty();
        return isMissing ? MemberResult.MISSING : result;
    }

    /** Retires a version nothing refers to. Its content stays readable by its hash. */
    public VersionResult retireVersion(SchemaId id, Cause cause) {
        VersionResult result =
                store.retire(
                        id,
                        entry(id.name(), AuditEntry.Action.VERSION_RETIRED, id.toString(), cause));
        if (result instanceof VersionResult.Done) {
            registry.forget(id);
            tell(id);
        }
        return result;
    }

    /** Restores a retired version. */
    public VersionResult restoreVersion(SchemaId id, Cause cause) {
        VersionResult result =
                store.restore(
                        id,
                        entry(id.name(), AuditEntry.Action.VERSION_RESTORED, id.toString(), cause));
        if (result instanceof VersionResult.Done) {
            tell(id);
        }
        return result;
    }

    /** What a schema is judged by. */
    public CompatibilityMode compatibility(SchemaName schema) {
        return store.compatibility(schema);
    }

    /** Changes what a schema is judged by. */
    public void setCompatibility(SchemaName schema, CompatibilityMode mode, Cause cause) {
        store.setCompatibility(
                schema,
                mode,
                entry(schema, AuditEntry.Action.COMPATIBILITY_SET, mode.name(), cause));
    }

    /** What was done to a schema, oldest first, after a position. */
    public List<AuditEntry> audit(SchemaName schema, long after, int limit) {
        return store.audit(schema, after, limit);
    }

    private Optional<RetiredMember> find(SchemaName schema, MemberKey key) {
        return store.members(schema).stream()
                .filter(member -> member.key().equals(key))
                .findFirst();
    }

    private Optional<Member> member(SchemaVersion version, MemberKey key) {
        SchemaDocument document = registry.readStored(registry.content(version).document());
        return document.findClass(key.className()).stream()
                .flatMap(type -> type.members().stream())
                .filter(member -> member.index() == key.index())
                .findFirst();
    }

    private void tell(SchemaId id) {
        SchemaVersion version =
                registry.find(new SchemaReference.Pinned(id))
                        .map(PublishedSchema::version)
                        .or(() -> registry.findRetired(id))
                        .orElseThrow();
        listeners.forEach(listener -> listener.retired(version));
    }

    private AuditEntry entry(
            SchemaName schema, AuditEntry.Action action, String target, Cause cause) {
        return new AuditEntry(0, schema, action, target, cause.reason(), now(), cause.subject());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
