package dev.terrane.session.hosting;

import dev.terrane.core.session.physics.BodyDefinition;
import java.util.List;
import java.util.function.Consumer;

/** Reads a room's solid tiles from where rooms are kept. */
public interface RoomColliders {
    /** Prefix of the boxes' body ids; clients may not use it. */
    String BODY_PREFIX = "~tile:";

    /**
     * A room by name.
     *
     * @param world its world
     * @param room its name in that world
     */
    record RoomName(String world, String room) {}

    /** A chunk as it was when its tiles became boxes. */
    record PinnedChunk(int cx, int cy, int cz, long revision, String checksum) {}

    /** Boxes of the merged tiles and the chunks they came from. */
    record Colliders(List<BodyDefinition> boxes, List<PinnedChunk> pinned) {
        /** No room. */
        public static final Colliders NONE = new Colliders(List.of(), List.of());

        public Colliders {
            boxes = List.copyOf(boxes);
            pinned = List.copyOf(pinned);
        }
    }

    /** The colliders of a room. Waits for another service: never called on a session's thread. */
    Colliders fetch(RoomName room);

    /**
     * Tells the colliders of a room as they are now, soon, and again after each change of the room,
     * in order and never older than what {@link #fetch} gave before this call. Changes that follow
     * each other closely, or that were missed, may be told as one.
     *
     * @param onChange called by a thread of its own; must not wait
     * @return ends it
     */
    default Runnable follow(RoomName room, Consumer<Colliders> onChange) {
        return () -> {};
    }
}
