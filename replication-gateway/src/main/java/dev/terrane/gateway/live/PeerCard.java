package dev.terrane.gateway.live;

/**
 * What peers know of each other.
 *
 * @param peerId number in the stage; 0 is the gateway
 * @param displayName name for people
 * @param spectator whether it only watches
 */
public record PeerCard(int peerId, String displayName, boolean spectator) {
    /** The gateway itself, which is peer 0 of every stage. */
    public static final PeerCard GATEWAY = new PeerCard(0, "gateway", true);
}
