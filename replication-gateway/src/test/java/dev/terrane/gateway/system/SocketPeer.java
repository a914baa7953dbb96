package dev.terrane.gateway.system;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.FrameAck;
import dev.terrane.proto.stage.v1alpha1.Hello;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A client of the stage socket over a real connection, well-behaved or not. */
public final class SocketPeer implements WebSocket.Listener, AutoCloseable {
    public static final String CONTRACT = "terrane.stage.v1alpha1";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<ServerMessage> received = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final boolean reads;
    private final boolean acknowledges;
    private final AtomicInteger pongs = new AtomicInteger();
    private byte[] partial = new byte[0];
    private WebSocket socket;
    private CompletableFuture<?> lastSend = CompletableFuture.completedFuture(null);

    private SocketPeer(boolean reads, boolean acknowledges) {
        this.reads = reads;
        this.acknowledges = acknowledges;
    }

    /** A client that reads and acknowledges. */
    public static SocketPeer open(Deployment deployment, String stage, String credential) {
        return open(deployment, stage, credential, true, true);
    }

    public static SocketPeer open(
            Deployment deployment,
            String stage,
            String credential,
            boolean reads,
            boolean acknowledges) {
        SocketPeer peer = new SocketPeer(reads, acknowledges);
        URI uri =
                URI.create(
                        deployment.base().toString().replaceFirst("^http", "ws")
                                + "/api/v1/stages/"
                                + stage
                                + "/connect");
        peer.socket =
                peer.http
                        .newWebSocketBuilder()
                        .subprotocols(CONTRACT, credential)
                        .buildAsync(uri, peer)
                        .orTimeout(20, TimeUnit.SECONDS)
                        .join();
        return peer;
    }

    /** Opens, says hello and waits for the answer. */
    public static SocketPeer join(Deployment deployment, String stage, String token) {
        SocketPeer peer = open(deployment, stage, "terrane.bearer." + token);
        peer.hello(1);
        peer.await("entry", m -> m.hasAccepted() || m.hasDeclined());
        return peer;
    }

    public SocketPeer hello(int version) {
        return send(
                ClientMessage.newBuilder()
                        .setHello(Hello.newBuilder().setProtocolVersion(version))
                        .build());
    }

    public SocketPeer send(ClientMessage message) {
        return send(message.toByteArray());
    }

    public SocketPeer send(byte[] bytes) {
        enqueue(() -> socket.sendBinary(ByteBuffer.wrap(bytes), true)).join();
        return this;
    }

    /** Sends although the server may cut the connection meanwhile. */
    public void sendAsFarAsItGoes(byte[] bytes) {
        enqueue(() -> socket.sendBinary(ByteBuffer.wrap(bytes), true))
                .handle((_, _) -> null)
                .join();
    }

    /** The client allows one send at a time. */
    private synchronized CompletableFuture<?> enqueue(Supplier<CompletableFuture<WebSocket>> send) {
        lastSend = lastSend.handle((_, _) -> null).thenCompose(_ -> send.get());
        return lastSend;
    }

    /** Pings as WebSocket does, below the protocol, and waits for the pong. */
    public void ping() {
        int before = pongs.get();
        socket.sendPing(ByteBuffer.wrap(new byte[] {7})).join();
        Await.until(PATIENCE, "a pong", () -> pongs.get() > before);
    }

    public void sendText(String text) {
        enqueue(() -> socket.sendText(text, true)).join();
    }

    /** The first message that fits, also one that came before. */
    public ServerMessage await(String what, Predicate<ServerMessage> fits) {
        return Await.value(
                PATIENCE,
                what,
                () -> {
                    boolean over = closed.isDone();
                    Optional<ServerMessage> found = received.stream().filter(fits).findFirst();
                    if (over && found.isEmpty()) {
                        throw new IllegalStateException(
                                "closed with %s after %d messages, the last: %.300s"
                                        .formatted(
                                                closed.join(),
                                                received.size(),
                                                received.isEmpty() ? "" : received.getLast()));
                    }
                    return found;
                });
    }

    /** Code with which the server closed. */
    public int awaitClose() {
        return closed.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    public boolean isClosed() {
        return closed.isDone();
    }

    public List<ServerMessage> received() {
        return received;
    }

    public String subprotocol() {
        return socket.getSubprotocol();
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reads) {
            opened.request(1);
        }
    }

    @Override
    public CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        byte[] joined = new byte[partial.length + data.remaining()];
        System.arraycopy(partial, 0, joined, 0, partial.length);
        data.get(joined, partial.length, data.remaining());
        partial = joined;
        if (last) {
            take(joined);
            partial = new byte[0];
        }
        from.request(1);
        return null;
    }

    private void take(byte[] bytes) {
        try {
            ServerMessage message = ServerMessage.parseFrom(bytes);
            received.add(message);
            if (acknowledges && message.getLastOfFrame()) {
                byte[] ack =
                        ClientMessage.newBuilder()
                                .setFrameAck(FrameAck.newBuilder().setFrame(message.getFrame()))
                                .build()
                                .toByteArray();
                var _ = enqueue(() -> socket.sendBinary(ByteBuffer.wrap(ack), true));
            }
        } catch (InvalidProtocolBufferException e) {
            closed.completeExceptionally(e);
        }
    }

    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        pongs.incrementAndGet();
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        closed.complete(1006);
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
    }
}
