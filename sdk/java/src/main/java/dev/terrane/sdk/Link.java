package dev.terrane.sdk;

import com.google.protobuf.ByteString;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The socket of one connection: whole messages in, messages out, both in bounded queues. The peer
 * is asked for as many messages as the inbound queue holds and for one more whenever one was taken.
 */
final class Link implements WebSocket.Listener {
    private final StageLimits limits;
    private final BlockingQueue<Inbound> inbound;
    private final ArrayDeque<ByteBuffer> outbound = new ArrayDeque<>();
    private final ByteString.Output partial = ByteString.newOutput();
    private @Nullable WebSocket socket;
    private boolean sending;
    private boolean pinging;
    private boolean ended;

    /** When the last sign of the other side came. */
    private volatile long heardNanos = System.nanoTime();

    Link(StageLimits limits) {
        this.limits = limits;
        // One place more for the end of the connection.
        this.inbound = new ArrayBlockingQueue<>(limits.inboundMax() + 1);
    }

    /** What comes out of the socket. */
    sealed interface Inbound {
        /**
         * A whole message.
         *
         * @param bytes its payload
         */
        record Message(ByteString bytes) implements Inbound {}

        /**
         * Nothing more comes.
         *
         * @param reason why
         */
        record Ended(CloseReason reason) implements Inbound {}
    }

    /** The next thing that came, or null when the time is up. */
    @Nullable Inbound poll(long nanos) throws InterruptedException {
        Inbound next = inbound.poll(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        if (next instanceof Inbound.Message) {
            WebSocket open = socket();
            if (open != null) {
                open.request(1);
            }
        }
        return next;
    }

    /** Queues a message; false when the queue is full or the connection over. */
    synchronized boolean send(ClientMessage message) {
        if (ended || socket == null || outbound.size() >= limits.outboundMax()) {
            return false;
        }
        outbound.add(message.toByteString().asReadOnlyByteBuffer());
        pump();
        return true;
    }

    /** When the last sign of the other side came, by {@link System#nanoTime}. */
    long heardNanos() {
        return heardNanos;
    }

    /** Asks the other side for a sign, whatever waits to be sent. */
    synchronized void ping() {
        if (ended || socket == null || pinging) {
            return;
        }
        pinging = true;
        var _ =
                socket.sendPing(ByteBuffer.allocate(0))
                        .whenComplete(
                                (_, failure) -> {
                                    synchronized (this) {
                                        pinging = false;
                                    }
                                    if (failure != null) {
                                        end(
                                                new CloseReason.Lost(
                                                        String.valueOf(failure.getMessage())));
                                    }
                                });
    }

    /** Breaks the connection without a farewell. */
    void abort() {
        WebSocket open = socket();
        if (open != null) {
            open.abort();
        }
        end(new CloseReason.Lost("aborted"));
    }

    @Override
    public void onOpen(WebSocket webSocket) {
        synchronized (this) {
            socket = webSocket;
        }
        heardNanos = System.nanoTime();
        webSocket.request(limits.inboundMax());
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(
            WebSocket webSocket, ByteBuffer data, boolean last) {
        heardNanos = System.nanoTime();
        if (partial.size() + data.remaining() > limits.messageBytesMax()) {
            end(
                    new CloseReason.ProtocolFault(
                            "a message over " + limits.messageBytesMax() + " bytes"));
            webSocket.abort();
            return null;
        }
        byte[] bytes = copy(data);
        partial.write(bytes, 0, bytes.length);
        if (!last) {
            webSocket.request(1);
            return null;
        }
        ByteString whole = partial.toByteString();
        partial.reset();
        if (!inbound.offer(new Inbound.Message(whole))) {
            end(new CloseReason.Lost("the inbound queue is full"));
            webSocket.abort();
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket webSocket, ByteBuffer message) {
        heardNanos = System.nanoTime();
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket webSocket, ByteBuffer message) {
        heardNanos = System.nanoTime();
        webSocket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(
            WebSocket webSocket, CharSequence data, boolean last) {
        end(new CloseReason.ProtocolFault("a text message"));
        webSocket.abort();
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(
            WebSocket webSocket, int statusCode, String reason) {
        end(new CloseReason.Closed(statusCode, reason));
        return null;
    }

    @Override
    public void onError(WebSocket webSocket, Throwable error) {
        end(new CloseReason.Lost(String.valueOf(error.getMessage())));
    }

    private synchronized @Nullable WebSocket socket() {
        return socket;
    }

    private void end(CloseReason reason) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            outbound.clear();
        }
        var last = new Inbound.Ended(reason);
        while (!inbound.offer(last)) {
            inbound.poll();
        }
    }

    /** Sends the next message unless one is under way; called with the lock held. */
    private void pump() {
        if (sending || ended || socket == null) {
            return;
        }
        ByteBuffer next = outbound.poll();
        if (next == null) {
            return;
        }
        sending = true;
        var _ =
                socket.sendBinary(next, true)
                        .whenComplete(
                                (_, failure) -> {
                                    synchronized (this) {
                                        sending = false;
                                        if (failure == null) {
                                            pump();
                                            return;
                                        }
                                    }
                                    end(new CloseReason.Lost(String.valueOf(failure.getMessage())));
                                });
    }

    private static byte[] copy(ByteBuffer data) {
        var bytes = new byte[data.remaining()];
        data.get(bytes);
        return bytes;
    }
}
