package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.PeerChunks.Wanted;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.rpc.server.Role;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers peers' questions about chunks and tells holders of changes. Questions of one peer are
 * asked a few at a time, and only while it keeps up, so that neither it nor the world service is
 * flooded. Owned by the stage's thread.
 */
final class ChunkDesk {
    private static final Logger LOG = LoggerFactory.getLogger(ChunkDesk.class);

    private final Actor actor;
    private final StageIo io;
    private final boolean hasRoom;
    private final PeerChannel.Limits debtLimits;

    /** What flagged chunks of the room are flagged for, as far as events told. */
    private final Map<ChunkAt, Gate> gates = new HashMap<>();

    ChunkDesk(Actor actor, StageIo io, boolean hasRoom, PeerChannel.Limits debtLimits) {
        this.actor = actor;
        this.io = io;
        this.hasRoom = hasRoom;
        this.debtLimits = debtLimits;
    }

    void requestChunk(Peer peer, ChunkAt at, String cachedChecksum) {
        Optional<TerraneException> refusal = refusal();
        if (refusal.isEmpty()
                && peer.chunks().held().size() >= PeerChunks.HELD_MAX
                && !peer.chunks().held().containsKey(at)) {
            refusal =
                    Optional.of(
                            TerraneException.of(
                                            StageError.CHUNK_HOLD_LIMIT,
                                            "the peer holds 256 chunks already")
                                    .limit(
                                            "chunksHeldMax",
                                            PeerChunks.HELD_MAX,
                                            PeerChunks.HELD_MAX + 1L)
                                    .toException());
        }
        if (refusal.isEmpty() && !peer.chunks().enqueue(new Wanted.Image(at, cachedChecksum))) {
            refusal = Optional.of(tooMany());
        }
        if (refusal.isPresent()) {
            peer.link().chunkRefused(at, refusal.get());
            return;
        }
        // Held from now on: a change that happens while the image is on its way is not missed.
        peer.chunks().held().putIfAbsent(at, Version.UNKNOWN);
        pump(peer);
    }

    void requestEdit(Peer peer, Edit edit) {
        Optional<TerraneException> refusal = refusal();
        if (refusal.isEmpty() && !peer.caller().has(Role.EDITOR)) {
            refusal =
                    Optional.of(
                            TerraneException.of(
                                            CommonError.FORBIDDEN,
                                            "changing chunks takes role editor")
                                    .extra("roles", "editor, admin")
                                    .toException());
        }
        if (refusal.isEmpty() && !peer.chunks().enqueue(new Wanted.Change(edit))) {
            refusal = Optional.of(tooMany());
        }
        if (refusal.isPresent()) {
            peer.link().chunkEditResult(edit, Edited.refused(Version.UNKNOWN, refusal.get()));
            return;
        }
        pump(peer);
    }

    void requestFlags(Peer peer, ChunkAt at) {
        Optional<TerraneException> refusal = refusal();
        if (refusal.isEmpty() && !peer.chunks().enqueue(new Wanted.FlagsOf(at))) {
            refusal = Optional.of(tooMany());
        }
        if (refusal.isPresent()) {
            peer.link().chunkFlagsRefused(at, refusal.get());
            return;
        }
        pump(peer);
    }

    /** A chunk of the room has changed: everyone who holds an older revision is told. */
    void changed(ChunkAt at, Version version, boolean deleted, Collection<Peer> peers) {
        for (Peer peer : peers) {
            Version held = peer.chunks().held().get(at);
            if (held != null && held.revision() < version.revision()) {
                invalidate(peer, at, held, version, deleted);
            }
        }
    }

    /**
     * What a chunk is now, whatever was told before: everyone who holds another revision is told,
     * also a newer one, since a world that writes behind may lose its newest in a crash.
     */
    void restated(ChunkAt at, Version version, Collection<Peer> peers) {
        for (Peer peer : peers) {
            Version held = peer.chunks().held().get(at);
            if (held != null && !held.equals(version)) {
                invalidate(peer, at, held, version, false);
            }
        }
    }

    private static void invalidate(
            Peer peer, ChunkAt at, Version held, Version version, boolean deleted) {
        peer.chunks().held().put(at, version);
        // While the first image is on its way the peer has nothing to invalidate; see served().
        if (held.revision() > 0) {
            peer.link().chunkInvalidated(at, version, deleted);
        }
    }

