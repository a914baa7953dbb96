package dev.terrane.schema.registry.channels;

import dev.terrane.schema.registry.PublicationListener;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.channels.ChannelStore.Cause;
import dev.terrane.schema.registry.channels.ChannelStore.MoveResult;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Moves channels. Which channels there are, the configuration says; every move is kept for ever
 * with who made it and why. Safe for all threads.
 */
public final class Channels {
    private final ChannelStore store;
    private final SchemaRegistry registry;
    private final List<ChannelName> names;
    private final List<PublicationListener> listeners;
    private final InstantSource clock;

    /** These channels on this store. */
    public Channels(
            ChannelStore store,
            SchemaRegistry registry,
            List<ChannelName> names,
            List<PublicationListener> listeners,
            InstantSource clock) {
        this.store = store;
        this.registry = registry;
        this.names = List.copyOf(names);
        this.listeners = List.copyOf(listeners);
        this.clock = clock;
    }

    /** The channels there are, in the order they are configured. */
    public List<ChannelName> names() {
        return names;
    }

    /** Where a channel points for a schema. */
    public Optional<ChannelPointer> find(ChannelName channel, SchemaName schema) {
        return store.find(channel, schema);
    }

    /** Pointers of a channel by schema. */
    public List<ChannelPointer> list(ChannelName channel, @Nullable SchemaName after, int limit) {
        return store.list(channel, after, limit);
    }

    /** Points a channel to a version. */
    public MoveResult move(
            ChannelName channel,
            SchemaName schema,
            int version,
            OptionalLong expected,
            String reason,
            String subject) {
        return told(store.move(channel, schema, version, expected, cause(reason, subject)));
    }

    /** Points a channel to where it pointed before. */
    public MoveResult rollback(
            ChannelName channel,
            SchemaName schema,
            OptionalLong expected,
            String reason,
            String subject) {
        return told(store.rollback(channel, schema, expected, cause(reason, subject)));
    }

    /** Moves of a channel for a schema, newest first. */
    public List<ChannelMove> moves(ChannelName channel, SchemaName schema, long before, int limit) {
        return store.moves(channel, schema, before, limit);
    }

    private MoveResult told(MoveResult result) {
        if (result instanceof MoveResult.Moved(var pointer, _)) {
            registry.find(new SchemaReference.Pinned(pointer.id()))
                    .map(PublishedSchema::version)
                    .ifPresent(
                            version ->
                                    listeners.forEach(
                                            listener ->
                                                    listener.moved(pointer.channel(), version)));
        }
        return result;
    }

    private Cause cause(String reason, String subject) {
        return new Cause(reason, clock.instant().truncatedTo(ChronoUnit.MILLIS), subject);
    }
}
