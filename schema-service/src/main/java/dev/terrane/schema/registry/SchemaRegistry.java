package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaProblem;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Publishes and finds schemas. Published versions are served from memory once they were read; only
 * the question which version is newest always goes to the database. Safe for all threads.
 */
public final class SchemaRegistry {
    /** A canonical export may be longer than what it was made from, and limits may have changed. */
    private static final SchemaLimits STORED = stored(SchemaLimits.DEFAULT);

    private final SchemaStore store;
    private final SchemaContents contents;
    private final SchemaLimits limits;
    private final InstantSource clock;
    private final List<PublicationListener> listeners;
    private final VersionCache cache;

    /** Keeps listeners in the order of numbers; documents are checked before it is taken. */
    private final ReentrantLock publishing = new ReentrantLock();

    /** A registry on a store. */
    public SchemaRegistry(
            SchemaStore store,
            SchemaContents contents,
            SchemaLimits limits,
            long cacheCharactersMax,
            InstantSource clock,
            List<PublicationListener> listeners) {
        this.store = store;
        this.contents = contents;
        this.limits = limits;
        this.clock = clock;
        this.listeners = List.copyOf(listeners);
        this.cache = new VersionCache(cacheCharactersMax);
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
     * Publishes a document. Repeating the newest content gives that version again, so a retry is
     * safe.
     *
     * @param expectedLatest refuse unless this is the newest number, 0 for none
     * @param subject who publishes
     */
    public PublishResult publish(
            SchemaName name, byte[] document, OptionalInt expectedLatest, String subject) {
        return switch (SchemaReader.read(document, limits)) {
            case SchemaResult.Rejected(var problems) -> new PublishResult.Invalid(problems);
            case SchemaResult.Ok(var valid) -> publish(name, valid, expectedLatest, subject);
        };
    }

    private PublishResult publish(
            SchemaName name, SchemaDocument document, OptionalInt expectedLatest, String subject) {
        publishing.lock();
        try {
            NewSchema schema =
                    new NewSchema(
                            name,
                            SchemaContent.of(document),
                            clock.instant().truncatedTo(ChronoUnit.MILLIS),
                            subject);
            PublishResult result = store.publish(schema, expectedLatest);
            if (result instanceof PublishResult.Created(PublishedSchema created)) {
                cache.put(created);
                listeners.forEach(listener -> listener.published(created.version()));
            }
            return result;
        } finally {
            publishing.unlock();
        }
    }

    /**
     * Publishes a document unless some version of the name, not only the newest, has its content:
     * what a folder holds at every start must not take back what was published since.
     */
    public PublishResult publishOnce(SchemaName name, byte[] document, String subject) {
        return switch (SchemaReader.read(document, limits)) {
            case SchemaResult.Rejected(var problems) -> new PublishResult.Invalid(problems);
            case SchemaResult.Ok(var valid) -> {
                Optional<PublishedSchema> known =
                        store.findByContent(name, SchemaHash.ofContent(valid)).flatMap(this::find);
                yield known.isPresent()
                        ? new PublishResult.Unchanged(known.get())
                        : publish(name, valid, OptionalInt.empty(), subject);
            }
        };
    }

    /** Reads a document under the configured limits. */
    public SchemaResult read(byte[] document) {
        return SchemaReader.read(document, limits);
    }

    /** The document of a canonical export that was accepted before. */
    public SchemaDocument readStored(String canonical) {
        return switch (SchemaReader.read(canonical.getBytes(StandardCharsets.UTF_8), STORED)) {
            case SchemaResult.Ok(var document) -> document;
            case SchemaResult.Rejected(var problems) ->
                    throw new IllegalStateException(
                            "a stored document does not read: " + problems.getFirst());
        };
    }

    /** The problems of a document, none when it can be published. */
    public List<SchemaProblem> check(byte[] document) {
        return switch (SchemaReader.read(document, limits)) {
            case SchemaResult.Rejected(var problems) -> problems;
            case SchemaResult.Ok _ -> List.of();
        };
    }

    /** The version referred to. */
    public Optional<PublishedSchema> find(SchemaReference reference) {
        return switch (reference) {
            case SchemaReference.Pinned(SchemaId id) -> find(id);
            case SchemaReference.Latest(SchemaName name) ->
                    store.findLatest(name).flatMap(this::find);
            case SchemaReference.Content content -> findByContent(content);
        };
    }

    /** The content of this hash, whoever holds it: a version of any name, or a draft. */
    public Optional<SchemaContent> findContent(SchemaHash hash) {
        return cache.find(hash).map(PublishedSchema::content).or(() -> contents.findContent(hash));
    }

    private Optional<PublishedSchema> find(SchemaId id) {
        Optional<PublishedSchema> known = cache.find(id);
        if (known.isPresent()) {
            return known;
        }
        Optional<PublishedSchema> stored = store.find(id);
        stored.ifPresent(cache::put);
        return stored;
    }

    private Optional<PublishedSchema> findByContent(SchemaReference.Content content) {
        Optional<PublishedSchema> known = cache.find(content.hash());
        if (known.isPresent()) {
            return known;
        }
        Optional<PublishedSchema> stored = store.findByContent(content.hash()).flatMap(this::find);
        stored.ifPresent(cache::putFirst);
        return stored;
    }

    /**
     * Versions in the order of name and number.
     *
     * @param name only this schema's, or null for all
     * @param after begin after this id, or null for the first
     * @param limit 1..{@link SchemaPage#SIZE_MAX}
     */
    public SchemaPage list(@Nullable SchemaName name, @Nullable SchemaId after, int limit) {
        if (limit < 1 || limit > SchemaPage.SIZE_MAX) {
            throw new IllegalArgumentException("a page has 1..1000 versions, not " + limit);
        }
        return store.list(name, after, limit);
    }
}
