package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A store in memory that counts how often documents were read. */
public final class MemorySchemaStore implements SchemaStore, SchemaContents {
    private final Map<SchemaHash, SchemaContent> contents = new HashMap<>();
    private final List<PublishedSchema> published = new ArrayList<>();
    private int reads;

    /** How often a document was read. */
    public synchronized int reads() {
        return reads;
    }

    @Override
    public synchronized PublishResult publish(NewSchema schema, OptionalInt expectedLatest) {
        Optional<SchemaId> latest = findLatest(schema.name());
        int number = latest.map(SchemaId::version).orElse(0);
        for (PublishedSchema known : published) {
            if (latest.isPresent()
                    && known.id().equals(latest.get())
                    && known.version().contentHash().equals(schema.content().contentHash())) {
                return new PublishResult.Unchanged(known);
            }
        }
        if (expectedLatest.isPresent() && expectedLatest.getAsInt() != number) {
            return new PublishResult.Conflict(expectedLatest.getAsInt(), number);
        }
        PublishedSchema created = schema.toPublished(number + 1);
        published.add(created);
        put(schema.content());
        return new PublishResult.Created(created);
    }

    @Override
    public synchronized Optional<PublishedSchema> find(SchemaId id) {
        reads++;
        return published.stream().filter(known -> known.id().equals(id)).findFirst();
    }

    @Override
    public synchronized Optional<SchemaId> findLatest(SchemaName name) {
        return published.stream()
                .map(PublishedSchema::id)
                .filter(id -> id.name().equals(name))
                .reduce((first, second) -> second);
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
                .filter(known -> known.version().contentHash().equals(contentHash))
                .map(PublishedSchema::id)
                .filter(id -> id.name().equals(name))
                .findFirst();
    }

    @Override
    public synchronized SchemaPage list(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit) {
        return new SchemaPage(
                published.stream().map(PublishedSchema::version).limit(limit).toList(),
                Optional.empty());
    }

    @Override
    public synchronized void put(SchemaContent content) {
        contents.putIfAbsent(content.contentHash(), content);
    }

    @Override
    public synchronized Optional<SchemaContent> findContent(SchemaHash contentHash) {
        reads++;
        return Optional.ofNullable(contents.get(contentHash));
    }

    @Override
    public synchronized void dropUnused(SchemaHash contentHash) {
        contents.remove(contentHash);
    }
}
