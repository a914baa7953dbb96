package dev.terrane.gateway.live;

import dev.terrane.gateway.live.PeerLink.ActionReply;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What peers say to the stage and to each other: actions, each answered once by id, and relayed
 * bytes. Owned by the stage's thread.
 */
final class PeerTalk {
    static final int PAYLOAD_BYTES_MAX = 1024;
    static final int RECEIVERS_MAX = 64;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final EncodedBody NOTHING = EncodedBody.owning(new byte[0]);

    private final Map<Integer, Peer> peers;

    /**
     * @param peers the stage's peers by number, a live view
     */
    PeerTalk(Map<Integer, Peer> peers) {
        this.peers = peers;
    }

    /** Answers an action; an id seen before gets its first answer again. */
    void act(Peer peer, String actionId, String name, byte[] argument) {
        ActionReply reply = peer.replies().get(actionId);
        if (reply == null) {
            reply = perform(actionId, name, argument);
            if (ID.matcher(actionId).matches()) {
                peer.replies().put(actionId, reply);
            }
        }
        peer.link().actionReply(reply);
    }

    private static ActionReply perform(String actionId, String name, byte[] argument) {
        if (!ID.matcher(actionId).matches()) {
            return refused("", "an action id is 1..64 of [A-Za-z0-9_-]", "action_id");
        }
        if (argument.length > PAYLOAD_BYTES_MAX) {
            return new ActionReply(actionId, NOTHING, tooLong("argument", argument.length));
        }
        return switch (name) {
            case "terrane.ping" -> new ActionReply(actionId, EncodedBody.owning(argument), null);
            default ->
                    new ActionReply(
                            actionId,
                            NOTHING,
                            TerraneException.of(
                                            StageError.ACTION_UNKNOWN,
                                            "no action of this name is declared")
                                    .field("name")
                                    .toException());
        };
    }

    /** Queues bytes for other peers, once each, and tells the sender for how many. */
    void relay(Peer from, String relayId, List<Integer> to, byte[] payload) {
        if (!ID.matcher(relayId).matches()) {
            from.link()
                    .relayResult(
                            "", 0, invalid("a relay id is 1..64 of [A-Za-z0-9_-]", "relay_id"));
            return;
        }
        if (payload.length > PAYLOAD_BYTES_MAX) {
            from.link().relayResult(relayId, 0, tooLong("payload", payload.length));
            return;
        }
        if (to.size() > RECEIVERS_MAX) {
            from.link()
                    .relayResult(
                            relayId,
                            0,
                            TerraneException.of(
                                            StageError.ACTION_INVALID,
                                            "too many receivers are named")
                                    .field("to_peer_ids")
                                    .limit("relayReceiversMax", RECEIVERS_MAX, to.size())
                                    .toException());
            return;
        }
        int delivered = 0;
        for (int id : to.isEmpty() ? List.copyOf(peers.keySet()) : new TreeSet<>(to)) {
            Peer receiver = peers.get(id);
            if (receiver != null && receiver != from) {
                receiver.link().relay(from.id(), payload);
                delivered++;
            }
        }
        from.link().relayResult(relayId, delivered, null);
    }

    private static ActionReply refused(String actionId, String text, String field) {
        return new ActionReply(actionId, NOTHING, invalid(text, field));
    }

    private static TerraneException invalid(String text, String field) {
        return TerraneException.of(StageError.ACTION_INVALID, text).field(field).toException();
    }

    private static TerraneException tooLong(String field, int bytes) {
        return TerraneException.of(StageError.ACTION_INVALID, "the " + field + " is too long")
                .field(field)
                .limit(field + "BytesMax", PAYLOAD_BYTES_MAX, bytes)
                .toException();
    }
}
