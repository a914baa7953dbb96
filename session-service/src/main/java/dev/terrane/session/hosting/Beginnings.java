package dev.terrane.session.hosting;

import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.PhysicsLimits;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Makes of a draft what the store keeps of a session that begins: the definition with the room's
 * boxes, under the limits of this service. For all threads; asks world-service for the room.
 */
final class Beginnings {
    private final HostingProperties properties;
    private final RoomColliders rooms;
    private final Supplier<Generation> generations;

    Beginnings(
            HostingProperties properties, RoomColliders rooms, Supplier<Generation> generations) {
        this.properties = properties;
        this.rooms = rooms;
        this.generations = generations;
    }

    /** Limits of what a session keeps. */
    SessionLimits limits() {
        SessionLimits usual = SessionLimits.DEFAULT;
        return new SessionLimits(
                properties.clientIdsMax(),
                usual.recentReceiptsMax(),
                usual.restingReceiptsMax(),
                usual.recentFactsMax(),
                usual.pendingRecordsMax());
    }

    /** The first generation of a session; a draft that cannot be one is refused. */
    SessionStore.NewSession of(SessionDraft draft) {
        RoomColliders.RoomName room = draft.room();
        RoomColliders.Colliders colliders =
                room == null ? RoomColliders.Colliders.NONE : rooms.fetch(room);
        SessionDefinition definition = define(draft, colliders);
        Session first = Session.create(definition, SessionLimits.DEFAULT);
        var record =
                new SessionRecord(
                        draft.name(),
                        definition.generation(),
                        new SessionRecord.Creation(draft.specHash(), definition.generation()),
                        SessionRecord.State.RUNNING,
                        null,
                        false,
                        draft.clock(),
                        room,
                        new SessionRecord.Progress(
                                0, 0, definition.bodies().size(), first.info().digest()));
        return new SessionStore.NewSession(
                record, new Bytes(DefinitionCodec.encode(definition)), colliders.pinned());
    }

    private SessionDefinition define(SessionDraft draft, RoomColliders.Colliders colliders) {
        List<BodyDefinition> bodies = new ArrayList<>(colliders.boxes());
        bodies.addAll(draft.bodies());
        PhysicsLimits usual = PhysicsLimits.DEFAULT;
        var limits =
                new PhysicsLimits(
                        properties.bodiesMax(),
                        properties.contactsMax(),
                        usual.coordinateMax(),
                        usual.lengthMax(),
                        usual.substepsMax(),
                        usual.fieldsMax(),
                        usual.stepSecondsMax());
        try {
            return new SessionDefinition(
                    draft.name(), generations.get(), draft.gravity(), limits, bodies);
        } catch (IllegalArgumentException e) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, String.valueOf(e.getMessage()))
                    .field("spec.bodies")
                    .cause(e)
                    .toException();
        }
    }
}
