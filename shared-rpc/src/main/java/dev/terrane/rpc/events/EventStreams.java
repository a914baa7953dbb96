package dev.terrane.rpc.events;

import dev.terrane.rpc.socket.SocketEndpoint;
import dev.terrane.rpc.socket.SocketListener;
import dev.terrane.rpc.socket.SocketRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The endpoint {@code /events} of a service: its event streams by contract. Each subscriber is
 * served from a position in its log with one frame on the way; whoever takes no frame for {@link
 * Limits#stallMax} is closed with the code of {@code RESOURCE_EXHAUSTED}, which it sees if it takes
 * what is on the way within {@link Limits#closeWithin}. Nobody waits for another.
 */
public final class EventStreams implements SocketEndpoint, AutoCloseable {
    /** The path. */
    public static final String PATH = "/events";

    /** A subscriber sends one small request and nothing else. */
    private static final int REQUEST_BYTES_MAX = 8 << 10;

    private final Map<String, EventSource> sources;
    private final Limits limits;
    private final Set<EventSubscriber> subscribers = ConcurrentHashMap.newKeySet();
    private final ExecutorService pumps = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledThreadPoolExecutor timer;

    /**
     * Limits of a subscription.
     *
     * @param requestWithin how long a new connection may wait with its request
     * @param heartbeatEvery after how long without an event a heartbeat is sent
     * @param stallMax longest one frame may stay untaken
     * @param closeWithin how long the other side may take to take a close and answer it
     * @param subscribersMax most subscribers at once
     */
    public record Limits(
            Duration requestWithin,
            Duration heartbeatEvery,
            Duration stallMax,
            Duration closeWithin,
            int subscribersMax) {
        /**
         * 5 s for the request, heartbeat after 5 s, closed after 10 s, which it may take in 5 s,
         * 10,000 subscribers.
         */
        public static Limits defaults() {
            return new Limits(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(5),
                    10_000);
        }
    }

    /** The streams of these contracts, by subprotocol. */
    public EventStreams(Map<String, EventSource> sources) {
        this(sources, Limits.defaults());
    }

    /** The streams of these contracts with other limits. */
    public EventStreams(Map<String, EventSource> sources, Limits limits) {
        this.sources = Map.copyOf(sources);
        this.limits = limits;
        this.timer =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("event-streams").factory());
        long tick =
                Math.max(
                        10,
                        Math.min(
                                1_000,
                                Math.min(
                                                limits.heartbeatEvery().toMillis(),
                                                limits.stallMax().toMillis())
                                        / 4));
        var _ = timer.scheduleWithFixedDelay(this::tick, tick, tick, TimeUnit.MILLISECONDS);
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public Set<String> subprotocols() {
        return sources.keySet();
    }

    @Override
    public int messageBytesMax() {
        return REQUEST_BYTES_MAX;
    }

    @Override
    public SocketListener connect(SocketRequest request) {
        if (subscribers.size() >= limits.subscribersMax()) {
            throw EventSubscriber.tooMany(limits.subscribersMax());
        }
        EventSource source = sources.get(request.subprotocol());
        if (source == null) {
            throw new IllegalStateException("not served: " + request.subprotocol());
        }
        return new EventSubscriber(source, request.caller(), limits, pumps, subscribers);
    }

    /** How many subscribers there are. */
    public int subscribers() {
        return subscribers.size();
    }

    /** How many of them were told to go and have not gone yet. */
    int ending() {
        return (int) subscribers.stream().filter(EventSubscriber::isEnded).count();
    }

    /** Closes every connection with this WebSocket code; does not wait for them. */
    public void closeAll(int code, String reason) {
        subscribers.forEach(subscriber -> subscriber.close(code, reason));
    }

    @Override
    public void close() {
        closeAll(1001, "the service stops");
        timer.shutdownNow();
        pumps.shutdown();
    }

    private void tick() {
        subscribers.forEach(EventSubscriber::tick);
    }
}
