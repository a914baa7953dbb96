package dev.terrane.session.web;

import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session as REST shows it; every number is durable.
 *
 * @param name its name
 * @param generation its life, 32 hex digits
 * @param firstGeneration the life it began with: rollovers keep it, a session made again under the
 *     name has another
 * @param state running, paused, disposed or faulted
 * @param fault why it failed
 * @param revision accepted commands
 * @param stepIndex accepted steps
 * @param bodyCount bodies, boxes included
 * @param clockHertz steps per second; 0 without a clock
 * @param world world of the room its boxes came from
 * @param room the room its boxes came from
 * @param pinnedChunks chunks its boxes came from; left out in lists
 * @param engine the solver
 * @param digest chained digest of its accepted commands
 */
record SessionDocument(
        String name,
        String generation,
        String firstGeneration,
        String state,
        @Nullable String fault,
        long revision,
        long stepIndex,
        int bodyCount,
        int clockHertz,
        @Nullable String world,
        @Nullable String room,
        @Nullable List<Pinned> pinnedChunks,
        String engine,
        String digest) {

    /** A chunk as it was when its tiles became boxes. */
    record Pinned(int cx, int cy, int cz, long revision, String checksum) {
        static Pinned of(RoomColliders.PinnedChunk chunk) {
            return new Pinned(
                    chunk.cx(), chunk.cy(), chunk.cz(), chunk.revision(), chunk.checksum());
        }
    }

    static String state(SessionView view) {
        return switch (view.state()) {
            case RUNNING -> view.paused() ? "paused" : "running";
            case DISPOSED -> "disposed";
            case FAULTED -> "faulted";
        };
    }

    static SessionDocument of(SessionView view, @Nullable List<RoomColliders.PinnedChunk> pinned) {
        Clock clock = view.clock();
        RoomColliders.RoomName room = view.room();
        return new SessionDocument(
                view.name().value(),
                view.generation().value(),
                view.firstGeneration().value(),
                state(view),
                view.fault(),
                view.progress().revision(),
                view.progress().stepIndex(),
                view.progress().bodyCount(),
                clock == null ? 0 : clock.hertz(),
                room == null ? null : room.world(),
                room == null ? null : room.room(),
                pinned == null ? null : pinned.stream().map(Pinned::of).toList(),
                view.engine(),
                view.progress().digest().toHex());
    }
}
