package dev.terrane.gateway.stages.wire;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.State;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.RoomNews;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.proto.world.v1alpha1.ChunkAction;
import dev.terrane.proto.world.v1alpha1.ChunkEvent;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.rpc.events.EventCursor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one stage hears of its room's chunks. After events were missed, for whatever reason, the
 * chunks its peers hold are asked for one by one, and peers are told what differs, whichever way.
 *
 * <pre>
 * BEHIND   from the start, and whenever the stream is lost, silent, or events were missed
 * CURRENT  every change is heard: answers that were kept may be used
 * </pre>
 *
 * Events come one at a time; {@link #isCurrent} is for all threads.
 */
final class RoomFeed implements EventSource.Follower {
    private static final Logger LOG = LoggerFactory.getLogger(RoomFeed.class);

    /**
     * A stream that says nothing for so long is not relied on; a heartbeat comes every 5 to 6 s.
     */
    static final Duration SILENCE_MAX = Duration.ofSeconds(8);

    /** How long the stage may take to say what its peers hold. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RoomFacts room;
    private final ChunkClient chunks;
    private final RoomNews news;
    private final LongSupplier nanos;
    private final Runnable onResync;
    private volatile boolean followed;
    private volatile long heardNanos;

    /**
     * @param nanos a monotonic clock, nanoseconds
     * @param onResync told whenever everything was read anew
     */
    RoomFeed(
            RoomFacts room,
            ChunkClient chunks,
            RoomNews news,
            LongSupplier nanos,
            Runnable onResync) {
        this.room = room;
        this.chunks = chunks;
        this.news = news;
        this.nanos = nanos;
        this.onResync = onResync;
    }

    /** Whether every change up to a moment ago was heard. */
    boolean isCurrent() {
        return followed && nanos.getAsLong() - heardNanos < SILENCE_MAX.toNanos();
    }

    @Override
    public void onEvent(byte[] payload) {
        heardNanos = nanos.getAsLong();
        ChunkEvent event;
        try {
            event = ChunkEvent.parseFrom(payload);
        } catch (InvalidProtocolBufferException e) {
            // What it would have said is unknown.
            LOG.error("an event of room {}/{} does not parse", room.world(), room.room(), e);
            readAnew();
            return;
        }
        ChunkAt at = ChunkClient.at(event.getKey());
        Version version = new Version(event.getRevision(), event.getChecksum());
        if (event.getAction() == ChunkAction.CHUNK_ACTION_DURABLE) {
            news.durable(at, version); // Told before, as not durable.
            return;
        }
        chunks.changed(event.getKey());
        switch (event.getAction()) {
            // Its flags are not in it.
            case CHUNK_ACTION_LOST -> restate(List.of(at));
            // Nothing was written.
            case CHUNK_ACTION_GATE -> news.gated(at, gate(event.getFlags()));
            default -> {
                news.changed(
                        new State(
                                at,
                                event.getAction() != ChunkAction.CHUNK_ACTION_DELETE,
                                version,
                                gate(event.getFlags())));
                if (event.getDurable()) {
                    news.durable(at, version);
                }
            }
        }
    }

    @Override
    public void onReset(EventCursor head) {
        readAnew();
    }

    private void readAnew() {
        followed = false;
        chunks.missed(room);
        restate(known());
        onResync.run();
        heardNanos = nanos.getAsLong();
        followed = true;
    }

    @Override
    public void onCurrent() {
        heardNanos = nanos.getAsLong();
        followed = true;
    }

    @Override
    public void onLost() {
        followed = false;
    }

    private Collection<ChunkAt> known() {
        try {
            return news.known().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the stage does not say what its peers hold", e);
        }
    }

    private void restate(Collection<ChunkAt> wanted) {
        List<ChunkAt> all = new ArrayList<>(wanted);
        for (int from = 0; from < all.size(); from += ChunkClient.STATES_MAX) {
            int to = Math.min(all.size(), from + ChunkClient.STATES_MAX);
            news.restated(chunks.states(room, all.subList(from, to)));
        }
    }

    /** The flags by the names that claims use: those of the contract's fields. */
    static Gate gate(ContentFlags flags) {
        Map<String, Integer> severities = new HashMap<>();
        for (FieldDescriptor field : ContentFlags.getDescriptor().getFields()) {
            if (field.getJavaType() == FieldDescriptor.JavaType.ENUM) {
                int severity = ((EnumValueDescriptor) flags.getField(field)).getNumber();
                if (severity > 0) {
                    severities.put(field.getName(), severity);
                }
            }
        }
        return new Gate(severities, flags.getMature());
    }
}
