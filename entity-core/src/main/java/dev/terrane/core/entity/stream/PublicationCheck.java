package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Refusal;
import java.util.Optional;

/**
 * Judges what can be judged of a publication without a receiver's state: binding, envelope, members
 * and types, structure and limits. Whether it fits a receiver is {@link Replica#apply}'s business.
 */
public final class PublicationCheck {
    private PublicationCheck() {}

    /** Why the publication is refused; empty when it is not. */
    public static Optional<Refusal> judge(
            StreamBinding binding, Publication publication, StreamLimits limits) {
        try {
            switch (publication) {
                case Publication.Baseline baseline ->
                        SnapshotCheck.requireBaseline(binding, baseline, limits);
                case Publication.Delta delta -> PatchCheck.requireDelta(binding, delta, limits);
            }
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(e.refusal());
        }
    }
}
