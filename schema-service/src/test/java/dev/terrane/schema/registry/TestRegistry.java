package dev.terrane.schema.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishRequest.Confirmation;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
import dev.terrane.testing.SimClock;
import java.util.List;
import java.util.OptionalInt;

/** A registry and its publisher on stores, and short ways to use them. */
public final class TestRegistry {
    private static final int DOCUMENT_BYTES = SchemaLimits.DEFAULT.documentBytesMax();

    private final Heard heard = new Heard();
    private final SchemaRegistry registry;
    private final Publisher publisher;

    private TestRegistry(SchemaStore store, SchemaContents contents, long cacheCharacters) {
        registry = new SchemaRegistry(store, contents, SchemaLimits.DEFAULT, cacheCharacters);
        publisher =
                new Publisher(
                        store,
                        registry,
                        List.of(),
                        List.of(heard),
                        DOCUMENT_BYTES,
                        SimClock.create());
    }

    /** On these stores, with room for so many characters. */
    public static TestRegistry on(
            SchemaStore store, SchemaContents contents, long cacheCharacters) {
        return new TestRegistry(store, contents, cacheCharacters);
    }

    /** In memory. */
    public static TestRegistry on(MemorySchemaStore store) {
        return new TestRegistry(store, store, 1 << 20);
    }

    /** The registry. */
    public SchemaRegistry registry() {
        return registry;
    }

    /** The publisher. */
    public Publisher publisher() {
        return publisher;
    }

    /** What the publisher told, as {@link Heard#events}. */
    public List<String> events() {
        return heard.events();
    }

    /** A request of one document. */
    public static PublishRequest request(SchemaName name, byte[] document) {
        return PublishRequest.of(
                name, document, OptionalInt.empty(), new Confirmation.None(), "studio");
    }

    /** What publishing a document comes to. */
    public PublishResult publish(SchemaName name, byte[] document) {
        return publisher.publish(request(name, document));
    }

    /** Publishes a document that makes a new version. */
    public PublishedSchema create(SchemaName name, byte[] document) {
        PublishResult result = publish(name, document);
        assertThat(result).isInstanceOf(PublishResult.Published.class);
        PublishResult.Item item = ((PublishResult.Published) result).items().getFirst();
        assertThat(item.isCreated()).isTrue();
        return item.schema();
    }
}
