package dev.terrane.gateway.live;

import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelChanges;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.stream.StreamLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns changes of the kernel into streams: which peer is bound to which entity, and what each is
 * told at a tick. A change is compared and encoded once for each projection class in use, whatever
 * the number of recipients. Owned by the stage's thread.
 */
final class Replication {
    private static final Logger LOG = LoggerFactory.getLogger(Replication.class);

    /** Baselines are paced: after this many bytes a frame takes no further one. */
    private static final int BASELINE_BYTES_PER_FRAME = 48 << 10;

    private static final Comparator<PeerStream> BY_HANDLE =
            Comparator.comparingInt(PeerStream::handle);

    private final Kernel kernel;
    private final Views views;
    private final BodyCodec codec;
    private final LongUnaryOperator networkIds;
    private final PeerChannel.Limits debtLimits;
    private final StreamLimits streamLimits;
    private final Map<Guid, Root> roots = new HashMap<>();

    Replication(
            Kernel kernel,
            Views views,
            StreamLimits streamLimits,
            BodyCodec codec,
            LongUnaryOperator networkIds,
            PeerChannel.Limits debtLimits) {
        this.kernel = kernel;
        this.views = views;
        this.streamLimits = streamLimits;
        this.codec = codec;
        this.networkIds = networkIds;
        this.debtLimits = debtLimits;
    }

    /** Takes a new entity in; it is bound at the next tick. */
    void added(Entity entity, int ownerPeerId) {
        Root root = new Root(entity, networkIds.applyAsLong(entity.guid().value()));
        root.ownerPeerId = ownerPeerId;
        roots.put(entity.guid(), root);
    }

    /** Lets everything be looked at for a new peer at the next tick. */
    void joined(Peer peer) {
        peer.pending().addAll(roots.keySet());
    }

    /** Forgets a peer and its streams. */
    void left(Peer peer) {
        peer.streams().forEach(this::unlink);
        peer.streams().clear();
        peer.pending().clear();
    }

    long networkId(Guid guid) {
        return root(guid).networkId;
    }

    int ownerPeerId(Guid guid) {
        return root(guid).ownerPeerId;
    }

    /** An entity has no owner any more; peers are bound anew and see it. */
    void disowned(Guid guid, Collection<Peer> peers) {
        root(guid).ownerPeerId = 0;
        for (Peer peer : peers) {
            Optional.ofNullable(peer.streams().get(guid)).ifPresent(PeerStream::markStale);
        }
    }

    /** Collects this tick's removals, binds and changes into the peers' frames. */
    void flush(Collection<Peer> peers) {
        KernelChanges changes = kernel.drainChanges();
        for (KernelChanges.Gone gone : changes.destroyed()) {
            remove(gone.guid(), peers, RemovalReason.DESTROYED);
        }
        for (Entity created : changes.created()) {
            peers.forEach(peer -> peer.pending().add(created.guid()));
        }
        List<Guid> changed = new ArrayList<>();
        for (KernelChanges.Change change : changes.changed()) {
            if (flushRoot(change.entity(), peers)) {
                changed.add(change.entity().guid());
            }
        }
        for (Peer peer : peers) {
            tell(peer, changed);
        }
    }

    private boolean flushRoot(Entity entity, Collection<Peer> peers) {
        Root root = root(entity.guid());
        boolean any = false;
        List<RootStream> ended = List.of();
        for (RootStream stream : root.streams.values()) {
            switch (stream.flush()) {
                case RootStream.Flushed.Unchanged() -> {}
                case RootStream.Flushed.Changed() -> any = true;
                case RootStream.Flushed.Refused(Refusal refusal) -> {
                    root.note(refusal);
                    ended = new ArrayList<>(ended);
                    ended.add(stream);
                }
            }
        }
        if (root.isHidden) {
            // It may fit by now: whoever does not see it is looked at again.
            root.isHidden = false;
            for (Peer peer : peers) {
                if (!peer.streams().containsKey(entity.guid())) {
                    peer.pending().add(entity.guid());
                }
            }
        }
        ended.forEach(stream -> beginAnew(root, stream, peers));
        return any;
    }

    /**
     * A change was more than a stream may say: its recipients are bound anew with the state or,
     * when that is too much as well, lose sight of the entity until it changes again.
     */
    private void beginAnew(Root root, RootStream stream, Collection<Peer> peers) {
        root.streams.remove(stream.projection(), stream);
        boolean fits = root.open(stream.projection(), streamLimits, codec).isPresent();
        Guid guid = root.entity.guid();
        for (Peer peer : peers) {
            PeerStream bound = peer.streams().get(guid);
            if (bound == null || bound.root() != stream) {
                continue;
            }
            if (fits) {
                bound.markStale();
            } else {
                peer.streams().remove(guid);
                end(peer, guid, bound, RemovalReason.LEFT);
            }
        }
    }

    private void tell(Peer peer, List<Guid> changed) {
        boolean congested = debtLimits.isCongested(peer.link().channel().debt());
        List<PeerStream> deltas = new ArrayList<>();
        for (Guid guid : changed) {
            PeerStream stream = peer.streams().get(guid);
            if (stream == null || !stream.root().hasPatch()) {
                continue;
            }
            if (congested) {
                // The latest value replaces what was missed once the peer has caught up.
                stream.markStale();
            } else if (!stream.isStale()) {
                deltas.add(stream);
            }
        }
        if (congested) {
            return;
        }
        rebindStale(peer);
        bindPending(peer);
        deltas.sort(BY_HANDLE);
        for (PeerStream stream : deltas) {
            peer.link().delta(stream.advance(), stream.root().patch());
        }
    }

