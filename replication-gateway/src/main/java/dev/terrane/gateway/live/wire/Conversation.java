package dev.terrane.gateway.live.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.gateway.live.EntryRequest;
import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.live.PeerHandle;
import dev.terrane.gateway.live.PeerLink;
import dev.terrane.gateway.live.RateLimit;
import dev.terrane.gateway.live.StageDoor;
import dev.terrane.proto.stage.v1alpha1.Action;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.Hello;
import dev.terrane.proto.stage.v1alpha1.Relay;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection's side of the protocol, from the upgrade to its end. Messages come one at a time.
 *
 * <pre>
 * HELLO    waits for Hello; anything else, or nothing within 5 s, ends it
 * ENTERING the stage judges; further messages end it until Accepted was sent, then they wait
 * IN       messages go to the stage
 * GONE     everything is ignored
 * </pre>
 *
 * For all threads: the socket's, the timer's, the stage's.
 */
public final class Conversation {
    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

    /** Version of the stage protocol spoken here. */
    static final int PROTOCOL_VERSION = 1;

    /** Largest message of a client: a patch of 256 KiB with what is around it. */
    static final int MESSAGE_BYTES_MAX = (256 << 10) + (4 << 10);

    /** Ids of the client, and checksums. */
    private static final int WORD_BYTES_MAX = 64;

    private static final int APP_BYTES_MAX = 64;
    private static final int VERSION_BYTES_MAX = 32;
    private static final int EARLY_MAX = 64;

    private final String stageId;
    private final Caller caller;
    private final PeerLink link;
    private final StageDoor door;
    private final RateLimit rate;
    private State state = State.HELLO;
    private @Nullable PeerHandle peer;

    /** What the client said after Accepted was sent and before the stage had said so here. */
    private final Queue<ClientMessage> early = new ArrayDeque<>();

    /**
     * @param caller whose credential opened the socket
     * @param rate messages the client may send
     */
    public Conversation(
            String stageId, Caller caller, PeerLink link, StageDoor door, RateLimit rate) {
        this.stageId = stageId;
        this.caller = caller;
        this.link = link;
        this.door = door;
        this.rate = rate;
    }

    /** Takes one binary message of the client. */
    public synchronized void receive(byte[] bytes) {
        if (state == State.GONE) {
            return;
        }
        if (bytes.length > MESSAGE_BYTES_MAX) {
            tooLarge("a message", "messageBytes", bytes.length, MESSAGE_BYTES_MAX);
            return;
        }
        if (!rate.tryTake()) {
            end(
                    TerraneException.of(
                                    CommonError.RESOURCE_EXHAUSTED,
                                    "more than %d messages a second".formatted(rate.perSecond()))
                            .limit("messagesPerSecond", rate.perSecond(), rate.perSecond() + 1)
                            .toException());
            return;
        }
        ClientMessage message;
        try {
            message = ClientMessage.parseFrom(bytes);
        } catch (InvalidProtocolBufferException _) {
            violation("a message is no ClientMessage");
            return;
        }
        switch (state) {
            case HELLO -> hello(message);
            case ENTERING -> early(message);
            case IN -> dispatch(message);
            case GONE -> {}
        }
    }

    /** A text message, which the protocol has not. */
    public synchronized void receiveText() {
        if (state != State.GONE) {
            violation("text messages are not part of the protocol");
        }
    }

    /** The time for Hello is over. */
    public synchronized void helloTimeout() {
        if (state == State.HELLO) {
            end(StageError.ENTRY_TIMEOUT, "no Hello within 5 s");
        }
    }

    /** The socket is closed. */
    public synchronized void closed() {
        state = State.GONE;
        PeerHandle left = peer;
        peer = null;
        if (left != null) {
            left.left();
        }
    }

    private void hello(ClientMessage message) {
        if (!message.hasHello()) {
            violation("the first message must be Hello");
            return;
        }
        Hello hello = message.getHello();
        if (hello.getProtocolVersion() != PROTOCOL_VERSION) {
            decline(
                    TerraneException.of(
                                    StageError.PROTOCOL_VERSION,
                                    "this gateway speaks version 1 of the stage protocol")
                            .limit(
                                    "protocolVersion",
                                    PROTOCOL_VERSION,
                                    Integer.toUnsignedLong(hello.getProtocolVersion()))
                            .toException());
            return;
        }
        if (isTooLong("client_app", hello.getClientAppBytes(), APP_BYTES_MAX)
                || isTooLong("client_version", hello.getClientVersionBytes(), VERSION_BYTES_MAX)) {
            return;
        }
        state = State.ENTERING;
        // Who may only watch does not have to say so.
        boolean spectator = hello.getSpectator() || !caller.has(Role.PLAYER);
        var _ =
                door.open(stageId)
                        .thenCompose(stage -> enter(stage, new EntryRequest(caller, spectator)))
                        .whenComplete(
                                (handle, failure) -> {
                                    if (failure == null) {
                                        entered(handle);
                                    } else {
                                        failed(failure);
                                    }
                                });
    }

