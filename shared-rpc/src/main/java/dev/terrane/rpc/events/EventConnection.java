package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.events.v1alpha1.Event;
import dev.terrane.proto.events.v1alpha1.StreamFrame;
import dev.terrane.proto.events.v1alpha1.StreamRequest;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of an {@link EventStreamClient}. Each frame is handled before the next is asked
 * for, so a slow handler holds back the server and not the heap. An event whose predecessor is not
 * the last one seen is a gap: the connection ends and the next one asks for what is missing.
 */
final class EventConnection implements WebSocket.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(EventConnection.class);

    /** A payload of 1 MiB with what is around it. */
    private static final int FRAME_BYTES_MAX = (1 << 20) + (64 << 10);

    private final StreamRequest request;
    private final EventStreamSettings settings;
    private final EventHandler handler;
    private final Consumer<EventCursor> handled;
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final @Nullable EventCursor asked;
    private ByteString partial = ByteString.EMPTY;
    private @Nullable EventCursor seen;
    private volatile @Nullable WebSocket socket;
    private volatile long frameNanos = System.nanoTime();
    private volatile boolean isHandling;
    private volatile boolean wasGood;

    EventConnection(
            StreamRequest request,
            @Nullable EventCursor asked,
            EventStreamSettings settings,
            EventHandler handler,
            Consumer<EventCursor> handled) {
        this.request = request;
        this.asked = asked;
        this.settings = settings;
        this.handler = handler;
        this.handled = handled;
    }

    /** Waits until the connection is no more and says why. */
    String awaitEnd() throws InterruptedException {
        while (true) {
            try {
                return end.get(settings.silenceMax().toMillis() / 4 + 1, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                long silent = System.nanoTime() - frameNanos;
                if (!isHandling && silent > settings.silenceMax().toNanos()) {
                    fail("nothing came for " + settings.silenceMax());
                }
            } catch (ExecutionException e) {
                return String.valueOf(e.getCause());
            }
        }
    }

    /** Whether the stream was opened and something was handled. */
    boolean wasGood() {
        return wasGood;
    }

    void abort() {
        fail("closed by this side");
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        if (end.isDone()) {
            // Given up meanwhile, when there was no socket to end.
            opened.abort();
            return;
        }
        frameNanos = System.nanoTime();
        var _ = opened.sendBinary(ByteBuffer.wrap(request.toByteArray()), true);
        opened.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        if (end.isDone()) {
            return null;
        }
        partial = partial.concat(ByteString.copyFrom(data));
        if (partial.size() > FRAME_BYTES_MAX) {
            fail("a frame is over " + FRAME_BYTES_MAX + " bytes");
            return null;
        }
        if (last) {
            ByteString frame = partial;
            partial = ByteString.EMPTY;
            isHandling = true;
            try {
                handle(StreamFrame.parseFrom(frame));
            } catch (InvalidProtocolBufferException e) {
                fail("a frame is no StreamFrame");
            } catch (RuntimeException e) {
                LOG.error("handling an event failed", e);
                fail("handling failed: " + e);
            } finally {
                frameNanos = System.nanoTime();
                isHandling = false;
            }
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        fail("a text message came");
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        end.complete("closed with " + code + " " + reason);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end.complete("lost: " + error);
    }

    private void handle(StreamFrame frame) {
        switch (frame.getBodyCase()) {
            case OPENED -> opened(EventCursor.of(frame.getOpened().getHead()));
            case EVENT -> event(frame.getEvent());
            case RESET ->
                    reset(
                            EventCursor.of(frame.getReset().getHead()),
                            ResetCause.of(frame.getReset().getReason()));
            case HEARTBEAT -> heartbeat(EventCursor.of(frame.getHeartbeat().getHead()));
            case BODY_NOT_SET -> fail("a frame of an unknown kind came");
        }
    }

    private void opened(EventCursor head) {
        if (asked == null) {
            reset(head, ResetCause.START);
        } else {
            seen = asked;
        }
    }

    private void reset(EventCursor head, ResetCause cause) {
        handler.onReset(head, cause);
        seen = head;
        handled.accept(head);
        wasGood = true;
    }

    /** Everything of this topic up to the head was sent: the next connection may begin there. */
    private void heartbeat(EventCursor head) {
        EventCursor before = seen;
        if (before != null
                && head.epoch() == before.epoch()
                && head.sequence() >= before.sequence()) {
            handler.onCurrent(head);
            handled.accept(head);
        }
        wasGood = true;
    }

    private void event(Event event) {
        EventCursor before = seen;
        EventCursor place = EventCursor.of(event.getCursor());
        if (before == null
                || place.epoch() != before.epoch()
                || event.getPreviousSequence() != before.sequence()
                || place.sequence() <= before.sequence()) {
            fail("events are missing between " + before + " and " + place);
            return;
        }
        handler.onEvent(place, event.getPayload());
        seen = place;
        handled.accept(place);
        wasGood = true;
    }

    private void fail(String why) {
        end.complete(why);
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
    }
}
