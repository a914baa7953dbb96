package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Flags;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One peer's side of the stage protocol: what the stage says to it. Parts of a frame are collected
 * and leave together with {@link #endFrame}; everything else leaves at once. Called on the stage's
 * thread; never blocks.
 */
public interface PeerLink {
    /** The way out. */
    PeerChannel channel();

    /** Whether Accepted was sent, or is just being sent. For all threads. */
    boolean isAccepted();

    /** Grants entry; the first message. */
    void accepted(Entry entry);

    /** Refuses entry and closes. */
    void declined(TerraneException error);

    /** Says why, with the place and the limit if there is one, and closes with the error's code. */
    void goodbye(TerraneException error);

    /** Says why and closes with the error's code. */
    default void goodbye(ErrorCode error, String text) {
        goodbye(TerraneException.of(error, text).toException());
    }

    /** Says that the gateway restarts and closes with 1012. */
    void restarting();

    /** Answers a ping. */
    void pong(long nonce, long tick);

    /** Part of a frame: a stream ends. */
    void removal(int handle, RemovalReason reason);

    /** Part of a frame: a layout begins. */
    void layout(int number, ProjectionClass projection);

    /** Part of a frame: a stream begins. */
    void bind(Bind bind, EncodedBody snapshot);

    /** Part of a frame: a stream changes from a revision to the next. */
    void delta(StreamHead head, EncodedBody patch);

    /** Part of a frame: somebody came. */
    void peerJoined(PeerCard peer);

    /** Part of a frame: somebody left. */
    void peerLeft(int peerId);

    /** Part of a frame: the answer to an action. */
    void actionReply(ActionReply reply);

    /** Part of a frame: bytes of another peer. */
    void relay(int fromPeerId, byte[] payload);

    /** Part of a frame: what became of a relay. */
    void relayResult(String relayId, int delivered, @Nullable TerraneException error);

    /** Part of a frame: two entities met or parted; handle 0 is a static part of the map. */
    void contact(long number, ContactFact fact, int handleA, int handleB);

    /** Whether a frame has anything in it. */
    boolean hasFrame();

    /** Sends what was collected as one frame, or nothing when there is nothing. */
    void endFrame(long frame, long tick);

    /** Sends a chunk; without image when the client's cached one is current. */
    void chunkData(ChunkAt at, Served chunk, boolean withImage);

    /** Says why there is no chunk. */
    void chunkRefused(ChunkAt at, TerraneException error);

    /** Answers an edit. */
    void chunkEditResult(Edit edit, Edited result);

    /** Says what became of an edit that was answered as not durable. */
    void chunkEditSettled(ChunkAt at, String editId, Version version, boolean durable);

    /** Says that a held chunk has changed. */
    void chunkInvalidated(ChunkAt at, Version version, boolean deleted);

    /** Says that a held chunk may not be seen any more, and is not held any longer. */
    void chunkRevoked(ChunkAt at);

    /** Answers a question for flags. */
    void chunkFlags(ChunkAt at, Flags flags);

    /** Says why there are no flags. */
    void chunkFlagsRefused(ChunkAt at, TerraneException error);

    /**
     * What a peer is told when it is let in.
     *
     * @param self its own card
     * @param stage what it joined
     * @param tick tick at this moment
     * @param ownEntities network ids of its entities
     * @param peers everybody already here, the gateway first
     */
    record Entry(
            PeerCard self,
            StageFacts stage,
            long tick,
            List<Long> ownEntities,
            List<PeerCard> peers) {
        public Entry {
            ownEntities = List.copyOf(ownEntities);
            peers = List.copyOf(peers);
        }
    }

    /**
     * Names a stream and its step.
     *
     * @param handle the peer's handle
     * @param schemaId schema of the stream
     * @param generation how many streams of the guid the peer has been given
     * @param revision the peer's revision after the step; its baseline is 1
     */
    record StreamHead(int handle, String schemaId, long generation, long revision) {}

    /**
     * Opens a stream.
     *
     * @param head handle, generation and revision 1
     * @param layout number of the layout
     * @param guid identity of the entity
     * @param incarnation lifetime number of the identity in the stage generation, from 1
     * @param networkId network id of the entity
     * @param ownerPeerId peer that owns it; 0 for none
     */
    record Bind(
            StreamHead head,
            int layout,
            long guid,
            long incarnation,
            long networkId,
            int ownerPeerId) {}

    /**
     * The answer to an action.
     *
     * @param actionId id of the action
     * @param result result; empty when refused
     * @param error why it was refused
     */
    record ActionReply(String actionId, EncodedBody result, @Nullable TerraneException error) {}
}
