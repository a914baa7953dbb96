package dev.terrane.session.hosting;

import dev.terrane.core.session.SessionInfo;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * A session as the store knows it: all durable.
 *
 * @param name its name
 * @param generation the life that now has the name
 * @param creation how the session began; the same for all its generations
 * @param state its life
 * @param fault why it failed, or null
 * @param paused whether its clock stands still
 * @param clock its clock, or null
 * @param room the room its boxes came from, or null
 * @param progress where it stands
 */
public record SessionRecord(
        SessionId name,
        Generation generation,
        Creation creation,
        State state,
        @Nullable String fault,
        boolean paused,
        @Nullable Clock clock,
        RoomColliders.@Nullable RoomName room,
        Progress progress) {

    /** Life of a session. */
    public enum State {
        RUNNING("running"),
        DISPOSED("disposed"),
        FAULTED("faulted");

        private final String column;

        State(String column) {
            this.column = column;
        }

        /** As it stands in the store. */
        public String column() {
            return column;
        }

        /** The state of that name. */
        public static State of(String column) {
            for (State state : values()) {
                if (state.column.equals(column)) {
                    return state;
                }
            }
            throw new IllegalArgumentException("not a session state: " + column);
        }
    }

    /**
     * How a session began. A session made under the name of one that was disposed has another.
     *
     * @param specHash hash of the request
     * @param generation the generation it began with; rollovers made all others
     */
    public record Creation(Hash specHash, Generation generation) {}

    /** Durable counters. */
    public record Progress(long revision, long stepIndex, int bodyCount, Hash digest) {}

    /** With its clock standing still or running. */
    SessionRecord withPaused(boolean standing) {
        return new SessionRecord(
                name, generation, creation, state, fault, standing, clock, room, progress);
    }

    /** Where it stands after a commit. */
    SessionRecord at(Progress durable) {
        return new SessionRecord(
                name, generation, creation, state, fault, paused, clock, room, durable);
    }

    /** Failed, if it lives: a fault told before and the end of its life stay. */
    public SessionRecord faulted(String reason) {
        if (state == State.DISPOSED || fault != null) {
            return this;
        }
        return new SessionRecord(
                name, generation, creation, State.FAULTED, reason, paused, clock, room, progress);
    }

    /** The next life of the same name, just begun. */
    SessionRecord nextLife(SessionInfo next) {
        return new SessionRecord(
                name,
                next.generation(),
                creation,
                State.RUNNING,
                null,
                paused,
                clock,
                room,
                new Progress(next.revision(), next.stepIndex(), next.bodies(), next.digest()));
    }
}
