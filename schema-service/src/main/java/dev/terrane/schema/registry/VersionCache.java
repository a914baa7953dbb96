package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Published versions in memory, up to a number of characters of their documents; the least recently
 * used go first. Nothing in it ever becomes stale but by retirement. Safe for all threads.
 */
final class VersionCache {
    private final long charactersMax;
    private final LinkedHashMap<SchemaId, PublishedSchema> byId =
            new LinkedHashMap<>(16, 0.75f, true);
    private final Map<SchemaHash, SchemaId> firstByContent = new HashMap<>();
    private long characters;
    private long removals;

    VersionCache(long charactersMax) {
        this.charactersMax = charactersMax;
    }

    synchronized Optional<PublishedSchema> find(SchemaId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The first version with this content, if it is known and its document still here. */
    synchronized Optional<PublishedSchema> find(SchemaHash content) {
        return Optional.ofNullable(firstByContent.get(content)).map(byId::get);
    }

    /** How often something was retired; a reader asks before it reads. */
    synchronized long removals() {
        return removals;
    }

    /** Keeps what was read unless something was retired since. */
    synchronized void put(PublishedSchema schema, long removalsBefore) {
        if (removals == removalsBefore) {
            put(schema);
        }
    }

    /** Keeps a version that cannot be retired yet. */
    synchronized void put(PublishedSchema schema) {
        if (byId.putIfAbsent(schema.id(), schema) == null) {
            characters += schema.document().length();
            evict();
        }
    }

    /** Keeps the version and the fact that no earlier one has its content. */
    synchronized void putFirst(PublishedSchema schema, long removalsBefore) {
        put(schema, removalsBefore);
        if (byId.containsKey(schema.id())) {
            firstByContent.put(schema.version().contentHash(), schema.id());
        }
    }

    synchronized void remove(SchemaId id) {
        removals++;
        PublishedSchema gone = byId.remove(id);
        if (gone != null) {
            characters -= gone.document().length();
            firstByContent.remove(gone.version().contentHash(), id);
        }
    }

    synchronized long characters() {
        return characters;
    }

    private void evict() {
        Iterator<PublishedSchema> eldest = byId.values().iterator();
        while (characters > charactersMax && eldest.hasNext()) {
            PublishedSchema gone = eldest.next();
            eldest.remove();
            characters -= gone.document().length();
            firstByContent.remove(gone.version().contentHash(), gone.id());
        }
    }
}
