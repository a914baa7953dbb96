package dev.terrane.session.hosting;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.physics.BodyState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A durable step.
 *
 * @param generation its session's life
 * @param stepIndex its index
 * @param revision revision after it
 * @param facts of the step and of mutations since the previous step, in order
 * @param bodies bodies after it, ascending by id; null when nobody wanted them
 */
public record StepResult(
        Generation generation,
        long stepIndex,
        long revision,
        List<ContactFact> facts,
        @Nullable List<BodyState> bodies) {
    public StepResult {
        facts = List.copyOf(facts);
    }
}
