package dev.terrane.gateway.live;

import dev.terrane.rpc.server.Caller;

/**
 * A peer asking for entry, its protocol version already judged.
 *
 * @param caller who
 * @param spectator whether it wants to watch only
 */
public record EntryRequest(Caller caller, boolean spectator) {}
