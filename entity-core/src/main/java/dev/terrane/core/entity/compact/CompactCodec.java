package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.PublicationCheck;
import dev.terrane.core.entity.stream.StreamBinding;

/**
 * Encodes publications of one projection class as bodies. Revision, generation and incarnations are
 * not in them: a receiver counts what the publisher counted. One owner thread.
 */
public final class CompactCodec {
    private final ProjectionClass projection;
    private final CompactLimits limits;
    private final BodyEncoder encoder;

    /** A codec for one projection class. */
    public CompactCodec(ProjectionClass projection, CompactLimits limits) {
        this.projection = projection;
        this.limits = limits;
        this.encoder = new BodyEncoder(new Plan(projection), limits);
    }

    /** The projection class. */
    public ProjectionClass projection() {
        return projection;
    }

    /**
     * The body of a baseline or delta; what does not fit the binding or the limits is refused. A
     * tombstone has no body: it travels as a removal.
     */
    public BodyResult encode(StreamBinding binding, Publication publication) {
        if (!binding.layout().equals(projection.layout())
                || !binding.schemaId().equals(projection.schemaId())) {
            throw new IllegalArgumentException("the binding is of another projection class");
        }
        Refusal refusal =
                PublicationCheck.judge(binding, publication, limits.stream()).orElse(null);
        if (refusal != null) {
            return new BodyResult.Refused(refusal);
        }
        try {
            return switch (publication) {
                case Baseline baseline ->
                        new BodyResult.Encoded(encoder.baseline(baseline.snapshot().root()));
                case Delta delta when delta.removed() ->
                        new BodyResult.Refused(
                                new Refusal.Rejected(Reason.REMOVED, projection.layout().name()));
                case Delta delta -> new BodyResult.Encoded(encoder.patch(delta.root()));
            };
        } catch (CompactException e) {
            return new BodyResult.Refused(e.refusal());
        }
    }
}
