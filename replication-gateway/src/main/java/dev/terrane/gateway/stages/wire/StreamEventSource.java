package dev.terrane.gateway.stages.wire;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.support.security.ServiceClients;
import dev.terrane.support.telemetry.OutageLog;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows event streams over WebSocket, one connection for each subscription. */
final class StreamEventSource implements EventSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamEventSource.class);

    private final ServiceClients clients;
    private final Set<EventStreamClient> following = ConcurrentHashMap.newKeySet();

    StreamEventSource(ServiceClients clients) {
        this.clients = clients;
    }

    @Override
    public Runnable follow(Subscription subscription, Follower follower) {
        EventStreamClient stream =
                new EventStreamClient(
                        clients.address(subscription.service()),
                        subscription.contract(),
                        subscription.topic(),
                        ByteString.copyFrom(subscription.options().shared()),
                        clients.tokens(),
                        EventStreamSettings.defaults(),
                        new Handler(
                                subscription,
                                follower,
                                new OutageLog(
                                        LOG,
                                        subscription.contract() + " " + subscription.topic())));
        following.add(stream);
        stream.start();
        return () -> {
            following.remove(stream);
            // Waits for its thread; the stage whose end this is must not.
            Thread.ofVirtual().name("events end").start(stream::close);
        };
    }

    @Override
    public void close() {
        following.forEach(EventStreamClient::close);
    }

    private record Handler(Subscription subscription, Follower follower, OutageLog outage)
            implements EventHandler {
        @Override
        public void onEvent(EventCursor cursor, ByteString payload) {
            follower.onEvent(payload.toByteArray());
        }

        @Override
        public void onReset(EventCursor head, ResetCause cause) {
            LOG.info("{} {} begins anew: {}", subscription.contract(), subscription.topic(), cause);
            follower.onReset(head);
        }

        @Override
        public void onCurrent(EventCursor head) {
            outage.good();
            follower.onCurrent();
        }

        @Override
        public void onDisconnect(String why) {
            outage.failed(why);
            follower.onLost();
        }
    }
}
