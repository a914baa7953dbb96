package dev.terrane.schema.registry.wire;

import com.google.protobuf.ByteString;
import dev.terrane.proto.schema.v1alpha1.ChannelMoved;
import dev.terrane.proto.schema.v1alpha1.SchemaEvent;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventLog;
import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.rpc.events.EventSource;
import dev.terrane.schema.registry.PublicationListener;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.schema.registry.channels.ChannelName;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The stream of what changes: versions published, retired and restored, channels moved. Its
 * numbering begins anew with the process, so a subscriber that returns after a restart is reset and
 * lists the versions. What other processes on the same database publish is not in it.
 */
final class SchemaEvents implements PublicationListener {
    /** The contract. */
    static final String CONTRACT = "terrane.schema-events.v1alpha1";

    private final EventLog<ByteString> log;

    SchemaEvents(RandomGenerator random, EventLogLimits limits) {
        // An epoch is never zero.
        this.log =
                new EventLog<>(new EventCursor(random.nextLong() | 1, 0), limits, ByteString::size);
    }

    /** What is streamed; a topic is the name of a schema, or empty for all. */
    EventSource source() {
        return (caller, topic, options) -> EventSource.Feed.of(log, topic);
    }

    @Override
    public void published(SchemaVersion version) {
        append(version, SchemaEvent.newBuilder().setPublished(SchemaMessages.of(version)));
    }

    @Override
    public void moved(ChannelName channel, SchemaVersion version) {
        append(
                version,
                SchemaEvent.newBuilder()
                        .setChannelMoved(
                                ChannelMoved.newBuilder()
                                        .setChannel(channel.value())
                                        .setSchema(SchemaMessages.of(version))));
    }

    @Override
    public void retired(SchemaVersion version) {
        append(
                version,
                version.isRetired()
                        ? SchemaEvent.newBuilder().setRetired(SchemaMessages.of(version))
                        : SchemaEvent.newBuilder().setRestored(SchemaMessages.of(version)));
    }

    private void append(SchemaVersion version, SchemaEvent.Builder event) {
        log.append(Set.of(version.id().name().value()), event.build().toByteString());
    }

    /** Lets the subscribers go. */
    void close() {
        log.close();
    }
}