    /** Accepted leaves the stage's thread before its answer gets here; a client may be faster. */
    private void early(ClientMessage message) {
        if (!link.isAccepted()) {
            violation("a message came before Accepted");
        } else if (early.size() >= EARLY_MAX) {
            end(
                    TerraneException.of(
                                    CommonError.RESOURCE_EXHAUSTED,
                                    "more than %d messages came with the entry"
                                            .formatted(EARLY_MAX))
                            .limit("messagesWithEntry", EARLY_MAX, EARLY_MAX + 1L)
                            .toException());
        } else {
            early.add(message);
        }
    }

    private CompletableFuture<Optional<PeerHandle>> enter(LiveStage stage, EntryRequest request) {
        return stage.enter(request, link);
    }

    private synchronized void entered(Optional<PeerHandle> handle) {
        if (handle.isEmpty()) {
            state = State.GONE;
        } else if (state == State.GONE) {
            // The socket closed while the stage was judging.
            handle.get().left();
        } else {
            peer = handle.get();
            state = State.IN;
            while (!early.isEmpty()) {
                dispatch(early.remove());
            }
        }
    }

    private synchronized void failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof TerraneException refused) {
            decline(refused);
        } else {
            LOG.error("stage {} cannot be entered", stageId, cause);
            decline(
                    TerraneException.of(CommonError.INTERNAL, "the gateway failed")
                            .cause(cause)
                            .toException());
        }
    }

    private void dispatch(ClientMessage message) {
        PeerHandle in = peer;
        if (in == null) {
            return;
        }
        boolean taken =
                switch (message.getBodyCase()) {
                    case FRAME_ACK -> {
                        if (!link.channel().acknowledge(message.getFrameAck().getFrame())) {
                            violation("a frame is acknowledged that was never sent");
                        }
                        yield true;
                    }
                    case PING -> in.ping(message.getPing().getNonce());
                    case ACTION -> act(in, message.getAction());
                    case RELAY -> relay(in, message.getRelay());
                    case REQUEST_CHUNK -> chunk(in, message.getRequestChunk());
                    case REQUEST_CHUNK_EDIT -> edit(in, message.getRequestChunkEdit());
                    case REQUEST_CHUNK_FLAGS ->
                            in.requestChunkFlags(
                                    StageMessages.at(message.getRequestChunkFlags().getAt()));
                    case LEAVE -> {
                        closed();
                        link.channel().close(1000, "goodbye");
                        yield true;
                    }
                    case HELLO -> {
                        violation("Hello came twice");
                        yield true;
                    }
                    case BODY_NOT_SET -> {
                        violation("a message says nothing this gateway knows");
                        yield true;
                    }
                };
        if (!taken) {
            end(CommonError.RESOURCE_EXHAUSTED, "the stage has too much waiting");
        }
    }

    private static boolean act(PeerHandle in, Action action) {
        return in.act(action.getActionId(), action.getName(), action.getArgument().toByteArray());
    }

    private static boolean relay(PeerHandle in, Relay relay) {
        return in.relay(
                relay.getRelayId(), relay.getToPeerIdsList(), relay.getPayload().toByteArray());
    }

    private boolean chunk(PeerHandle in, RequestChunk request) {
        if (isTooLong("cached_checksum", request.getCachedChecksumBytes(), WORD_BYTES_MAX)) {
            return true;
        }
        return in.requestChunk(StageMessages.at(request.getAt()), request.getCachedChecksum());
    }

    private boolean edit(PeerHandle in, RequestChunkEdit request) {
        if (isTooLong("base_checksum", request.getBaseChecksumBytes(), WORD_BYTES_MAX)
                || isTooLong("edit_id", request.getEditIdBytes(), WORD_BYTES_MAX)) {
            return true;
        }
        // Who may not change chunks is told so; what it would have done is not kept for that.
        ByteString patch = caller.has(Role.EDITOR) ? request.getPatch() : ByteString.EMPTY;
        return in.requestChunkEdit(
                new Edit(
                        StageMessages.at(request.getAt()),
                        new Version(request.getBaseRevision(), request.getBaseChecksum()),
                        EncodedBody.owning(patch.toByteArray()),
                        request.getEditId()));
    }

    /** Whether a text is over its bound; the conversation has ended if so. */
    private boolean isTooLong(String field, ByteString text, int bytesMax) {
        if (text.size() <= bytesMax) {
            return false;
        }
        end(
                TerraneException.of(
                                StageError.PROTOCOL_VIOLATION,
                                "%s has %d bytes, %d are allowed"
                                        .formatted(field, text.size(), bytesMax))
                        .field(field)
                        .limit(field + "Bytes", bytesMax, text.size())
                        .toException());
        return true;
    }

    private void tooLarge(String what, String limit, long bytes, long bytesMax) {
        end(
                TerraneException.of(
                                CommonError.PAYLOAD_TOO_LARGE,
                                "%s has %d bytes, %d are allowed".formatted(what, bytes, bytesMax))
                        .limit(limit, bytesMax, bytes)
                        .toException());
    }

    private void violation(String text) {
        end(StageError.PROTOCOL_VIOLATION, text);
    }

    private void decline(TerraneException error) {
        state = State.GONE;
        link.declined(error);
    }

    private void end(ErrorCode error, String text) {
        end(TerraneException.of(error, text).toException());
    }

    private void end(TerraneException error) {
        link.goodbye(error);
        closed();
    }

    private enum State {
        HELLO,
        ENTERING,
        IN,
        GONE
    }
}
