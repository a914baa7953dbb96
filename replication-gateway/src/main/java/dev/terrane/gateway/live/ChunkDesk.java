package dev.terrane.gateway.live;

import dev.terrane.gateway.live.ChunkMessages.ChunkAt;
import dev.terrane.gateway.live.ChunkMessages.Edit;
import dev.terrane.gateway.live.ChunkMessages.Edited;
import dev.terrane.gateway.live.ChunkMessages.Gate;
import dev.terrane.gateway.live.ChunkMessages.Served;
import dev.terrane.gateway.live.ChunkMessages.Settled;
import dev.terrane.gateway.live.ChunkMessages.State;
import dev.terrane.gateway.live.ChunkMessages.Version;
import dev.terrane.gateway.live.PeerChunks.Unsettled;
import dev.terrane.gateway.live.PeerChunks.Wanted;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.rpc.server.Role;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /** Refusals that say nothing about the chunk. */
    private static final Set<ErrorCode> NOBODY_ANSWERED =
            Set.of(
                    CommonError.UNAVAILABLE,
                    CommonError.DEADLINE_EXCEEDED,
                    CommonError.RESOURCE_EXHAUSTED,
                    CommonError.INTERNAL);

    private final Actor actor;
    private final StageIo io;
    private final boolean hasRoom;
    private final PeerChannel.Limits debtLimits;

    ChunkDesk(Actor actor, StageIo io, boolean hasRoom, PeerChannel.Limits debtLimits) {
        this.actor = actor;
        this.io = io;
        this.hasRoom = hasRoom;
        this.debtLimits = debtLimits;
    }

    void requestChunk(Peer peer, ChunkAt at, String cachedChecksum) {
        Wanted wanted = new Wanted.Image(at, cachedChecksum);
        Optional<TerraneException> refusal = refusal();
        if (refusal.isEmpty() && !peer.chunks().hasRoomFor(at)) {
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
        refusal = refusal.or(() -> tooMuch(peer, wanted));
        if (refusal.isPresent()) {
            peer.link().chunkRefused(at, refusal.get());
            return;
        }
        // Known from now on: a change that happens while the image is on its way is not missed.
        peer.chunks().stand(at).imageAsked();
        peer.chunks().enqueue(wanted);
        pump(peer);
    }

    void requestEdit(Peer peer, Edit edit) {
        Wanted wanted = new Wanted.Change(edit);
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
        refusal = refusal.or(() -> tooMuch(peer, wanted));
        if (refusal.isPresent()) {
            peer.link().chunkEditResult(edit, Edited.refused(Version.UNKNOWN, refusal.get()));
            return;
        }
        peer.chunks().stand(edit.at()).editAsked();
        peer.chunks().enqueue(wanted);
        pump(peer);
    }

    void requestFlags(Peer peer, ChunkAt at) {
        Wanted wanted = new Wanted.FlagsOf(at);
        Optional<TerraneException> refusal = refusal().or(() -> tooMuch(peer, wanted));
        if (refusal.isPresent()) {
            peer.link().chunkFlagsRefused(at, refusal.get());
            return;
        }
        peer.chunks().enqueue(wanted);
        pump(peer);
    }

    /** A chunk of the room has changed: everyone who holds an older revision is told. */
    void changed(ChunkAt at, Version version, boolean deleted, Collection<Peer> peers) {
        for (Peer peer : peers) {
            ChunkStand stand = peer.chunks().find(at);
            if (stand != null && stand.changed(version, deleted) && stand.isHeld()) {
                tell(peer, at, stand);
            }
        }
    }

    /**
     * What a chunk is now, whatever was told before: everyone who holds another revision is told,
     * also a newer one, since a world may be restored from a backup, and one that writes behind may
     * lose its newest in a crash.
     */
    void restated(State now, Collection<Peer> peers) {
        gated(now.at(), now.gate(), peers);
        for (Peer peer : peers) {
            ChunkStand stand = peer.chunks().find(now.at());
            if (stand != null && stand.restate(now.version(), !now.exists()) && stand.isHeld()) {
                tell(peer, now.at(), stand);
            }
            settle(peer, peer.chunks().unsettledOf(now.at()));
        }
    }

    private static void tell(Peer peer, ChunkAt at, ChunkStand stand) {
        peer.link().chunkInvalidated(at, stand.now(), stand.isDeleted());
    }

    /** A chunk is flagged anew: who holds it and may not see it is told and holds it no longer. */
    void gated(ChunkAt at, Gate gate, Collection<Peer> peers) {
        for (Peer peer : peers) {
            ChunkStand stand = peer.chunks().find(at);
            if (stand == null) {
                continue;
            }
            // Kept for an image that was asked for before; see served().
            stand.flagged(gate);
            if (stand.isHeld() && !admits(peer, gate)) {
                revoke(peer, at, stand);
            }
        }
    }

    private static void revoke(Peer peer, ChunkAt at, ChunkStand stand) {
        stand.release();
        peer.chunks().tidy(at, stand);
        peer.link().chunkRevoked(at);
    }

    private static boolean admits(Peer peer, Gate gate) {
        return peer.caller().admits(gate.severities(), gate.mature());
    }

    /** All revisions of a chunk up to this one are on disk: who was told otherwise is told. */
    void durable(ChunkAt at, long revision, Collection<Peer> peers) {
        for (Peer peer : peers) {
            ChunkStand stand = peer.chunks().find(at);
            if (stand != null) {
                stand.durable(revision);
            }
            for (Unsettled edit : peer.chunks().unsettledOf(at)) {
                if (edit.version().revision() <= revision) {
                    settled(peer, edit, true);
                }
            }
        }
    }

    private static void settled(Peer peer, Unsettled edit, boolean durable) {
        if (peer.chunks().remove(edit)) {
            peer.link().chunkEditSettled(edit.at(), edit.editId(), edit.version(), durable);
        }
    }

    private void settle(Peer peer, List<Unsettled> edits) {
        if (!edits.isEmpty()) {
            peer.chunks().settle(edits);
            pump(peer);
        }
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
                            error -> refused(peer, at, error));
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
            case Wanted.Settlement(Unsettled edit) ->
                    answer(
                            peer,
                            io.findSettled(edit.at(), edit.version()),
                            found -> {
                                peer.chunks().settled(edit);
                                if (found != Settled.PENDING) {
                                    settled(peer, edit, found == Settled.DURABLE);
                                }
                            },
                            // Told with the next flush of the chunk, or when events are missed.
                            _ -> peer.chunks().settled(edit));
        }
    }

    private static void served(Peer peer, ChunkAt at, String cached, Served chunk) {
        ChunkStand stand = peer.chunks().stand(at);
        if (!admits(peer, stand.gate())) {
            // It was asked for before it was flagged.
            refused(
                    peer,
                    at,
                    TerraneException.of(
                                    WorldError.CHUNK_GATED,
                                    "the chunk is flagged for more than your allowance")
                            .toException());
            return;
        }
        peer.link().chunkData(at, chunk, !chunk.version().checksum().equals(cached));
        stand.hold();
        if (!stand.sent(chunk.version())) {
            // It changed while the image was on its way.
            tell(peer, at, stand);
        }
        stand.imageAnswered();
    }

    private static void refused(Peer peer, ChunkAt at, TerraneException error) {
        ChunkStand stand = peer.chunks().stand(at);
        stand.imageAnswered();
        // Whoever could not be asked has said nothing about what the peer holds.
        if (stand.isHeld() && !NOBODY_ANSWERED.contains(error.code())) {
            if (error.code() == WorldError.CHUNK_GATED) {
                peer.link().chunkRevoked(at);
            }
            stand.release();
        }
        peer.chunks().tidy(at, stand);
        peer.link().chunkRefused(at, error);
    }

    private void edited(Peer peer, Edit edit, Edited result) {
        ChunkStand stand = peer.chunks().stand(edit.at());
        peer.link().chunkEditResult(edit, result);
        boolean restated = stand.isRestated();
        if (result.error() == null) {
            // The editor learns of its own revision here, not by an invalidation.
            if (stand.isHeld() && !stand.sent(result.version()) && restated) {
                tell(peer, edit.at(), stand);
            }
            Unsettled made = new Unsettled(edit.editId(), edit.at(), result.version());
            if (result.durable()) {
                peer.chunks().remove(made);
            } else {
                peer.chunks().add(made);
                if (stand.isDurable(result.version().revision())) {
                    settled(peer, made, true);
                } else if (restated) {
                    settle(peer, List.of(made));
                }
            }
        }
        stand.editAnswered();
        peer.chunks().tidy(edit.at(), stand);
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

    private static Optional<TerraneException> tooMuch(Peer peer, Wanted wanted) {
        return peer.chunks()
                .refusal(wanted)
                .map(
                        over ->
                                TerraneException.of(
                                                CommonError.RESOURCE_EXHAUSTED,
                                                "too much of what this peer asked for waits")
                                        .limit(over.limit(), over.most(), over.actual())
                                        .toException());
    }
}
