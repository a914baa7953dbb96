package dev.terrane.rpc.jetty;

import dev.terrane.rpc.Deadline;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.MultiPartFormData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * One request with a body, as its handlers see it and as its connection sees it.
 *
 * <table>
 * <caption>States</caption>
 * <tr><td>{@code READING}</td><td>the handlers read and answer</td></tr>
 * <tr><td>{@code DISCARDING}</td><td>answered; what still comes is thrown away</td></tr>
 * <tr><td>{@code DONE}</td><td>the connection was given back, or cut</td></tr>
 * </table>
 *
 * <p>Handlers that give the body up ({@link #fail}) fail their own reads only: Jetty would fail the
 * whole exchange, also what is left to discard. Handlers' reads and the discarding exclude each
 * other by a lock, which nobody holds while it calls a handler. A connection is kept for another
 * request only when the body was read to its end.
 */
final class UnreadBody extends Request.Wrapper {
    /** With no more than this to come, a refused request's connection is kept. */
    private static final int KEEP_BYTES_MAX = 256 << 10;

    private enum Phase {
        READING,
        DISCARDING,
        DONE
    }

    private final DiscardProperties limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Arrival arrival = new Arrival();

    private volatile Phase phase = Phase.READING;

    /** Why the handlers gave the body up. */
    private @Nullable Throwable givenUp;

    /** The handler that waits for content. */
    private volatile @Nullable Runnable waiting;

    /** Whether the channel was asked to call {@link #arrival}. */
    private boolean demanded;

    UnreadBody(Request request, DiscardProperties limits) {
        super(request);
        this.limits = limits;
    }

    /** The connection's side of this request, put around what the connection has. */
    HttpStream over(HttpStream stream) {
        return new Connection(stream);
    }

    @Override
    public Content.Chunk read() {
        lock.lock();
        try {
            if (phase != Phase.READING) {
                return Content.Chunk.from(new EofException("the request was answered"), true);
            }
            return givenUp == null ? super.read() : Content.Chunk.from(givenUp, true);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void demand(Runnable handler) {
        boolean over;
        boolean first = false;
        lock.lock();
        try {
            over = givenUp != null || phase != Phase.READING;
            if (!over) {
                if (waiting != null) {
                    throw new IllegalArgumentException("demand pending");
                }
                waiting = handler;
                first = !demanded;
                demanded = true;
            }
        } finally {
            lock.unlock();
        }
        if (over) {
            getComponents().getExecutor().execute(handler);
        } else if (first) {
            super.demand(arrival);
        }
    }

    @Override
    public void fail(Throwable failure) {
        Runnable handler;
        lock.lock();
        try {
            if (givenUp == null) {
                givenUp = failure;
            }
            handler = waiting;
            waiting = null;
        } finally {
            lock.unlock();
        }
        if (handler != null) {
            getComponents().getExecutor().execute(handler);
        }
    }

    /** What the channel calls when content came, for whoever waits for it then. */
    private final class Arrival implements Invocable.Task {
        private @Nullable Runnable discard;

        @Override
        public void run() {
            Runnable next;
            lock.lock();
            try {
                demanded = false;
                next = waiting == null ? discard : waiting;
                waiting = null;
            } finally {
                lock.unlock();
            }
            if (next != null) {
                next.run();
            }
        }

        @Override
        public InvocationType getInvocationType() {
            Runnable handler = waiting;
            return handler == null ? InvocationType.BLOCKING : Invocable.getInvocationType(handler);
        }
    }

    /** Counts what comes, notes how the answer goes, and discards when it is over. */
    private final class Connection implements HttpStream {
        private final HttpStream inner;

        private volatile long came;

        /** Nothing more will come: the body ended, or failed. */
        private volatile boolean over;

        /** The body was read to its end. */
        private volatile boolean ended;

        /** The client waits for a word before it sends its body. */
        private volatile boolean held;

        /** The last byte of the answer was handed to the system. */
        private volatile boolean answered;

        private volatile boolean upgraded;

        private long discardFrom;
        private Deadline deadline = Deadline.after(Duration.ZERO);
        private Scheduler.@Nullable Task cut;
        private @Nullable Throwable outcome;

        Connection(HttpStream inner) {
            this.inner = inner;
            this.held =
                    getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = inner.read();
            if (chunk != null) {
                if (chunk.hasRemaining()) {
                    // One thread reads at a time.
                    long now = came + chunk.remaining();
                    came = now;
                    held = false;
                }
                if (chunk.isLast()) {
                    ended = !Content.Chunk.isFailure(chunk);
                    over = true;
                }
            }
            return chunk;
        }

        @Override
        public void send(
                MetaData.Request request,
                MetaData.Response response,
                boolean last,
                ByteBuffer content,
                Callback callback) {
            int status = response == null ? 0 : response.getStatus();
            if (status == HttpStatus.CONTINUE_100) {
                held = false;
                if (inner.isCommitted()) {
                    // Discarding asks for content, which is no reason to ask the client for it.
                    callback.succeeded();
                    return;
                }
            }
            if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
                upgraded = true;
            }
            MetaData.Response head =
                    status >= HttpStatus.BAD_REQUEST_400 && !keeps() ? closing(response) : response;
            if (last) {
                forgetFailedParts();
            }
            inner.send(request, head, last, content, last ? noting(callback) : callback);
        }

        /**
         * The channel asks for parts to delete when it completes; those of a body that could not be
         * parsed fail that, and with it the connection.
         */
        private void forgetFailedParts() {
            String parts = MultiPartFormData.class.getName();
            if (getAttribute(parts) instanceof Future<?> parsing
                    && parsing.state() == Future.State.FAILED) {
                removeAttribute(parts);
            }
        }

        private Callback noting(Callback callback) {
            return new Callback.Nested(callback) {
                @Override
                public void succeeded() {
                    answered = true;
                    super.succeeded();
                }
            };
        }

        /** Whether so little is to come that the connection can be used again. */
        private boolean keeps() {
            long rest = getLength() < 0 ? Long.MAX_VALUE : getLength() - came;
            return ended || (!over && !held && rest <= KEEP_BYTES_MAX);
        }

        /** Says that the connection ends, so that the client may stop writing. */
        private static MetaData.Response closing(MetaData.Response head) {
            HttpFields fields =
                    HttpFields.build(head.getHttpFields()).put(HttpFields.CONNECTION_CLOSE);
            return new MetaData.Response(
                    head.getStatus(),
                    head.getReason(),
                    head.getHttpVersion(),
                    fields,
                    head.getContentLength(),
                    head.getTrailersSupplier());
        }

        /**
         * Null when the answer need not announce the end of the connection. What the stream itself
         * does here would make the rest of the body unreadable.
         */
        @Override
        public @Nullable Throwable consumeAvailable() {
            int reads =
                    getConnectionMetaData()
                            .getHttpConfiguration()
                            .getMaxUnconsumedRequestContentReads();
            for (int i = 0; i < reads && !over && phase == Phase.READING && !isCommitted(); i++) {
                Content.Chunk chunk = read();
                if (chunk == null) {
                    break;
                }
                chunk.release();
            }
            return isCommitted() || keeps() ? null : CONTENT_NOT_CONSUMED;
        }

        @Override
        public void succeeded() {
            complete(null);
        }

        @Override
        public void failed(Throwable failure) {
            complete(failure);
        }

        /** The exchange is over for everybody else. */
        private void complete(@Nullable Throwable failure) {
            lock.lock();
            try {
                phase = Phase.DISCARDING;
                outcome = failure;
                waiting = null;
                arrival.discard = this::discard;
                discardFrom = came;
                deadline = Deadline.after(limits.discardTimeMax());
            } finally {
                lock.unlock();
            }
            if (upgraded || over || !answered) {
                finish();
            } else {
                discard();
            }
        }

        /** Throws away what is there; nothing waits for more but the channel's selector. */
        private void discard() {
            lock.lock();
            try {
                while (phase == Phase.DISCARDING) {
                    if (demanded) {
                        // A handler left without what it waited for: that call is ours now.
                        cutLater();
                        return;
                    }
                    if (came - discardFrom > limits.discardBytesMax().toBytes()
                            || deadline.isPast()) {
                        break;
                    }
                    Content.Chunk chunk = getWrapped().read();
                    if (chunk == null) {
                        demanded = true;
                        cutLater();
                        getWrapped().demand(arrival);
                        return;
                    }
                    chunk.release();
                    if (over || Content.Chunk.isFailure(chunk)) {
                        break;
                    }
                }
                if (phase == Phase.DONE) {
                    return;
                }
            } finally {
                lock.unlock();
            }
            finish();
        }

        private void cutLater() {
            if (cut == null) {
                cut =
                        getComponents()
                                .getScheduler()
                                .schedule(
                                        this::finish,
                                        deadline.remaining().toMillis(),
                                        TimeUnit.MILLISECONDS);
            }
        }

        /** Gives the connection back for its next request, or cuts it. */
        private void finish() {
            lock.lock();
            try {
                if (phase == Phase.DONE) {
                    return;
                }
                phase = Phase.DONE;
                if (cut != null) {
                    cut.cancel();
                }
            } finally {
                lock.unlock();
            }
            if (!ended && !upgraded) {
                // What is left in its buffer goes back, and it can carry no other request.
                inner.consumeAvailable();
                inner.failed(outcome == null ? new EofException("the body did not end") : outcome);
            } else if (outcome == null) {
                inner.succeeded();
            } else {
                inner.failed(outcome);
            }
        }

        @Override
        public String getId() {
            return inner.getId();
        }

        @Override
        public void demand() {
            inner.demand();
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            inner.prepareResponse(headers);
        }

        @Override
        public Runnable cancelSend(Throwable failure, Callback callback) {
            return inner.cancelSend(failure, callback);
        }

        @Override
        public void push(MetaData.Request resource) {
            inner.push(resource);
        }

        @Override
        public long getIdleTimeout() {
            return inner.getIdleTimeout();
        }

        @Override
        public void setIdleTimeout(long millis) {
            inner.setIdleTimeout(millis);
        }

        @Override
        public boolean isCommitted() {
            return inner.isCommitted();
        }

        @Override
        public TunnelSupport getTunnelSupport() {
            return inner.getTunnelSupport();
        }

        @Override
        public InvocationType getInvocationType() {
            return inner.getInvocationType();
        }
    }
}
