package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.events.v1alpha1.Event;
import dev.terrane.proto.events.v1alpha1.Heartbeat;
import dev.terrane.proto.events.v1alpha1.Reset;
import dev.terrane.proto.events.v1alpha1.StreamFrame;
import dev.terrane.proto.events.v1alpha1.StreamOpened;
import dev.terrane.proto.events.v1alpha1.StreamRequest;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.socket.SocketListener;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscriber of a stream. States: open (waiting for the request), streaming, ended. While
 * streaming it holds a position in the log and has at most one frame on the way; its completion, an
 * append and the timer wake the pump, which runs on one thread at a time.
 */
final class EventSubscriber extends SocketListener {
    private static final Logger LOG = LoggerFactory.getLogger(EventSubscriber.class);
    private static final int TOPIC_BYTES_MAX = 256;
    private static final int OPTIONS_BYTES_MAX = 4 << 10;
    private static final int PAYLOAD_BYTES_MAX = 1 << 20;

    private final EventSource source;
    private final Caller caller;
    private final EventStreams.Limits limits;
    private final Executor pumps;
    private final Set<EventSubscriber> all;
    private final AtomicBoolean isAwake = new AtomicBoolean();
    private final Runnable wake = this::wake;
    private volatile @Nullable Session session;
    private volatile @Nullable Stream<?> stream;
    private volatile long sinceNanos = System.nanoTime();
    private volatile boolean isSending;
    private volatile boolean isEnded;

    /** What the pump owns. */
    private static final class Stream<T> {
        private final EventSource.Feed<T> feed;
        private final boolean isNew;
        private EventCursor position;
        private long previous;
        private boolean isOpened;
        private boolean isToldCurrent;

        Stream(EventSource.Feed<T> feed, EventCursor position, boolean isNew) {
            this.feed = feed;
            this.isNew = isNew;
            this.position = position;
            this.previous = position.sequence();
        }
    }

    EventSubscriber(
            EventSource source,
            Caller caller,
            EventStreams.Limits limits,
            Executor pumps,
            Set<EventSubscriber> all) {
        this.source = source;
        this.caller = caller;
        this.limits = limits;
        this.pumps = pumps;
        this.all = all;
    }

    static TerraneException tooMany(int max) {
        return TerraneException.of(
                        CommonError.RESOURCE_EXHAUSTED, "the service has no room for a subscriber")
                .limit("event stream subscribers", max, max + 1L)
                .toException();
    }

    @Override
    protected void onOpen(Session opened) {
        session = opened;
        sinceNanos = System.nanoTime();
        all.add(this);
    }

    @Override
    protected void onClose(int code, String reason) {
        isEnded = true;
        all.remove(this);
        Stream<?> current = stream;
        if (current != null) {
            current.feed.log().forget(wake);
        }
    }

    @Override
    public void onWebSocketText(String message) {
        end(CommonError.INVALID_ARGUMENT, "messages are binary");
    }

    @Override
    public void onWebSocketBinary(ByteBuffer message, Callback callback) {
        try {
            if (stream != null) {
                end(CommonError.INVALID_ARGUMENT, "one StreamRequest is sent, and nothing else");
                return;
            }
            subscribe(StreamRequest.parseFrom(message));
        } catch (InvalidProtocolBufferException e) {
            end(CommonError.INVALID_ARGUMENT, "the first message must be a StreamRequest");
        } catch (TerraneException e) {
            end(e.code(), String.valueOf(e.getMessage()));
        } finally {
            callback.succeed();
        }
    }

    private void subscribe(StreamRequest request) {
        if (request.getTopicBytes().size() > TOPIC_BYTES_MAX
                || request.getOptions().size() > OPTIONS_BYTES_MAX) {
            end(CommonError.PAYLOAD_TOO_LARGE, "topic is over 256 bytes or options over 4 KiB");
            return;
        }
        start(source.subscribe(caller, request.getTopic(), request.getOptions()), request);
    }

    private <T> void start(EventSource.Feed<T> feed, StreamRequest request) {
        EventCursor position =
                request.hasAfter() ? EventCursor.of(request.getAfter()) : feed.log().head();
        stream = new Stream<>(feed, position, !request.hasAfter());
        feed.log().listen(wake);
        if (isEnded) {
            feed.log().forget(wake);
        }
        wake();
    }

    /** Heartbeats, and the end of those who do not take what they are sent. */
    void tick() {
        long quietNanos = System.nanoTime() - sinceNanos;
        Session open = session;
        if (isEnded) {
            if (open != null && quietNanos > limits.closeWithin().toNanos()) {
                open.disconnect();
            }
        } else if (stream == null) {
            if (quietNanos > limits.requestWithin().toNanos()) {
                end(CommonError.INVALID_ARGUMENT, "no StreamRequest came");
            }
        } else if (isSending) {
            if (quietNanos > limits.stallMax().toNanos()) {
                cut();
            }
        } else if (quietNanos > limits.heartbeatEvery().toNanos()) {
            wake();
        }
    }

