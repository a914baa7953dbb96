package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.Submission;
import dev.terrane.core.session.model.SessionId;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a session's boxes to the room as it is: by commands of the host's, all of a change in one
 * commit with the chunks they come from. Runs on the session's actor, except {@link #told}.
 */
final class RoomBinding {
    private static final Logger LOG = LoggerFactory.getLogger(RoomBinding.class);

    private final Surroundings surroundings;
    private final SessionId name;

    /** The room as it is now, or null while it was not told. */
    private volatile RoomColliders.@Nullable Colliders room;

    /** Whether the session may not have the room as it is now. */
    private final AtomicBoolean waiting = new AtomicBoolean();

    private List<RoomColliders.PinnedChunk> pinned = List.of();

    RoomBinding(Surroundings surroundings, SessionId name) {
        this.surroundings = surroundings;
        this.name = name;
    }

    /** The room changed. */
    void told(RoomColliders.Colliders now) {
        room = now;
        waiting.set(true);
    }

    /** The session stands again where it is durable; what was lost may have been a change. */
    void startFrom(List<RoomColliders.PinnedChunk> durable) {
        pinned = durable;
        waiting.set(true);
    }

    /** The chunks the boxes come from. */
    List<RoomColliders.PinnedChunk> pinned() {
        return pinned;
    }

    /** Whether {@link #apply} may have something to do. */
    boolean isWaiting() {
        return waiting.get();
    }

    /** Writes what changed into the session; tells why the session failed, or null. */
    @Nullable String apply(Session live, Outbox outbox, boolean bodiesWanted) {
        if (!waiting.getAndSet(false)) {
            return null;
        }
        // Read after the flag is down: a room told in between raises it again and is not lost.
        RoomColliders.Colliders now = room;
        if (now == null) {
            return null;
        }
        ColliderChange change;
        try {
            change = ColliderChange.between(live, pinned, now);
        } catch (IllegalStateException e) {
            LOG.error("session {} keeps its boxes: {}", name, e.getMessage());
            return null;
        }
        if (change.isEmpty()) {
            return null;
        }
        int refused = 0;
        for (int i = 0; i < change.operations().size(); i++) {
            switch (live.submitHost(change.ids().get(i), change.operations().get(i))) {
                case Submission.Answered answered -> {
                    refused += answered.receipt().isAccepted() ? 0 : 1;
                    outbox.add(live, null, answered, bodiesWanted);
                }
                case Submission.Refused(var reason, String detail) -> {
                    return reason + ": " + detail;
                }
                case Submission.Archived archived ->
                        throw new IllegalStateException("a host id in the clients' ledger");
                case Submission.HostRepeat repeat ->
                        throw new IllegalStateException("room behind its watermark: " + repeat);
            }
        }
        outbox.add(change.pins());
        pinned = now.pinned();
        surroundings.metrics().collidersChanged(change.operations().size(), refused);
        if (refused > 0) {
            LOG.error("session {} could not take {} boxes of its room", name, refused);
        }
        return null;
    }
}
