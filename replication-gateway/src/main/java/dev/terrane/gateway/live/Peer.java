package dev.terrane.gateway.live;

import dev.terrane.core.entity.Guid;
import dev.terrane.gateway.live.PeerLink.ActionReply;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Everything a stage keeps for one connected peer. Owned by the stage's thread. */
final class Peer {
    /** Answers kept for repeated action ids. */
    private static final int REPLIES_MAX = 64;

    private final PeerCard card;
    private final Caller caller;
    private final Set<String> roles;
    private final PeerLink link;
    private final PeerChunks chunks;

    /** Streams by guid, in the order they were bound. */
    private final Map<Guid, PeerStream> streams = new LinkedHashMap<>();

    /** Entities not looked at yet for this peer. */
    private final Set<Guid> pending = new LinkedHashSet<>();

    private final Set<Guid> owned = new HashSet<>();
    private final Map<Guid, Long> generations = new HashMap<>();
    private final Map<ProjectionClass, Integer> layouts = new HashMap<>();
    private final Handles handles = new Handles();
    private final Map<String, ActionReply> replies =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, ActionReply> eldest) {
                    return size() > REPLIES_MAX;
                }
            };
    private long frame;
    private long contacts;

    Peer(PeerCard card, Caller caller, PeerLink link, PeerChunks chunks) {
        this.card = card;
        this.caller = caller;
        this.link = link;
        this.chunks = chunks;
        this.roles = effectiveRoles(caller);
    }

    /** Names of the roles a caller has; admin has all others but service. */
    static Set<String> effectiveRoles(Caller caller) {
        return Arrays.stream(Role.values())
                .filter(caller::has)
                .map(Role::wireName)
                .collect(Collectors.toUnmodifiableSet());
    }

    int id() {
        return card.peerId();
    }

    PeerCard card() {
        return card;
    }

    Caller caller() {
        return caller;
    }

    Set<String> roles() {
        return roles;
    }

    PeerLink link() {
        return link;
    }

    PeerChunks chunks() {
        return chunks;
    }

    Map<Guid, PeerStream> streams() {
        return streams;
    }

    Set<Guid> pending() {
        return pending;
    }

    Set<Guid> owned() {
        return owned;
    }

    Map<String, ActionReply> replies() {
        return replies;
    }

    /** Opens the next stream of an entity. */
    PeerStream open(Guid guid, RootStream root) {
        long generation = generations.merge(guid, 1L, Long::sum);
        PeerStream stream = new PeerStream(handles.take(), root, generation, root.revision());
        streams.put(guid, stream);
        root.addRecipient();
        return stream;
    }

    /** Frees a stream's handle after the frame that ends it. */
    void release(PeerStream stream) {
        handles.release(stream.handle());
    }

    /** Guids are not given twice: nothing more will be bound under this one. */
    void forget(Guid guid) {
        generations.remove(guid);
        pending.remove(guid);
        owned.remove(guid);
    }

    /** Number of a layout on this connection; announces it first when it is new. */
    int layoutNumber(ProjectionClass projection) {
        Integer known = layouts.get(projection);
        if (known != null) {
            return known;
        }
        int number = layouts.size() + 1;
        layouts.put(projection, number);
        link.layout(number, projection);
        return number;
    }

    long nextContact() {
        return ++contacts;
    }

    /** Sends what this tick collected for the peer, if anything. */
    void endFrame(long tick) {
        if (link.hasFrame()) {
            link.endFrame(++frame, tick);
        }
        handles.frameEnded();
    }
}
