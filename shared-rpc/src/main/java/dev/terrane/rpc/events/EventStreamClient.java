package dev.terrane.rpc.events;

import com.google.protobuf.ByteString;
import dev.terrane.proto.events.v1alpha1.StreamRequest;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.client.TokenSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes to one event stream and stays subscribed: a lost, silent or gapped connection is
 * opened again after a bounded pause, at the last event that was handled. Runs on a virtual thread
 * of its own from {@link #start} to {@link #close}.
 */
public final class EventStreamClient implements AutoCloseable {
    private static final int HTTP_UNAUTHORIZED = 401;

    private final URI uri;
    private final String contract;
    private final String topic;
    private final ByteString options;
    private final TokenSource tokens;
    private final EventStreamSettings settings;
    private final EventHandler handler;
    private final HttpClient http;
    private volatile @Nullable EventCursor cursor;
    private volatile @Nullable EventConnection current;
    private volatile @Nullable Thread thread;
    private volatile boolean isClosed;

    /**
     * A subscription, not yet started.
     *
     * @param base base URL of the service
     * @param contract the stream's subprotocol
     * @param topic what to subscribe to, empty for everything
     * @param options the contract's encoded options, empty for none
     * @param tokens gives the bearer token of each connection
     */
    public EventStreamClient(
            URI base,
            String contract,
            String topic,
            ByteString options,
            TokenSource tokens,
            EventStreamSettings settings,
            EventHandler handler) {
        String text = base.toString();
        this.uri =
                URI.create(
                        (text.endsWith("/") ? text.substring(0, text.length() - 1) : text)
                                        .replaceFirst("^http", "ws")
                                + EventStreams.PATH);
        this.contract = contract;
        this.topic = topic;
        this.options = options;
        this.tokens = tokens;
        this.settings = settings;
        this.handler = handler;
        this.http = HttpClient.newBuilder().connectTimeout(settings.connectTimeout()).build();
    }

    /**
     * Begins after this event, which a previous process has handled; before {@link #start} only.
     */
    public EventStreamClient after(EventCursor handled) {
        cursor = handled;
        return this;
    }

    /** Connects, and keeps connecting, in the background. */
    public EventStreamClient start() {
        if (thread != null || isClosed) {
            throw new IllegalStateException("started before");
        }
        thread = Thread.ofVirtual().name("events " + contract).start(this::run);
        return this;
    }

    /** The last event handled or state read, if there is one. */
    public Optional<EventCursor> cursor() {
        return Optional.ofNullable(cursor);
    }

    /** Ends the subscription. A handler method that has begun may still be running. */
    @Override
    public void close() {
        isClosed = true;
        EventConnection open = current;
        if (open != null) {
            open.abort();
        }
        Thread running = thread;
        if (running != null && running != Thread.currentThread()) {
            running.interrupt();
            try {
                running.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        http.shutdownNow();
    }

    private void run() {
        long pauseMillis = settings.backoffFirst().toMillis();
        while (!isClosed) {
            boolean wasGood = false;
            String why;
            try {
                EventConnection connection = open();
                why = connection.awaitEnd();
                wasGood = connection.wasGood();
            } catch (InterruptedException e) {
                why = "interrupted";
            } catch (IOException | RuntimeException e) {
                why = String.valueOf(e.getMessage());
            }
            current = null;
            if (isClosed) {
                return;
            }
            handler.onDisconnect(why);
            pauseMillis = wasGood ? settings.backoffFirst().toMillis() : pauseMillis;
            if (!pause(pauseMillis)) {
                return;
            }
            pauseMillis = Math.min(pauseMillis * 2, settings.backoffMax().toMillis());
        }
    }

    private EventConnection open() throws IOException, InterruptedException {
        Optional<String> token = tokens.token(Deadline.after(settings.connectTimeout()));
        StreamRequest.Builder request =
                StreamRequest.newBuilder().setTopic(topic).setOptions(options);
        EventCursor handled = cursor;
        if (handled != null) {
            request.setAfter(handled.toProto());
        }
        EventConnection connection =
                new EventConnection(
                        request.build(), handled, settings, handler, place -> cursor = place);
        current = connection;
        WebSocket.Builder builder =
                http.newWebSocketBuilder()
                        .connectTimeout(settings.connectTimeout())
                        .subprotocols(contract);
        token.ifPresent(value -> builder.header("Authorization", "Bearer " + value));
        CompletableFuture<WebSocket> pending = builder.buildAsync(uri, connection);
        try {
            pending.get(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
            return connection;
        } catch (TimeoutException e) {
            pending.cancel(true);
            connection.abort();
            throw new IOException("no connection in " + settings.connectTimeout(), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                int status = refused.getResponse().statusCode();
                if (status == HTTP_UNAUTHORIZED) {
                    token.ifPresent(tokens::refused);
                }
                throw new IOException("refused with status " + status, e);
            }
            throw new IOException("no connection: " + e.getCause(), e);
        }
    }

    private boolean pause(long millis) {
        try {
            Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
            return true;
        } catch (InterruptedException e) {
            return !isClosed;
        }
    }
}
