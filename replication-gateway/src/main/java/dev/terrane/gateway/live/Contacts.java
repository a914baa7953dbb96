package dev.terrane.gateway.live;

import dev.terrane.core.entity.Guid;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Tells peers of contacts: each only of those between entities it holds, or an entity it holds and
 * a static part of the map. Session ids never leave; a peer's facts are numbered for it alone.
 * Owned by the stage's thread.
 */
final class Contacts {
    private static final int NOT_HELD = -1;
    private static final int MAP = 0;

    private final BodyBinding bodies;

    Contacts(BodyBinding bodies) {
        this.bodies = bodies;
    }

    void tell(List<ContactFact> facts, Collection<Peer> peers) {
        for (ContactFact fact : facts) {
            for (Peer peer : peers) {
                int a = handle(peer, fact.a());
                int b = handle(peer, fact.b());
                if (a != NOT_HELD && b != NOT_HELD && (a != MAP || b != MAP)) {
                    peer.link().contact(peer.nextContact(), fact, a, b);
                }
            }
        }
    }

    private int handle(Peer peer, ContactFact.Side side) {
        Optional<Guid> guid = bodies.findEntity(side.bodyId());
        if (guid.isPresent()) {
            PeerStream stream = peer.streams().get(guid.get());
            return stream == null ? NOT_HELD : stream.handle();
        }
        return side.isStatic() ? MAP : NOT_HELD;
    }
}
