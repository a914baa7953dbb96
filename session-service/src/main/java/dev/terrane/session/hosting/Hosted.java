package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.model.Generation;
import org.jspecify.annotations.Nullable;

/**
 * What a hosted session is at the moment. LOADING to LIVE when rebuilt from the store, to BROKEN
 * when that is impossible; LIVE to ROLLING while a rollover waits for the store, and back; LIVE or
 * ROLLING to LOADING when a commit failed; LIVE to BROKEN when the solver failed; any to GONE when
 * disposed or the service stops.
 *
 * <p>Owned by the session's actor, except {@link #standing}: all that others may know is one
 * immutable value, replaced as a whole, so that nobody sees half a change.
 */
final class Hosted {
    /** States of a hosted session. */
    enum Mode {
        LOADING,
        LIVE,
        ROLLING,
        BROKEN,
        GONE
    }

    private volatile SessionRecord standing;
    private Mode mode = Mode.LOADING;
    private @Nullable Session session;

    /** A session that is still to be loaded. */
    Hosted(SessionRecord stored) {
        this.standing = stored;
    }

    /** What is durable of it, and why it failed if it did. For all threads. */
    SessionRecord standing() {
        return standing;
    }

    Generation generation() {
        return standing.generation();
    }

    @Nullable String fault() {
        return standing.fault();
    }

    Mode mode() {
        return mode;
    }

    boolean isLive() {
        return mode == Mode.LIVE;
    }

    /** Whether requests are to wait for what comes next. */
    boolean isBetween() {
        return mode == Mode.LOADING || mode == Mode.ROLLING;
    }

    /** The session in memory, whatever its mode; null while nothing is. */
    @Nullable Session session() {
        return session;
    }

    /** The session if it may be changed now, otherwise null. */
    @Nullable Session live() {
        return mode == Mode.LIVE ? session : null;
    }

    /** So far it is durable now. */
    void advance(SessionRecord.Progress durable) {
        standing = standing.at(durable);
    }

    /** The clock stands still or runs; the store knows. */
    void setPaused(boolean paused) {
        standing = standing.withPaused(paused);
    }

    /** It was rebuilt from what is stored. */
    void loaded(SessionRecord stored, Session rebuilt) {
        session = rebuilt;
        standing = stored.withPaused(standing.paused());
        if (stored.state() == SessionRecord.State.DISPOSED) {
            mode = Mode.GONE;
        } else {
            mode = stored.fault() == null ? Mode.LIVE : Mode.BROKEN;
        }
    }

    /** It cannot be rebuilt from what is stored. */
    void unreadable(SessionRecord stored, String reason) {
        boolean over = stored.state() == SessionRecord.State.DISPOSED;
        standing = stored.withPaused(standing.paused()).faulted(reason);
        mode = over ? Mode.GONE : Mode.BROKEN;
    }

    /** It failed and stands still for good; what was judged before stays. */
    void breakDown(String reason) {
        standing = standing.faulted(reason);
        mode = Mode.BROKEN;
    }

    /** What is in memory is not what is durable: nothing is in memory any more. */
    void lose() {
        session = null;
        if (mode != Mode.GONE) {
            mode = Mode.LOADING;
        }
    }

    /** Nothing is judged until the store has the next generation. */
    void beginRollover() {
        mode = Mode.ROLLING;
    }

    /** The store has the next generation. */
    void rolledOver(SessionRecord next, Session first) {
        session = first;
        standing = next.withPaused(standing.paused());
        mode = Mode.LIVE;
    }

    /** It is hosted no more. */
    void end() {
        mode = Mode.GONE;
    }
}
