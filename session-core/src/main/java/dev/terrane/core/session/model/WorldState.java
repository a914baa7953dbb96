package dev.terrane.core.session.model;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.Vec2;
import java.util.List;

/**
 * What can be seen of a session, {@code world-state v1}: for inspection and for moving bodies into
 * another tool. It lacks what a session needs to go on (impulses, waiting forces, the ledger), and
 * no restore accepts it.
 *
 * @param session its name
 * @param generation its life
 * @param engine solver that ran it
 * @param revision accepted commands
 * @param stepIndex accepted steps
 * @param seconds simulated time
 * @param gravity constant acceleration
 * @param bodies ascending by id
 * @param episodes open contacts, ascending by pair
 */
public record WorldState(
        SessionId session,
        Generation generation,
        String engine,
        long revision,
        long stepIndex,
        double seconds,
        Vec2 gravity,
        List<Seen> bodies,
        List<Episode> episodes) {
    public WorldState {
        bodies = List.copyOf(bodies);
        episodes = List.copyOf(episodes);
    }

    /** A body with its present motion. */
    public record Seen(BodyDefinition body, long incarnation) {}

    /**
     * An open contact.
     *
     * @param startStep step in which it began
     * @param ordinal number among the pair's episodes of that step
     */
    public record Episode(ContactFact.Pair pair, long startStep, int ordinal) {}
}
