package dev.terrane.rpc.socket;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * One connection. Subclasses override the {@code onWebSocket…} methods of Jetty's listener they
 * need except open and close, for which there are {@link #onOpen} and {@link #onClose}. Jetty calls
 * one method at a time; none may block. The connection is closed with the code of {@code
 * UNAUTHENTICATED} when its token ends.
 */
public abstract class SocketListener implements Session.Listener.AutoDemanding {
    private static final int REASON_BYTES_MAX = 120;

    private @Nullable Limits limits;
    private @Nullable Future<?> expiry;

    /** Set once, before the upgrade. */
    record Limits(
            int messageBytesMax,
            Duration idleTimeout,
            Instant expires,
            ScheduledExecutorService timer) {}

    final void limit(Limits given) {
        limits = given;
    }

    /** The connection is open; what is sent from here on goes out. */
    protected abstract void onOpen(Session session);

    /** The connection is gone, whoever closed it. Called once. */
    protected abstract void onClose(int code, String reason);

    @Override
    public final void onWebSocketOpen(Session session) {
        if (limits != null) {
            session.setMaxBinaryMessageSize(limits.messageBytesMax());
            session.setMaxTextMessageSize(limits.messageBytesMax());
            session.setMaxFrameSize(limits.messageBytesMax());
            session.setIdleTimeout(limits.idleTimeout());
            if (limits.expires().isBefore(Instant.MAX)) {
                long millis = Duration.between(Instant.now(), limits.expires()).toMillis();
                expiry =
                        limits.timer()
                                .schedule(
                                        () ->
                                                close(
                                                        session,
                                                        CommonError.UNAUTHENTICATED,
                                                        "the token has ended"),
                                        Math.max(0, millis),
                                        TimeUnit.MILLISECONDS);
            }
        }
        onOpen(session);
    }

    @Override
    public final void onWebSocketClose(int code, @Nullable String reason, Callback callback) {
        if (expiry != null) {
            expiry.cancel(false);
        }
        try {
            onClose(code, reason == null ? "" : reason);
        } finally {
            callback.succeed();
        }
    }

    /**
     * Closes with the code of a registry entry that has one; the reason is the entry's name and the
     * text, cut to what a close frame holds. Does not wait.
     */
    public static void close(Session session, ErrorCode error, String text) {
        int code = error.spec().closeCode();
        if (code == 0) {
            throw new IllegalArgumentException(error.name() + " has no close code");
        }
        session.close(code, clip(error.name() + ": " + text), Callback.NOOP);
    }

    private static String clip(String reason) {
        byte[] bytes = reason.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= REASON_BYTES_MAX) {
            return reason;
        }
        int end = REASON_BYTES_MAX;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
