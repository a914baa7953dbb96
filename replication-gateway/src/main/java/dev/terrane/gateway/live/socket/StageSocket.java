package dev.terrane.gateway.live.socket;

import dev.terrane.gateway.live.ActorPool;
import dev.terrane.gateway.live.PeerChannel;
import dev.terrane.gateway.live.RateLimit;
import dev.terrane.gateway.live.StageDoor;
import dev.terrane.gateway.live.wire.Conversation;
import dev.terrane.gateway.live.wire.ProtoPeerLink;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.socket.SocketEndpoint;
import dev.terrane.rpc.socket.SocketListener;
import dev.terrane.rpc.socket.SocketRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Predicate;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/v1/stages/{id}/connect}: the stage protocol over WebSocket. */
public final class StageSocket implements SocketEndpoint {
    /** Name of the contract. */
    public static final String CONTRACT = "terrane.stage.v1alpha1";

    /**
     * Larger than what a client may send, so that the conversation can say which limit was
     * exceeded; above it the socket itself refuses.
     */
    private static final int MESSAGE_BYTES_MAX = 1 << 20;

    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(60);

    private final StageDoor door;
    private final Predicate<String> exists;
    private final ActorPool pool;
    private final InstantSource clock;
    private final Settings settings;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();

    /**
     * @param exists whether there is a stage of an id; may block
     */
    public StageSocket(
            StageDoor door,
            Predicate<String> exists,
            ActorPool pool,
            InstantSource clock,
            Settings settings) {
        this.door = door;
        this.exists = exists;
        this.pool = pool;
        this.clock = clock;
        this.settings = settings;
    }

    @Override
    public String path() {
        return "/api/v1/stages/{id}/connect";
    }

    @Override
    public Set<String> subprotocols() {
        return Set.of(CONTRACT);
    }

    @Override
    public int messageBytesMax() {
        return MESSAGE_BYTES_MAX;
    }

    @Override
    public Duration idleTimeout() {
        return IDLE_TIMEOUT;
    }

    @Override
    public SocketListener connect(SocketRequest request) {
        String id = String.valueOf(request.variables().get("id"));
        if (!exists.test(id)) {
            throw TerraneException.of(CommonError.NOT_FOUND, "there is no stage " + id)
                    .field("id")
                    .toException();
        }
        return new Connection(id, request.caller());
    }

    /** Connections that are open. */
    public int connectionCount() {
        return connections.size();
    }

    /** Bytes that wait in front of all connections. */
    public long queuedBytes() {
        return connections.stream().mapToLong(Connection::queuedBytes).sum();
    }

    /** Cuts what is still open, after everybody was told. */
    public void cutAll() {
        connections.forEach(Connection::cut);
    }

    /**
     * Limits of a connection.
     *
     * @param debt bounds of a peer's debt
     * @param helloTimeout time for the first message
     * @param closeTimeout time a peer has to take a close
     * @param messagesPerSecondMax messages a client may send
     */
    public record Settings(
            PeerChannel.Limits debt,
            Duration helloTimeout,
            Duration closeTimeout,
            int messagesPerSecondMax) {}

    /** One client. */
    private final class Connection extends SocketListener {
        private final String stageId;
        private final Caller caller;
        private @Nullable Session session;
        private @Nullable JettyPeerChannel channel;
        private @Nullable Conversation conversation;
        private @Nullable ScheduledFuture<?> hello;

        private Connection(String stageId, Caller caller) {
            this.stageId = stageId;
            this.caller = caller;
        }

        @Override
        protected void onOpen(Session opened) {
            JettyPeerChannel way =
                    new JettyPeerChannel(
                            opened, settings.debt(), System::nanoTime, this::disconnectLater);
            Conversation talk =
                    new Conversation(
                            stageId,
                            caller,
                            new ProtoPeerLink(way, clock),
                            door,
                            new RateLimit(settings.messagesPerSecondMax(), System::nanoTime));
            session = opened;
            channel = way;
            conversation = talk;
            connections.add(this);
            hello = pool.after(settings.helloTimeout(), talk::helloTimeout);
        }

        @Override
        public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
            byte[] bytes = new byte[payload.remaining()];
            payload.get(bytes);
            callback.succeed();
            if (conversation != null) {
                conversation.receive(bytes);
            }
        }

        @Override
        public void onWebSocketText(String message) {
            if (conversation != null) {
                conversation.receiveText();
            }
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            // A close follows; what broke is the client's network, not ours to log.
        }

        @Override
        protected void onClose(int code, String reason) {
            connections.remove(this);
            if (hello != null) {
                hello.cancel(false);
            }
            if (channel != null) {
                channel.closed();
            }
            if (conversation != null) {
                conversation.closed();
            }
        }

        private void disconnectLater(Session closing) {
            var _ =
                    pool.after(
                            settings.closeTimeout(),
                            () -> {
                                if (closing.isOpen()) {
                                    closing.disconnect();
                                }
                            });
        }

        private long queuedBytes() {
            return channel == null ? 0 : channel.queuedBytes();
        }

        private void cut() {
            if (session != null) {
                session.disconnect();
            }
        }
    }
}
