package dev.terrane.session.web;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionInfo;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * A session's bodies for looking at; nothing restores from it.
 *
 * @param format always {@code terrane.world-state.v1}
 * @param session its name
 * @param generation its life
 * @param engine the solver
 * @param revision durable revision
 * @param stepIndex last durable step
 * @param seconds sum of the steps' lengths
 * @param bodies ascending by id, boxes included
 */
record WorldStateDocument(
        @Schema(example = WorldStateDocument.FORMAT) String format,
        @Schema(example = "arena") String session,
        String generation,
        String engine,
        @Schema(example = "128") long revision,
        @Schema(example = "120") long stepIndex,
        @Schema(example = "2.0") double seconds,
        List<BodyDocument> bodies) {
    static final String FORMAT = "terrane.world-state.v1";

    WorldStateDocument {
        bodies = List.copyOf(bodies);
    }

    static WorldStateDocument of(Session session) {
        SessionInfo info = session.info();
        List<BodyDocument> bodies = new ArrayList<>(info.bodies());
        session.forEachBody(body -> bodies.add(BodyDocument.of(body.toState())));
        return new WorldStateDocument(
                FORMAT,
                info.id().value(),
                info.generation().value(),
                session.origin().engine(),
                info.revision(),
                info.stepIndex(),
                info.seconds(),
                bodies);
    }
}
