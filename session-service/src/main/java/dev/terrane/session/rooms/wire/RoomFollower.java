package dev.terrane.session.rooms.wire;

import dev.terrane.session.hosting.RoomColliders.Colliders;
import dev.terrane.session.hosting.RoomColliders.RoomName;
import dev.terrane.support.telemetry.OutageLog;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Keeps one room's tiles as the world has them and tells its sessions the merged boxes. Events only
 * say what to read again, so an event that comes twice, late or not at all (then everything is read
 * again) does no harm. One platform thread from the first session to the last, because decoding a
 * chunk may call native code. Methods are for all threads.
 */
final class RoomFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RoomFollower.class);
    private static final long PAUSE_FIRST_MILLIS = 100;
    private static final long PAUSE_MAX_MILLIS = 5_000;

    private final long unreadPauseMillis;

    private final RoomName room;
    private final RoomReader reader;
    private final RoomTiles tiles = new RoomTiles();
    private final CopyOnWriteArrayList<Consumer<Colliders>> sessions = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private final Runnable unfollow;

    /** Chunks to read again; with {@code everything} the whole room is. */
    private final Set<RoomTiles.At> stale = new LinkedHashSet<>();

    /** Chunks that stay as they were because they cannot be read; only the thread's. */
    private final Set<RoomTiles.At> unread = new HashSet<>();

    private final Set<Consumer<Colliders>> untold = new HashSet<>();
    private boolean everything = true;
    private boolean closed;

    /** What one round reads, and whom it tells although nothing may have changed. */
    private record Work(
            boolean everything, Set<RoomTiles.At> chunks, List<Consumer<Colliders>> untold) {}

    /**
     * Follows until it is closed.
     *
     * @param unreadPause how long until chunks that cannot be read are asked for again: no event
     *     tells that one is healed at its revision
     */
    RoomFollower(
            RoomName room,
            RoomReader reader,
            WorldRoomColliders.RoomEvents events,
            Duration unreadPause) {
        this.unreadPauseMillis = unreadPause.toMillis();
        this.room = room;
        this.reader = reader;
        this.thread = Thread.ofPlatform().daemon().name("session-room-follower").start(this::run);
        this.unfollow = events.follow(room, this::changed, this::missed);
    }

    /** Tells this session too, after everything was read once more. */
    void add(Consumer<Colliders> session) {
        synchronized (this) {
            sessions.add(session);
            untold.add(session);
            everything = true;
            notifyAll();
        }
    }

    /** Tells it no more; true if nobody is left. */
    boolean remove(Consumer<Colliders> session) {
        synchronized (this) {
            sessions.remove(session);
            untold.remove(session);
            return sessions.isEmpty();
        }
    }

    private synchronized void changed(RoomTiles.At chunk) {
        stale.add(chunk);
        notifyAll();
    }

    private synchronized void missed() {
        everything = true;
        notifyAll();
    }

    private void run() {
        MDC.put("service", "session");
        OutageLog outage = new OutageLog(LOG, "room %s/%s".formatted(room.world(), room.room()));
        long pause = PAUSE_FIRST_MILLIS;
        try {
            while (true) {
                Work work = await();
                try {
                    serve(work);
                    pause = PAUSE_FIRST_MILLIS;
                    outage.good();
                } catch (RuntimeException e) {
                    outage.failed(e.toString());
                    putBack(work, pause);
                    pause = Math.min(pause * 2, PAUSE_MAX_MILLIS);
                }
            }
        } catch (InterruptedException closing) {
            LOG.debug("room {}/{} is followed no more", room.world(), room.room());
        }
    }

    private synchronized Work await() throws InterruptedException {
        while (!everything && stale.isEmpty() && !closed) {
            if (unread.isEmpty()) {
                wait();
            } else {
                wait(unreadPauseMillis);
                stale.addAll(unread);
            }
        }
        if (closed) {
            throw new InterruptedException("closed");
        }
        Work work = new Work(everything, Set.copyOf(stale), List.copyOf(untold));
        everything = false;
        stale.clear();
        untold.clear();
        return work;
    }

    private synchronized void putBack(Work work, long pauseMillis) throws InterruptedException {
        everything |= work.everything();
        stale.addAll(work.chunks());
        work.untold().stream().filter(sessions::contains).forEach(untold::add);
        long end = System.nanoTime() + pauseMillis * 1_000_000;
        long left = pauseMillis;
        // Events that come meanwhile do not shorten the pause.
        while (left > 0 && !closed) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
    }

    private void serve(Work work) {
        if (work.everything()) {
            note(reader.refresh(room, tiles), Set.copyOf(unread));
        } else {
            note(reader.refresh(room, work.chunks(), tiles), work.chunks());
        }
        List<Consumer<Colliders>> told = tiles.isChanged() ? sessions : work.untold();
        if (told.isEmpty()) {
            return;
        }
        Colliders colliders = tiles.merge();
        told.forEach(session -> session.accept(colliders));
    }

    /** Takes over what cannot be read of what was asked for, and says so once. */
    private void note(Set<RoomTiles.At> now, Set<RoomTiles.At> asked) {
        for (RoomTiles.At at : asked) {
            if (!now.contains(at) && unread.remove(at)) {
                LOG.info(
                        "room {}/{}: chunk {},{} is not unreadable any more",
                        room.world(),
                        room.room(),
                        at.cx(),
                        at.cy());
            }
        }
        for (RoomTiles.At at : now) {
            if (unread.add(at)) {
                LOG.error(
                        "room {}/{}: chunk {},{} is there and cannot be read; its boxes stay those"
                                + " of revision {}",
                        room.world(),
                        room.room(),
                        at.cx(),
                        at.cy(),
                        tiles.revision(at));
            }
        }
    }

    @Override
    public void close() {
        unfollow.run();
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.interrupt();
    }
}
