package dev.terrane.schema.registry;

import dev.terrane.schema.registry.channels.ChannelName;

/**
 * Told of every change this process makes to what is published, after it is durable; versions in
 * the order of numbers of each name. Called on the changing thread; must not block.
 */
public interface PublicationListener {
    /** A version was published. */
    void published(SchemaVersion version);

    /** A channel points to this version now. */
    void moved(ChannelName channel, SchemaVersion version);

    /** A version was retired, or restored: {@code isRetired} says which. */
    void retired(SchemaVersion version);
}
