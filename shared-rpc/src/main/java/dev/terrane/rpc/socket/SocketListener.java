package dev.terrane.rpc.socket;

import dev.terrane.rpc.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;

/**
 * One connection. Its methods are called one at a time and none may block: {@link #onOpen} first,
 * {@link #onClose} last and once. The connection is closed with the code of {@code UNAUTHENTICATED}
 * when its token ends.
 */
public abstract class SocketListener {
    private static final int REASON_BYTES_MAX = 120;

    /** The connection is open; what is sent from here on goes out. */
    protected abstract void onOpen(Session session);

    /** The connection is gone, whoever closed it. Called once. */
    protected abstract void onClose(int code, String reason);

    /** A whole binary message; the buffer is the listener's until it completes the callback. */
    public void onWebSocketBinary(ByteBuffer message, Callback callback) {
        callback.succeed();
    }

    /** A whole text message. */
    public void onWebSocketText(String message) {}

    /** The answer to a ping. */
    public void onWebSocketPong(ByteBuffer payload) {}

    /** The connection failed, or a listener's method threw; {@link #onClose} follows. */
    public void onWebSocketError(Throwable cause) {}

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