    /** A chunk is flagged anew: who holds it and may not see it is told and holds it no longer. */
    void gated(ChunkAt at, Gate gate, Collection<Peer> peers) {
        if (gate.equals(Gate.OPEN)) {
            gates.remove(at);
            return;
        }
        gates.put(at, gate);
        for (Peer peer : peers) {
            if (admits(peer, gate)) {
                continue;
            }
            Version held = peer.chunks().held().get(at);
            // While the first image is on its way there is nothing to revoke yet; see served().
            if (held != null && held.revision() > 0) {
                peer.chunks().held().remove(at);
                peer.link().chunkRevoked(at);
            }
        }
    }

    private static boolean admits(Peer peer, Gate gate) {
        return peer.caller().admits(gate.severities(), gate.mature());
    }

    /**
     * Asks what waits, as far as the peer keeps up. Called when something was added or answered.
     */
    void pump(Peer peer) {
        while (!debtLimits.isCongested(peer.link().channel().debt())) {
            Optional<Wanted> next = peer.chunks().begin();
            if (next.isEmpty()) {
                return;
            }
            ask(peer, next.get());
        }
    }

    private void ask(Peer peer, Wanted wanted) {
        switch (wanted) {
            case Wanted.Image(ChunkAt at, String cached) ->
                    answer(
                            peer,
                            io.getChunk(at, peer.caller()),
                            chunk -> served(peer, at, cached, chunk),
                            error -> {
                                peer.chunks().held().remove(at);
                                peer.link().chunkRefused(at, error);
                            });
            case Wanted.Change(Edit edit) ->
                    answer(
                            peer,
                            io.editChunk(edit, peer.caller()),
                            result -> edited(peer, edit, result),
                            error -> edited(peer, edit, Edited.refused(Version.UNKNOWN, error)));
            case Wanted.FlagsOf(ChunkAt at) ->
                    answer(
                            peer,
                            io.getChunkFlags(at, peer.caller()),
                            flags -> peer.link().chunkFlags(at, flags),
                            error -> peer.link().chunkFlagsRefused(at, error));
        }
    }

    private void served(Peer peer, ChunkAt at, String cached, Served chunk) {
        if (!admits(peer, gates.getOrDefault(at, Gate.OPEN))) {
            // It was asked for before it was flagged.
            peer.chunks().held().remove(at);
            peer.link()
                    .chunkRefused(
                            at,
                            TerraneException.of(
                                            WorldError.CHUNK_GATED,
                                            "the chunk is flagged for more than your allowance")
                                    .toException());
            return;
        }
        Version held = peer.chunks().held().getOrDefault(at, Version.UNKNOWN);
        peer.link().chunkData(at, chunk, !chunk.version().checksum().equals(cached));
        if (held.revision() > chunk.version().revision()) {
            // It changed while the image was on its way.
            peer.link().chunkInvalidated(at, held, false);
        } else {
            peer.chunks().held().put(at, chunk.version());
        }
    }

    private void edited(Peer peer, Edit edit, Edited result) {
        if (result.error() == null) {
            // The editor learns of its own revision here, not by an invalidation.
            peer.chunks()
                    .held()
                    .computeIfPresent(
                            edit.at(),
                            (_, held) ->
                                    held.revision() < result.version().revision()
                                            ? result.version()
                                            : held);
        }
        peer.link().chunkEditResult(edit, result);
    }

    private <T> void answer(
            Peer peer,
            CompletableFuture<T> asked,
            Consumer<T> success,
            Consumer<TerraneException> refused) {
        var _ =
                asked.handle(
                        (result, failure) -> {
                            actor.post(
                                    () -> {
                                        peer.chunks().finished();
                                        if (failure == null) {
                                            success.accept(result);
                                        } else {
                                            refused.accept(refusalOf(failure));
                                        }
                                        pump(peer);
                                    });
                            return result;
                        });
    }

    private Optional<TerraneException> refusal() {
        if (hasRoom) {
            return Optional.empty();
        }
        return Optional.of(
                TerraneException.of(StageError.CHUNK_UNAVAILABLE, "this stage shows no room")
                        .toException());
    }

    /** The refusal behind a failed future; what is none becomes INTERNAL and is logged. */
    static TerraneException refusalOf(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof TerraneException refused) {
            return refused;
        }
        LOG.error("a question outside the stage failed", cause);
        return TerraneException.of(CommonError.INTERNAL, "the gateway failed")
                .cause(cause)
                .toException();
    }

    private static TerraneException tooMany() {
        return TerraneException.of(
                        CommonError.RESOURCE_EXHAUSTED, "256 chunk requests of this peer wait")
                .limit("chunkRequestsMax", PeerChunks.WAITING_MAX, PeerChunks.WAITING_MAX + 1L)
                .toException();
    }
}
