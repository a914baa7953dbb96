package dev.terrane.session.hosting;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.SoftStepWorld;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a session to the outside; every number is durable.
 *
 * @param name its name
 * @param generation its life
 * @param firstGeneration the life it began with; the others came by rollovers
 * @param state its life's state
 * @param fault why it failed, or null
 * @param paused whether its clock stands still
 * @param clock its clock, or null
 * @param room the room its boxes came from, or null
 * @param progress where it stands
 * @param engine the solver
 */
public record SessionView(
        SessionId name,
        Generation generation,
        Generation firstGeneration,
        SessionRecord.State state,
        @Nullable String fault,
        boolean paused,
        @Nullable Clock clock,
        RoomColliders.@Nullable RoomName room,
        SessionRecord.Progress progress,
        String engine) {

    /** A session as its record says. */
    static SessionView of(SessionRecord record) {
        return new SessionView(
                record.name(),
                record.generation(),
                record.creation().generation(),
                record.state(),
                record.fault(),
                record.paused(),
                record.clock(),
                record.room(),
                record.progress(),
                SoftStepWorld.ENGINE);
    }
}
