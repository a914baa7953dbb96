package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that counts how often documents were read. One revision for all names; what is
 * retired and who holds what is set by the test.
 */
public final class MemorySchemaStore implements SchemaStore, SchemaContents {
    private final List<PublishedSchema> published = new ArrayList<>();
    private final Map<SchemaHash, SchemaContent> contents = new HashMap<>();
    private final List<RetiredMember> retired = new ArrayList<>();
    private final List<Reference> references = new ArrayList<>();
    private CompatibilityMode mode = SchemaSnapshot.MODE_DEFAULT;
    private long revision;
    private int reads;

    /** How often a document was read. */
    public synchronized int reads() {
        return reads;
    }

    /** What everything is judged by from now on. */
    public synchronized void setMode(CompatibilityMode now) {
        mode = now;
        revision++;
    }

    /** Retires a member. */
    public synchronized void retire(RetiredMember member) {
        retired.add(member);
        revision++;
    }

    /** Takes a version as used. */
    public synchronized void hold(Reference reference) {
        references.add(reference);
        revision++;
    }

    /** Nothing is used any more. */
    public synchronized void releaseAll() {
        references.clear();
        revision++;
    }

    @Override
    public synchronized SchemaSnapshot snapshot(SchemaName name) {
        return new SchemaSnapshot(
                name,
                mode,
                revision,
                latest(name).orElse(0),
                published.stream()
                        .map(PublishedSchema::version)
                        .filter(version -> version.id().name().equals(name))
                        .toList(),
                retired,
                references);
    }

    @Override
    public synchronized CommitResult commit(List<Publication> publications) {
        for (Publication publication : publications) {
            if (publication.revision() != revision) {
                return new CommitResult.Moved(publication.name());
            }
        }
        revision++;
        List<PublishedSchema> stored = new ArrayList<>();
        for (Publication publication : publications) {
            int latest = latest(publication.name()).orElse(0);
            publication
                    .schema()
                    .ifPresent(
                            schema -> {
                                published.add(schema.toPublished(latest + 1));
                                put(schema.content());
                            });
            int number = latest(publication.name()).orElseThrow();
            publication.reserved().forEach(key -> reserve(key, number));
            stored.add(get(new SchemaId(publication.name(), number)).orElseThrow());
        }
        return new CommitResult.Committed(stored);
    }

    private void reserve(MemberKey key, int version) {
        retired.replaceAll(
                member ->
                        member.key().equals(key)
                                ? new RetiredMember(
                                        key,
                                        member.name(),
                                        member.sinceVersion(),
                                        member.retiredAt(),
                                        member.retiredBy(),
                                        version)
                                : member);
    }

    private Optional<Integer> latest(SchemaName name) {
        return findLatest(name).map(SchemaId::version);
    }

    private Optional<PublishedSchema> get(SchemaId id) {
        return published.stream().filter(known -> known.id().equals(id)).findFirst();
    }

    @Override
    public synchronized Optional<PublishedSchema> find(SchemaId id) {
        reads++;
        return get(id);
    }

    @Override
    public synchronized Optional<SchemaId> findLatest(SchemaName name) {
        return published.stream()
                .map(PublishedSchema::id)
                .filter(id -> id.name().equals(name))
                .reduce((first, second) -> second);
    }

    @Override
    public synchronized Optional<SchemaId> findChannel(SchemaName name, ChannelName channel) {
        return Optional.empty();
    }

    @Override
    public synchronized Optional<SchemaId> findByContent(SchemaHash contentHash) {
        return published.stream()
                .filter(known -> known.version().contentHash().equals(contentHash))
                .map(PublishedSchema::id)
                .findFirst();
    }

    @Override
    public synchronized Optional<SchemaId> findByContent(SchemaName name, SchemaHash contentHash) {
        return published.stream()
                .filter(known -> known.id().name().equals(name))
                .filter(known -> known.version().contentHash().equals(contentHash))
                .map(PublishedSchema::id)
                .findFirst();
    }

    @Override
    public synchronized SchemaPage list(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit, boolean withRetired) {
        return new SchemaPage(
                published.stream()
                        .map(PublishedSchema::version)
                        .filter(version -> name == null || version.id().name().equals(name))
                        .limit(limit)
                        .toList(),
                Optional.empty());
    }

    @Override
    public synchronized void put(SchemaContent content) {
        contents.putIfAbsent(content.contentHash(), content);
    }

    @Override
    public synchronized Optional<SchemaContent> findContent(SchemaHash contentHash) {
        return Optional.ofNullable(contents.get(contentHash));
    }

    @Override
    public synchronized void dropUnused(SchemaHash contentHash) {
        contents.remove(contentHash);
    }
}
