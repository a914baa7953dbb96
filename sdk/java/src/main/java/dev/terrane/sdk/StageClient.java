package dev.terrane.sdk;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.stage.v1alpha1.Action;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.FrameAck;
import dev.terrane.proto.stage.v1alpha1.Hello;
import dev.terrane.proto.stage.v1alpha1.Leave;
import dev.terrane.proto.stage.v1alpha1.Ping;
import dev.terrane.proto.stage.v1alpha1.Relay;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.proto.stage.v1alpha1.RequestChunkFlags;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One peer of one stage.
 *
 * <p>One owner thread of its own applies frames whole and in order, calls the listener and confirms
 * frames at least every 250 ms. A connection that shows no sign for {@link StageLimits#silenceMax}
 * is given up: the client pings before. When frames are lost or anything breaks the protocol, the
 * state is hidden and the connection ends: recovery is a new client.
 *
 * <p>Every method may be called from any thread; futures complete on the owner thread, so work that
 * blocks belongs elsewhere. A refusal of the gateway is an answer. A future fails with {@link
 * StageException} when the connection is over before the answer came (what was asked may have been
 * done), and with {@link IllegalStateException} when {@link StageLimits#pendingMax} or {@link
 * StageLimits#outboundMax} is reached: nothing was sent then.
 */
public final class StageClient implements AutoCloseable {
    /** The contract this client speaks. */
    public static final String SUBPROTOCOL = "terrane.stage.v1alpha1";

    private static final int PROTOCOL_VERSION = 1;
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final StageOptions options;
    private final HttpClient http;
    private final Link link;
    private final Requests requests;
    private final CounterTable counters = new CounterTable();
    private final StageFrames frames;
    private final Silence silence;
    private final CompletableFuture<Entry> entered = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicLong sequence = new AtomicLong();
    private final StageListener listener;
    private volatile boolean leaving;
    private volatile @Nullable CloseReason closed;
    private @Nullable CloseReason announced;
    private long ackedFrame;
    private long ackDueNanos;

    private StageClient(StageOptions options, StageListener listener) {
        this.options = options;
        this.listener = listener;
        this.link = new Link(options.limits());
        this.silence = new Silence(options.limits().silenceMax());
        this.requests = new Requests(options.limits().pendingMax());
        this.frames = new StageFrames(options.limits(), counters, requests, listener);
        this.http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(options.limits().entryTimeout())
                        .executor(Executors.newVirtualThreadPerTaskExecutor())
                        .build();
    }

    /**
     * Connects and waits for entry.
     *
     * @throws StageException when the gateway cannot be reached, refuses the upgrade or declines
     *     entry
     */
    public static StageClient join(StageOptions options, StageListener listener) {
        var client = new StageClient(options, listener);
        client.open();
        return client;
    }

    /** What the gateway granted. */
    public Entry entry() {
        return entered.join();
    }

    /**
     * What this peer sees after the last whole frame. Nothing once the connection has ended by a
     * fault.
     */
    public StageView view() {
        return frames.view();
    }

    /** What was received so far. */
    public StageCounters counters() {
        return counters.snapshot();
    }

    /** Why the connection ended; empty while it lasts. */
    public Optional<CloseReason> closed() {
        return Optional.ofNullable(closed);
    }

    /** Waits until the view is as asked for; empty when the time is up or the connection over. */
    public Optional<StageView> await(Predicate<StageView> wanted, Duration timeout)
            throws InterruptedException {
        return frames.await(wanted, timeout);
    }

    /**
     * Asks the stage for something under a new id.
     *
     * @param name {@code terrane.ping}, which answers its argument; others are {@code
     *     ACTION_UNKNOWN}
     * @param argument at most 1 KiB
     */
    public CompletableFuture<ActionAnswer> act(String name, ByteString argument) {
        return act("a" + sequence.incrementAndGet(), name, argument);
    }

    /**
     * Asks the stage for something; the same id again gets the first answer.
     *
     * @param actionId {@code [A-Za-z0-9_-]{1,64}}
     * @param name as above
     * @param argument at most 1 KiB
     */
    public CompletableFuture<ActionAnswer> act(String actionId, String name, ByteString argument) {
        var action = Action.newBuilder().setActionId(actionId).setName(name).setArgument(argument);
        return send(requests.action(actionId), ClientMessage.newBuilder().setAction(action));
    }

    /**
     * Sends bytes to other peers, which get what one peer sends in its order.
     *
     * @param toPeerIds at most 64; empty for everybody else
     * @param payload at most 1 KiB
     */
    public CompletableFuture<RelayAnswer> relay(Collection<Integer> toPeerIds, ByteString payload) {
        String id = "r" + sequence.incrementAndGet();
        var relay =
                Relay.newBuilder().setRelayId(id).addAllToPeerIds(toPeerIds).setPayload(payload);
        return send(requests.relay(id), ClientMessage.newBuilder().setRelay(relay));
    }

    /**
     * Asks for a chunk. Unless it is refused the client holds it from then on: the listener is told
     * when it is something else, and asks again. At most 256 are held ({@code CHUNK_HOLD_LIMIT}).
     */
    public CompletableFuture<ChunkAnswer> requestChunk(ChunkPosition at) {
        return requestChunk(at, "");
    }

    /**
     * The same, without the bytes when the chunk still has this checksum.
     *
     * @param cachedChecksum 64 lower-case hex digits; empty for none
     */
    public CompletableFuture<ChunkAnswer> requestChunk(ChunkPosition at, String cachedChecksum) {
        var request =
                RequestChunk.newBuilder().setAt(at.toMessage()).setCachedChecksum(cachedChecksum);
        return send(requests.chunk(at), ClientMessage.newBuilder().setRequestChunk(request));
    }

    /** Asks for a chunk's moderation flags. */
    public CompletableFuture<FlagsAnswer> requestFlags(ChunkPosition at) {
        var request = RequestChunkFlags.newBuilder().setAt(at.toMessage());
        return send(requests.flags(at), ClientMessage.newBuilder().setRequestChunkFlags(request));
    }

    /** Asks to change a chunk under a new id; see the method below. */
    public CompletableFuture<EditAnswer> editChunk(
            ChunkPosition at, long baseRevision, String baseChecksum, String patch) {
        return editChunk(at, baseRevision, baseChecksum, patch, UUID.randomUUID().toString());
    }

    /**
     * Asks to change a chunk (role editor); the same id again gets the first result, on another
     * connection too.
     *
     * @param baseRevision revision the patch was made for
     * @param baseChecksum checksum of that revision; both must be the current ones
     * @param patch RFC 6902, at most 256 KiB and 4,096 operations
     * @param editId {@code [A-Za-z0-9_-]{1,64}}
     */
    public CompletableFuture<EditAnswer> editChunk(
            ChunkPosition at, long baseRevision, String baseChecksum, String patch, String editId) {
        var edit =
                RequestChunkEdit.newBuilder()
                        .setAt(at.toMessage())
                        .setBaseRevision(baseRevision)
                        .setBaseChecksum(baseChecksum)
                        .setPatch(ByteString.copyFromUtf8(patch))
                        .setEditId(editId);
        return send(requests.edit(editId), ClientMessage.newBuilder().setRequestChunkEdit(edit));
    }

    /** Asks for the stage's tick; how long the answer takes is the round trip. */
    public CompletableFuture<Long> ping() {
        long nonce = sequence.incrementAndGet();
        return send(
                requests.ping(nonce),
                ClientMessage.newBuilder().setPing(Ping.newBuilder().setNonce(nonce)));
    }

    /** Leaves and waits at most 2 s for the farewell. */
    @Override
    public void close() {
        leaving = true;
        if (closed == null
                && link.send(
                        ClientMessage.newBuilder().setLeave(Leave.getDefaultInstance()).build())) {
            awaitEnd(FAREWELL);
        }
        link.abort();
        awaitEnd(FAREWELL);
        http.shutdownNow();
    }

    private void open() {
        try {
            var _ =
                    http.newWebSocketBuilder()
                            .connectTimeout(options.limits().entryTimeout())
                            .subprotocols(SUBPROTOCOL, options.credential().subprotocol())
                            .buildAsync(options.socket(), link)
                            .join();
        } catch (CompletionException e) {
            http.shutdownNow();
            throw new StageException(unopened(e.getCause()));
        }
        Thread.ofPlatform().name("terrane-stage-" + options.stage()).daemon().start(this::run);
        link.send(
                ClientMessage.newBuilder()
                        .setHello(
                                Hello.newBuilder()
                                        .setProtocolVersion(PROTOCOL_VERSION)
                                        .setClientApp(options.clientApp())
                                        .setClientVersion(options.clientVersion())
                                        .setSpectator(options.spectator()))
                        .build());
        awaitEntry();
    }

    private void awaitEntry() {
        try {
            entered.get(options.limits().entryTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            http.shutdownNow();
            throw e.getCause() instanceof StageException refusal
                    ? refusal
                    : new IllegalStateException(e);
        } catch (TimeoutException _) {
            close();
            throw new StageException(
                    new CloseReason.Lost("no entry within " + options.limits().entryTimeout()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            close();
            throw new StageException(new CloseReason.Lost("interrupted while entering"));
        }
    }

    private static CloseReason unopened(@Nullable Throwable cause) {
        if (cause instanceof WebSocketHandshakeException handshake
                && handshake.getResponse() != null) {
            int status = handshake.getResponse().statusCode();
            if (status != 101) {
                return new CloseReason.UpgradeRefused(status);
            }
        }
        return new CloseReason.Lost(String.valueOf(cause));
    }

    private <A> CompletableFuture<A> send(
            CompletableFuture<A> answer, ClientMessage.Builder message) {
        if (!answer.isDone() && !link.send(message.build())) {
            answer.completeExceptionally(
                    new IllegalStateException("the outbound queue is full or the client closed"));
        }
        return answer;
    }

    /** The owner thread. */
    private void run() {
        CloseReason reason;
        try {
            reason = loop();
        } catch (ProtocolFaultException e) {
            reason = new CloseReason.ProtocolFault(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            reason = new CloseReason.Lost("interrupted");
        } catch (RuntimeException e) {
            reason = new CloseReason.ProtocolFault("the listener threw " + e);
        }
        finish(reason);
    }

    private CloseReason loop() throws InterruptedException {
        while (true) {
            Link.Inbound next =
                    link.poll(
                            Math.min(
                                    untilAck(),
                                    silence.untilNanos(link.heardNanos(), System.nanoTime())));
            switch (next) {
                case null -> {
                    if (isSilent()) {
                        return new CloseReason.Lost(
                                "nothing came for " + options.limits().silenceMax());
                    }
                }
                case Link.Inbound.Ended(CloseReason reason) -> {
                    return ended(reason);
                }
                case Link.Inbound.Message(ByteString bytes) -> receive(bytes);
            }
            acknowledge();
        }
    }

    private boolean isSilent() {
        return switch (silence.judge(link.heardNanos(), System.nanoTime())) {
            case WAIT -> false;
            case PING -> {
                link.ping();
                yield false;
            }
            case LOST -> true;
        };
    }

    private CloseReason ended(CloseReason reason) {
        CloseReason said = announced;
        if (said instanceof CloseReason.Dismissed dismissed
                && reason instanceof CloseReason.Closed close) {
            return new CloseReason.Dismissed(
                    close.closeCode(), dismissed.problem(), dismissed.message());
        }
        if (said != null) {
            return said;
        }
        return leaving ? new CloseReason.Left() : reason;
    }

    private void receive(ByteString bytes) {
        ServerMessage message;
        try {
            message = ServerMessage.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new ProtocolFaultException("a message that cannot be read: " + e.getMessage());
        }
        counters.message(message.getBodyCase(), bytes.size());
        boolean entering = !entered.isDone();
        switch (message.getBodyCase()) {
            case ACCEPTED -> {
                if (!entering) {
                    throw new ProtocolFaultException("accepted twice");
                }
                Entry entry = Entry.of(message.getAccepted());
                frames.enter(entry);
                entered.complete(entry);
            }
            case DECLINED ->
                    announced =
                            new CloseReason.Declined(
                                    Problem.of(message.getDeclined().getError()),
                                    message.getDeclined().getMessage());
            case GOODBYE ->
                    announced =
                            new CloseReason.Dismissed(
                                    0,
                                    Problem.of(message.getGoodbye().getError()),
                                    message.getGoodbye().getMessage());
            case CONTROL, STATE, EVENTS -> {
                if (entering) {
                    throw new ProtocolFaultException("a frame before entry");
                }
                frames.receive(message);
            }
            case PONG -> requests.answer(message.getPong());
            case CHUNK_DATA -> requests.answer(message.getChunkData());
            case CHUNK_EDIT_RESULT -> requests.answer(message.getChunkEditResult());
            case CHUNK_FLAGS -> requests.answer(message.getChunkFlags());
            case CHUNK_INVALIDATED -> {
                var changed = message.getChunkInvalidated();
                listener.onChunkInvalidated(
                        new ChunkInvalidation(
                                ChunkPosition.of(changed.getAt()),
                                changed.getRevision(),
                                changed.getChecksum(),
                                changed.getDeleted(),
                                changed.getGated()));
            }
            case CHUNK_EDIT_SETTLED -> {
                var settled = message.getChunkEditSettled();
                listener.onEditSettled(
                        new EditSettled(
                                ChunkPosition.of(settled.getAt()),
                                settled.getEditId(),
                                settled.getRevision(),
                                settled.getDurable()));
            }
            case BODY_NOT_SET -> {
                // A newer gateway may say more than this client knows; outside frames that is
                // harmless.
            }
        }
    }

    private long untilAck() {
        long interval = options.limits().ackInterval().toNanos();
        return frames.applied() == ackedFrame
                ? interval
                : Math.max(0, ackDueNanos - System.nanoTime());
    }

    private void acknowledge() {
        long now = System.nanoTime();
        long applied = frames.applied();
        if (applied == ackedFrame || now - ackDueNanos < 0) {
            return;
        }
        if (link.send(
                ClientMessage.newBuilder()
                        .setFrameAck(FrameAck.newBuilder().setFrame(applied))
                        .build())) {
            ackedFrame = applied;
            ackDueNanos = now + options.limits().ackInterval().toNanos();
        }
    }

    private void finish(CloseReason reason) {
        link.abort();
        frames.end(reason instanceof CloseReason.ProtocolFault);
        closed = reason;
        var failure = new StageException(reason);
        entered.completeExceptionally(failure);
        requests.fail(failure);
        try {
            listener.onClosed(reason);
        } finally {
            over.countDown();
        }
    }

    private void awaitEnd(Duration timeout) {
        try {
            var _ = over.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
