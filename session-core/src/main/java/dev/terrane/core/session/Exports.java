package dev.terrane.core.session;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionDefinition;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.core.session.model.WorldState;
import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyState;
import dev.terrane.core.session.physics.Defect;
import dev.terrane.core.session.physics.PhysicsWorld;
import java.util.ArrayList;
import java.util.List;

/** What leaves a session besides its own checkpoint. Reads only. */
final class Exports {
    private Exports() {}

    static WorldState worldState(SessionInfo info, SessionState.Origin origin, PhysicsWorld world) {
        List<WorldState.Seen> bodies =
                world.bodies().stream()
                        .map(body -> new WorldState.Seen(body.definition(), body.incarnation()))
                        .toList();
        List<WorldState.Episode> episodes = new ArrayList<>();
        world.forEachOpenContact(
                contact ->
                        episodes.add(
                                new WorldState.Episode(
                                        FactCollector.pairOf(contact),
                                        contact.startStep(),
                                        contact.ordinal())));
        return new WorldState(
                origin.id(),
                origin.generation(),
                origin.engine(),
                info.revision(),
                info.stepIndex(),
                info.seconds(),
                origin.gravity(),
                bodies,
                episodes);
    }

    /** The start of the next generation of a session whose last command was a step. */
    static Rollover definition(
            SessionState.Origin origin, PhysicsWorld world, double seconds, Generation next) {
        int[] open = {0};
        world.forEachOpenContact(contact -> open[0]++);
        if (open[0] > 0) {
            return new Rollover.Refused(Rollover.Reason.OPEN_CONTACTS, open[0] + " contacts");
        }
        List<BodyDefinition> bodies = new ArrayList<>(world.bodyCount());
        for (BodyState body : world.bodies()) {
            Defect defect = body.definition().defect(origin.limits());
            if (defect != null) {
                return new Rollover.Refused(
                        Rollover.Reason.OUT_OF_RANGE, "body " + body.id() + ": " + defect);
            }
            bodies.add(body.definition());
        }
        return new Rollover.Ready(
                new SessionDefinition(
                        origin.id(), next, origin.gravity(), origin.limits(), seconds, bodies));
    }
}
