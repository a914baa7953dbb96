package dev.terrane.world.chunks.wire;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventLog;
import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.rpc.events.EventSource;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkListener;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The stream of committed changes. Its numbering begins anew with the process, so a subscriber that
 * returns after a restart is reset and compares revisions. What other instances on the same
 * database commit is in it.
 */
final class ChunkEvents implements ChunkListener {
    /** The contract. */
    static final String CONTRACT = "terrane.world-events.v1alpha1";

    private final RandomGenerator random;
    private final EventLog<ByteString> log;

    ChunkEvents(RandomGenerator random, EventLogLimits limits) {
        this.random = random;
        // An epoch is never zero.
        this.log =
                new EventLog<>(new EventCursor(random.nextLong() | 1, 0), limits, ByteString::size);
    }

    /** What is streamed; a topic is {@code world}, {@code world/room}, or empty for all. */
    EventSource source() {
        return (_, topic, _) -> EventSource.Feed.of(log, topic);
    }

    @Override
    public synchronized void committed(List<ChunkChange> changes) {
        for (ChunkChange change : changes) {
            String world = change.head().key().world().value();
            String room = change.head().key().room().room().value();
            log.append(Set.of(world, world + "/" + room), ChunkMessages.of(change).toByteString());
        }
    }

    /** Every subscriber is told to read anew. */
    @Override
    public synchronized void changedWidely() {
        log.restart(new EventCursor(random.nextLong() | 1, 0));
    }

    /** Lets the subscribers go. */
    void close() {
        log.close();
    }
}
