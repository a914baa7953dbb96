package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds schemas and reads documents. Published versions are served from memory once they were read;
 * only the question which version is newest always goes to the database. Safe for all threads.
 */
public final class SchemaRegistry {
    /** A canonical export may be longer than what it was made from, and limits may have changed. */
    private static final SchemaLimits STORED = stored(SchemaLimits.DEFAULT);

    private final SchemaStore store;
    private final SchemaContents contents;
    private final SchemaLimits limits;
    private final VersionCache cache;
    private final DocumentGate gate;

    /** A registry on a store. */
    public SchemaRegistry(
            SchemaStore store,
            SchemaContents contents,
            SchemaLimits limits,
            long cacheCharactersMax) {
        this.store = store;
        this.contents = contents;
        this.limits = limits;
        this.cache = new VersionCache(cacheCharactersMax);
        this.gate = new DocumentGate(limits.documentBytesMax() * 2L);
    }

    private static SchemaLimits stored(SchemaLimits limits) {
        return new SchemaLimits(
                limits.documentBytesMax() * 8,
                limits.depthMax(),
                limits.valuesMax(),
                limits.nameBytesMax(),
                limits.textBytesMax(),
                limits.classesMax(),
                limits.membersMax(),
                1);
    }

    /**
     * Reads a document under the configured limits. Documents that together are too long to be read
     * at once wait for each other, so that reading has a bounded need of memory.
     */
    public SchemaResult read(byte[] document) {
        return read(document, false);
    }

    /**
     * As {@link #read(byte[])}.
     *
     * @param isStored whether it is a canonical export of something that was within the limits
     */
    public SchemaResult read(byte[] document, boolean isStored) {
        return gate.run(
                document.length, () -> SchemaReader.read(document, isStored ? STORED : limits));
    }

    /** The document of a canonical export that was accepted before. */
    public SchemaDocument readStored(String canonical) {
        byte[] utf8 = canonical.getBytes(StandardCharsets.UTF_8);
        return switch (gate.run(utf8.length, () -> SchemaReader.read(utf8, STORED))) {
            case SchemaResult.Ok(var document) -> document;
            case SchemaResult.Rejected(var problems) ->
                    throw new IllegalStateException(
                            "a stored document does not read: " + problems.getFirst());
        };
    }

    /** The version referred to. */
    public Optional<PublishedSchema> find(SchemaReference reference) {
        return switch (reference) {
            case SchemaReference.Pinned(SchemaId id) -> find(id);
            case SchemaReference.Latest(SchemaName name) ->
                    store.findLatest(name).flatMap(this::find);
            case SchemaReference.Channel(SchemaName name, var channel) ->
                    store.findChannel(name, channel).flatMap(this::find);
            case SchemaReference.Content content -> findByContent(content);
        };
    }

    /** As {@link #find(SchemaReference)}, and by its id also a version that is retired. */
    public Optional<PublishedSchema> findAlsoRetired(SchemaReference reference) {
        return find(reference)
                .or(
                        () ->
                                reference instanceof SchemaReference.Pinned(SchemaId id)
                                        ? store.find(id)
                                        : Optional.empty());
    }

    /** The content of this hash, whoever holds it: a version of any name, or a draft. */
    public Optional<SchemaContent> findContent(SchemaHash hash) {
        return cache.find(hash).map(PublishedSchema::content).or(() -> contents.findContent(hash));
    }

    /** A version that is retired, by its id. */
    public Optional<SchemaVersion> findRetired(SchemaId id) {
        return store.find(id).map(PublishedSchema::version).filter(SchemaVersion::isRetired);
    }

    /** The content of a version that exists, retired or not. */
    public SchemaContent content(SchemaVersion version) {
        return findContent(version.contentHash())
                .orElseThrow(
                        () -> new IllegalStateException(version.id() + " has lost its content"));
    }

    /** Keeps a version that was just published. */
    public void remember(PublishedSchema schema) {
        cache.put(schema);
    }

    /** Forgets a version that was just retired. */
    public void forget(SchemaId id) {
        cache.remove(id);
    }

    private Optional<PublishedSchema> find(SchemaId id) {
        Optional<PublishedSchema> known = cache.find(id);
        if (known.isPresent()) {
            return known;
        }
        long removals = cache.removals();
        Optional<PublishedSchema> stored =
                store.find(id).filter(schema -> !schema.version().isRetired());
        stored.ifPresent(schema -> cache.put(schema, removals));
        return stored;
    }

    private Optional<PublishedSchema> findByContent(SchemaReference.Content content) {
        Optional<PublishedSchema> known = cache.find(content.hash());
        if (known.isPresent()) {
            return known;
        }
        long removals = cache.removals();
        Optional<PublishedSchema> stored =
                store.findByContent(content.hash())
                        .flatMap(id -> cache.find(id).or(() -> store.find(id)));
        stored.filter(schema -> !schema.version().isRetired())
                .ifPresent(schema -> cache.putFirst(schema, removals));
        return stored;
    }

    /** Whether some version of the name, also a retired one, has this content. */
    public Optional<SchemaId> findVersion(SchemaName name, SchemaHash contentHash) {
        return store.findByContent(name, contentHash);
    }

    /**
     * Versions in the order of name and number.
     *
     * @param name only this schema's, or null for all
     * @param after begin after this id, or null for the first
     * @param limit 1..{@link SchemaPage#SIZE_MAX}
     * @param retired whether retired versions are listed, too
     */
    public SchemaPage list(
            @Nullable SchemaName name, @Nullable SchemaId after, int limit, boolean retired) {
        if (limit < 1 || limit > SchemaPage.SIZE_MAX) {
            throw new IllegalArgumentException("a page has 1..1000 versions, not " + limit);
        }
        return store.list(name, after, limit, retired);
    }
}
