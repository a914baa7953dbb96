package dev.terrane.gateway.live.socket;

import dev.terrane.gateway.live.PeerChannel;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.StageError;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * A peer's queue in front of one Jetty session: at most one message is with Jetty, the rest waits
 * here. Sending never waits for the socket. One message alone may be larger than the hard bound (a
 * chunk, a baseline); what comes on top of it counts.
 */
public final class JettyPeerChannel implements PeerChannel {
    private static final int REASON_BYTES_MAX = 123;

    private final Session session;
    private final Limits limits;
    private final LongSupplier nanoTime;
    private final Executioner executioner;

    private final Deque<Queued> queue = new ArrayDeque<>();

    /** Frames sent or queued and not acknowledged, oldest first. */
    private final Deque<Sent> unacknowledged = new ArrayDeque<>();

    private long queuedBytes;
    private long unacknowledgedBytes;
    private long highestFrame;
    private boolean sending;
    private boolean open = true;
    private @Nullable Farewell farewell;

    /**
     * @param nanoTime a monotonic clock, nanoseconds
     * @param executioner disconnects what does not close by itself
     */
    public JettyPeerChannel(
            Session session, Limits limits, LongSupplier nanoTime, Executioner executioner) {
        this.session = session;
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.executioner = executioner;
    }

    @Override
    public void send(byte[] message) {
        enqueue(message, 0);
    }

    @Override
    public void sendFramed(byte[] message, long frame) {
        enqueue(message, frame);
    }

    private void enqueue(byte[] message, long frame) {
        boolean tooMuch;
        synchronized (this) {
            if (!open) {
                return;
            }
            long now = nanoTime.getAsLong();
            long owed = queuedBytes + unacknowledgedBytes - largestInFlight();
            tooMuch = owed > 0 && owed + message.length > limits.hardBytes();
            if (!tooMuch) {
                queue.add(new Queued(ByteBuffer.wrap(message), now));
                queuedBytes += message.length;
                if (frame > 0) {
                    highestFrame = frame;
                    unacknowledged.add(new Sent(frame, message.length, now));
                    unacknowledgedBytes += message.length;
                }
            }
        }
        if (tooMuch) {
            abort("more than %d bytes are owed".formatted(limits.hardBytes()));
        } else {
            pump();
        }
    }

    /** The message now with Jetty, if it is larger than the bound by itself. */
    private long largestInFlight() {
        Queued head = queue.peek();
        return head != null && head.message().capacity() > limits.hardBytes()
                ? head.message().capacity()
                : 0;
    }

    /** Hands messages to Jetty, one at a time, until one stays with it or nothing waits. */
    private void pump() {
        while (true) {
            Queued next;
            Farewell bye = null;
            synchronized (this) {
                if (sending) {
                    return;
                }
                next = queue.peek();
                if (next == null) {
                    bye = farewell;
                    farewell = null;
                } else {
                    sending = true;
                }
            }
            if (next == null) {
                if (bye != null) {
                    session.close(bye.code(), bye.reason(), Callback.NOOP);
                }
                return;
            }
            // Jetty may call back before it returns; going on here keeps the stack flat.
            AtomicBoolean first = new AtomicBoolean(true);
            session.sendBinary(
                    next.message().duplicate(),
                    Callback.from(
                            () -> {
                                if (!first.compareAndSet(true, false)) {
                                    sent();
                                    pump();
                                }
                            },
                            this::failed));
            if (first.compareAndSet(true, false)) {
                return;
            }
            sent();
        }
    }

    private synchronized void sent() {
        sending = false;
        Queued done = queue.poll();
        if (done != null) {
            queuedBytes -= done.message().capacity();
        }
    }

    private void failed(Throwable cause) {
        synchronized (this) {
            open = false;
            queue.clear();
            queuedBytes = 0;
        }
        session.disconnect();
    }

    @Override
    public synchronized boolean acknowledge(long frame) {
        if (frame < 0 || frame > highestFrame) {
            return false;
        }
        while (!unacknowledged.isEmpty() && unacknowledged.getFirst().frame() <= frame) {
            unacknowledgedBytes -= unacknowledged.removeFirst().bytes();
        }
        return true;
    }

    @Override
    public Debt debt() {
        Debt debt;
        boolean tooOld;
        synchronized (this) {
            long now = nanoTime.getAsLong();
            long oldest = now;
            if (!queue.isEmpty()) {
                oldest = Math.min(oldest, queue.getFirst().since());
            }
            if (!unacknowledged.isEmpty()) {
                oldest = Math.min(oldest, unacknowledged.getFirst().since());
            }
            debt = new Debt(queuedBytes + unacknowledgedBytes, (now - oldest) / 1_000_000);
            tooOld = open && debt.ageMillis() > limits.hardMillis();
        }
        if (tooOld) {
            abort("the oldest message is %d ms old".formatted(debt.ageMillis()));
        }
        return debt;
    }

    /** Bytes that wait here, for the metric. */
    synchronized long queuedBytes() {
        return queuedBytes;
    }

    /** The peer does not keep up: what is queued is dropped, or the close would wait behind it. */
    private void abort(String text) {
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
            Queued withJetty = sending ? queue.peek() : null;
            queue.clear();
            if (withJetty != null) {
                queue.add(withJetty);
            }
            farewell = farewell(StageError.PEER_TOO_SLOW.spec().closeCode(), text);
        }
        pump();
        executioner.disconnectLater(session);
    }

    @Override
    public void close(ErrorCode error, String text) {
        close(error.spec().closeCode() == 0 ? 1011 : error.spec().closeCode(), text);
    }

    @Override
    public void close(int code, String text) {
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
            farewell = farewell(code, text);
        }
        pump();
        executioner.disconnectLater(session);
    }

    /** The socket is closed, by whomever. */
    void closed() {
        synchronized (this) {
            open = false;
            queue.clear();
            queuedBytes = 0;
            unacknowledged.clear();
            unacknowledgedBytes = 0;
        }
    }

    @Override
    public synchronized boolean isOpen() {
        return open;
    }

    private static Farewell farewell(int code, String text) {
        String reason = text;
        while (reason.getBytes(StandardCharsets.UTF_8).length > REASON_BYTES_MAX) {
            reason = reason.substring(0, reason.length() - 1);
        }
        return new Farewell(code, reason);
    }

    /** Ends sessions whose peer does not take the close. */
    @FunctionalInterface
    public interface Executioner {
        /** Disconnects the session after the time a peer has to close, if it is still open. */
        void disconnectLater(Session session);
    }

    private record Queued(ByteBuffer message, long since) {}

    private record Sent(long frame, int bytes, long since) {}

    private record Farewell(int code, String reason) {}
}
