package dev.terrane.session.rooms.wire;

import dev.terrane.session.hosting.RoomColliders;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Rooms of world-service: read over RPC, followed over its event stream. Every followed room has
 * one follower, whichever number of sessions stand on it. For all threads.
 */
public final class WorldRoomColliders implements RoomColliders, AutoCloseable {
    private static final Duration UNREAD_PAUSE = Duration.ofSeconds(5);

    private final RoomReader reader;
    private final Duration unreadPause;
    private final RoomEvents events;
    private final Map<RoomName, RoomFollower> followers = new HashMap<>();
    private boolean closed;

    /** Where changes of a room are told. */
    interface RoomEvents {
        /**
         * Tells changes of a room from now on, over lost connections, until the result is run.
         *
         * @param onChunk a chunk changed or is gone
         * @param onMissed changes may have been missed
         */
        Runnable follow(RoomName room, Consumer<RoomTiles.At> onChunk, Runnable onMissed);
    }

    WorldRoomColliders(RoomChunks chunks, RoomEvents events) {
        this(chunks, events, UNREAD_PAUSE);
    }

    /** With another pause until chunks that cannot be read are asked for again. */
    WorldRoomColliders(RoomChunks chunks, RoomEvents events, Duration unreadPause) {
        this.unreadPause = unreadPause;
        this.reader = new RoomReader(chunks);
        this.events = events;
    }

    @Override
    public Colliders fetch(RoomName room) {
        RoomTiles tiles = new RoomTiles();
        reader.refresh(room, tiles);
        return tiles.merge();
    }

    @Override
    public Runnable follow(RoomName room, Consumer<Colliders> onChange) {
        synchronized (followers) {
            if (closed) {
                return () -> {};
            }
            RoomFollower follower =
                    followers.computeIfAbsent(
                            room, name -> new RoomFollower(name, reader, events, unreadPause));
            follower.add(onChange);
        }
        return () -> leave(room, onChange);
    }

    private void leave(RoomName room, Consumer<Colliders> onChange) {
        RoomFollower ended = null;
        synchronized (followers) {
            RoomFollower follower = followers.get(room);
            if (follower != null && follower.remove(onChange)) {
                ended = followers.remove(room);
            }
        }
        if (ended != null) {
            ended.close();
        }
    }

    @Override
    public void close() {
        Map<RoomName, RoomFollower> all;
        synchronized (followers) {
            closed = true;
            all = Map.copyOf(followers);
            followers.clear();
        }
        all.values().forEach(RoomFollower::close);
    }
}