    private void wake() {
        if (isAwake.compareAndSet(false, true)) {
            try {
                pumps.execute(this::pump);
            } catch (RejectedExecutionException e) {
                isEnded = true;
            }
        }
    }

    private void pump() {
        isAwake.set(false);
        Stream<?> current = stream;
        if (current != null) {
            synchronized (this) {
                if (!isSending && !isEnded) {
                    tryStep(current);
                }
            }
        }
    }

    private void tryStep(Stream<?> current) {
        try {
            step(current);
        } catch (RuntimeException e) {
            LOG.error("event stream of {} failed", caller.subject(), e);
            end(CommonError.INTERNAL, "the stream failed");
        }
    }

    /** Sends the next frame, if there is one to send. */
    private <T> void step(Stream<T> current) {
        if (!current.isOpened) {
            current.isOpened = true;
            // A new subscriber begins where its first event follows, not where the log has got to.
            EventCursor head = current.isNew ? current.position : current.feed.log().head();
            send(
                    StreamFrame.newBuilder()
                            .setOpened(StreamOpened.newBuilder().setHead(head.toProto())));
            return;
        }
        while (true) {
            switch (current.feed.log().after(current.position, current.feed.topic())) {
                case EventLog.Read.Next<T>(LoggedEvent<T> event) -> {
                    current.position = new EventCursor(current.position.epoch(), event.sequence());
                    ByteString payload = current.feed.view().view(event);
                    if (payload != null) {
                        send(event(current, payload));
                        return;
                    }
                }
                case EventLog.Read.Lost<T>(ResetCause cause, EventCursor head) -> {
                    current.position = head;
                    current.previous = head.sequence();
                    current.feed.view().onReset();
                    current.isToldCurrent = false;
                    send(
                            StreamFrame.newBuilder()
                                    .setReset(
                                            Reset.newBuilder()
                                                    .setReason(cause.toProto())
                                                    .setHead(head.toProto())));
                    return;
                }
                case EventLog.Read.UpToDate<T>(EventCursor seen) -> {
                    current.position = seen;
                    // At once when it has caught up: it may rely on that.
                    if (!current.isToldCurrent
                            || System.nanoTime() - sinceNanos > limits.heartbeatEvery().toNanos()) {
                        current.isToldCurrent = true;
                        send(
                                StreamFrame.newBuilder()
                                        .setHeartbeat(
                                                Heartbeat.newBuilder().setHead(seen.toProto())));
                    }
                    return;
                }
                case EventLog.Read.Closed<T> _ -> {
                    end(CommonError.NOT_FOUND, "the stream has ended");
                    return;
                }
            }
        }
    }

    private static <T> StreamFrame.Builder event(Stream<T> current, ByteString payload) {
        if (payload.size() > PAYLOAD_BYTES_MAX) {
            throw new IllegalStateException("event payload over 1 MiB: " + payload.size());
        }
        Event event =
                Event.newBuilder()
                        .setCursor(current.position.toProto())
                        .setPreviousSequence(current.previous)
                        .setPayload(payload)
                        .build();
        current.previous = current.position.sequence();
        return StreamFrame.newBuilder().setEvent(event);
    }

    private void send(StreamFrame.Builder frame) {
        Session open = session;
        if (open == null) {
            return;
        }
        sinceNanos = System.nanoTime();
        isSending = true;
        open.sendBinary(
                frame.build().toByteString().asReadOnlyByteBuffer(),
                Callback.from(this::sent, failure -> isEnded = true));
    }

    private void sent() {
        sinceNanos = System.nanoTime();
        isSending = false;
        wake();
    }

    private void cut() {
        LOG.warn(
                "event stream of {} cut: it took nothing for {}",
                caller.subject(),
                limits.stallMax());
        // The close frame stands behind the frame that is stuck: it goes out if that one does.
        end(CommonError.RESOURCE_EXHAUSTED, "events are not taken");
    }

    /** Whether nothing is sent any more but the close. */
    boolean isEnded() {
        return isEnded;
    }

    private void end(ErrorCode code, String text) {
        Session open = session;
        isEnded = true;
        sinceNanos = System.nanoTime();
        if (open != null) {
            SocketListener.close(open, code, text);
        }
    }

    void close(int code, String reason) {
        Session open = session;
        isEnded = true;
        sinceNanos = System.nanoTime();
        if (open != null) {
            open.close(code, reason, Callback.NOOP);
        }
    }
}
