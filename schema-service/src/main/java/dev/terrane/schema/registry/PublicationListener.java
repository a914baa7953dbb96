package dev.terrane.schema.registry;

/**
 * Told of every version this process publishes, after it is durable, in the order of numbers of
 * each name. Called on the publisher's thread; must not block.
 */
@FunctionalInterface
public interface PublicationListener {
    /** A version was published. */
    void published(SchemaVersion version);
}
