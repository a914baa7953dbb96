package dev.terrane.rpc.socket;

import dev.terrane.rpc.error.CommonError;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * What Jetty sees of a {@link SocketListener}: sets the limits, watches the token's end. Public
 * only because Jetty looks methods up by reflection; made by the handler mapping alone.
 */
public final class JettySocket implements Session.Listener.AutoDemanding {
    private final SocketListener listener;
    private final Limits limits;
    private @Nullable Future<?> expiry;

    /** What bounds one connection. */
    record Limits(
            int messageBytesMax,
            Duration idleTimeout,
            Instant expires,
            ScheduledExecutorService timer) {}

    JettySocket(SocketListener listener, Limits limits) {
        this.listener = listener;
        this.limits = limits;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        session.setMaxBinaryMessageSize(limits.messageBytesMax());
        session.setMaxTextMessageSize(limits.messageBytesMax());
        session.setMaxFrameSize(limits.messageBytesMax());
        session.setIdleTimeout(limits.idleTimeout());
        if (limits.expires().isBefore(Instant.MAX)) {
            long millis = Duration.between(Instant.now(), limits.expires()).toMillis();
            expiry =
                    limits.timer()
                            .schedule(
                                    () -> expire(session),
                                    Math.max(0, millis),
                                    TimeUnit.MILLISECONDS);
        }
        listener.onOpen(session);
    }

    @Override
    public void onWebSocketBinary(ByteBuffer message, Callback callback) {
        listener.onWebSocketBinary(message, callback);
    }

    @Override
    public void onWebSocketText(String message) {
        listener.onWebSocketText(message);
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        listener.onWebSocketPong(payload);
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        listener.onWebSocketError(cause);
    }

    @Override
    public void onWebSocketClose(int code, @Nullable String reason, Callback callback) {
        if (expiry != null) {
            expiry.cancel(false);
        }
        try {
            listener.onClose(code, reason == null ? "" : reason);
        } finally {
            callback.succeed();
        }
    }

    private static void expire(Session session) {
        SocketListener.close(session, CommonError.UNAUTHENTICATED, "the token has ended");
    }
}
