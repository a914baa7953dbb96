package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.Peer;

/**
 * Someone connected to the stage.
 *
 * @param peerId number in the stage; 0 is the gateway
 * @param name name for people
 * @param spectator whether it only watches
 */
public record StagePeer(int peerId, String name, boolean spectator) {
    static StagePeer of(Peer peer) {
        return new StagePeer(peer.getPeerId(), peer.getDisplayName(), peer.getSpectator());
    }
}