    private void rebindStale(Peer peer) {
        Iterator<Map.Entry<Guid, PeerStream>> entries = peer.streams().entrySet().iterator();
        List<Guid> again = new ArrayList<>();
        while (entries.hasNext()) {
            Map.Entry<Guid, PeerStream> entry = entries.next();
            if (entry.getValue().isStale()) {
                entries.remove();
                end(peer, entry.getKey(), entry.getValue(), RemovalReason.REBOUND);
                again.add(entry.getKey());
            }
        }
        // Ahead of what was never bound: these were visible before.
        List<Guid> later = List.copyOf(peer.pending());
        peer.pending().clear();
        peer.pending().addAll(again);
        peer.pending().addAll(later);
    }

    private void bindPending(Peer peer) {
        int bytes = 0;
        List<Fresh> bound = new ArrayList<>();
        Iterator<Guid> pending = peer.pending().iterator();
        while (pending.hasNext() && bytes < BASELINE_BYTES_PER_FRAME) {
            Guid guid = pending.next();
            pending.remove();
            Root root = roots.get(guid);
            if (root == null) {
                continue;
            }
            Optional<ProjectionClass> projection =
                    views.find(
                            root.entity.layout().name(),
                            peer.roles(),
                            root.ownerPeerId == peer.id());
            if (projection.isEmpty()) {
                continue;
            }
            RootStream stream = root.streams.get(projection.get());
            if (stream == null) {
                stream = root.open(projection.get(), streamLimits, codec).orElse(null);
            }
            EncodedBody snapshot = stream == null ? null : root.snapshot(stream).orElse(null);
            if (stream != null && snapshot != null) {
                root.streams.put(projection.get(), stream);
                bytes += snapshot.size();
                bound.add(new Fresh(root, peer.open(guid, stream), snapshot));
            }
        }
        bound.sort(Comparator.comparingInt(fresh -> fresh.stream().handle()));
        for (Fresh fresh : bound) {
            RootStream stream = fresh.stream().root();
            peer.link()
                    .bind(
                            new PeerLink.Bind(
                                    fresh.stream().head(),
                                    peer.layoutNumber(stream.projection()),
                                    fresh.root().entity.guid().value(),
                                    stream.incarnation(),
                                    fresh.root().networkId,
                                    fresh.root().ownerPeerId),
                            fresh.snapshot());
        }
    }

    private void remove(Guid guid, Collection<Peer> peers, RemovalReason reason) {
        for (Peer peer : peers) {
            PeerStream stream = peer.streams().remove(guid);
            if (stream != null) {
                end(peer, guid, stream, reason);
            }
            peer.forget(guid);
        }
        roots.remove(guid);
    }

    private void end(Peer peer, Guid guid, PeerStream stream, RemovalReason reason) {
        peer.link().removal(stream.handle(), reason);
        peer.release(stream);
        unlink(guid, stream);
    }

    private void unlink(Guid guid, PeerStream stream) {
        Root root = roots.get(guid);
        if (stream.root().removeRecipient() && root != null) {
            root.streams.remove(stream.root().projection(), stream.root());
        }
    }

    private Root root(Guid guid) {
        Root root = roots.get(guid);
        if (root == null) {
            throw new IllegalStateException("entity " + guid + " is not on this stage");
        }
        return root;
    }

    /** One entity with its streams by projection class. */
    private static final class Root {
        private final Entity entity;
        private final long networkId;
        private final Map<ProjectionClass, RootStream> streams = new HashMap<>();

        private int ownerPeerId;

        /** Whether somebody who may see it does not, because it was over a limit of streams. */
        private boolean isHidden;

        private @Nullable Refusal noted;

        private Root(Entity entity, long networkId) {
            this.entity = entity;
            this.networkId = networkId;
        }

        /** A stream nobody receives yet; empty when the entity is over a limit of streams. */
        private Optional<RootStream> open(
                ProjectionClass projection, StreamLimits limits, BodyCodec codec) {
            return switch (RootStream.open(entity, projection, limits, codec)) {
                case RootStream.Opened.Open(RootStream stream) -> Optional.of(stream);
                case RootStream.Opened.Refused(Refusal refusal) -> hidden(refusal);
            };
        }

        /** What a stream begins with; empty when it is over a limit of the codec. */
        private Optional<EncodedBody> snapshot(RootStream stream) {
            return switch (stream.snapshot()) {
                case Encoded.Ok<EncodedBody>(EncodedBody body) -> Optional.of(body);
                case Encoded.Refused<EncodedBody>(Refusal refusal) -> hidden(refusal);
            };
        }

        private <T> Optional<T> hidden(Refusal refusal) {
            isHidden = true;
            note(refusal);
            return Optional.empty();
        }

        /** Says in the log once what it is over. */
        private void note(Refusal refusal) {
            if (!refusal.equals(noted)) {
                noted = refusal;
                LOG.warn("entity {} is over a limit of streams: {}", entity.guid(), refusal);
            }
        }
    }

    /** A stream that begins in this frame. */
    private record Fresh(Root root, PeerStream stream, EncodedBody snapshot) {}
}
