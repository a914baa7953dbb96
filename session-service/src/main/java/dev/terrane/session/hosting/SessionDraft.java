package dev.terrane.session.hosting;

import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session is to be made from.
 *
 * @param name its name
 * @param specHash hash of the request, by which a retry is known
 * @param bodies bodies to begin with
 * @param gravity constant acceleration
 * @param room whose solid tiles become boxes, or null
 * @param clock its clock, or null for explicit steps only
 */
public record SessionDraft(
        SessionId name,
        Hash specHash,
        List<BodyDefinition> bodies,
        Vec2 gravity,
        RoomColliders.@Nullable RoomName room,
        @Nullable Clock clock) {
    public SessionDraft {
        bodies = List.copyOf(bodies);
    }
}
