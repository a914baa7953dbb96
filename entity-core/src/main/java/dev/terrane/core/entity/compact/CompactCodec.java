package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.ProjectionClass;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Baseline;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.PublicationCheck;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamBinding;
import java.util.function.Supplier;

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
     * The body of a baseline, or of a delta without containers; what does not fit the binding, the
     * limits or an empty frame is refused. A tombstone has no body: it travels as a removal.
     */
    public BodyResult encode(StreamBinding binding, Publication publication) {
        return switch (publication) {
            case Baseline baseline ->
                    encode(binding, baseline, () -> encoder.baseline(baseline.snapshot().root()));
            case Delta delta -> {
                if (!projection.children().isEmpty()) {
                    throw new IllegalArgumentException("children are told apart from a base");
                }
                yield encode(binding, delta, () -> encoder.patch(delta.root()));
            }
        };
    }

    /** The body of a delta that leads on from a base, which says what children are known. */
    public BodyResult encode(StreamBinding binding, Snapshot base, Delta delta) {
        return encode(binding, delta, () -> encoder.patch(delta.root(), base.root()));
    }

    private BodyResult encode(
            StreamBinding binding, Publication publication, Supplier<CompactBody> body) {
        if (!binding.schemaId().equals(projection.schemaId())
                || !binding.tree().equals(projection.tree())) {
            throw new IllegalArgumentException("the binding is of another projection class");
        }
        Refusal refusal =
                PublicationCheck.judge(binding, publication, limits.stream()).orElse(null);
        if (refusal != null) {
            return new BodyResult.Refused(refusal);
        }
        if (publication instanceof Delta delta && delta.removed()) {
            return new BodyResult.Refused(
                    new Refusal.Rejected(Reason.REMOVED, projection.layout().name()));
        }
        if (!limits.guidWidth().holds(binding.root().value())) {
            return new BodyResult.Refused(
                    new Refusal.Rejected(Reason.GUID_RANGE, "root " + binding.root()));
        }
        try {
            CompactBody made = body.get();
            Refusal why =
                    FrameWriter.refusal(
                            limits,
                            made.size(),
                            made.children().size(),
                            made.work(),
                            binding.root());
            return why == null ? new BodyResult.Encoded(made) : new BodyResult.Refused(why);
        } catch (CompactException e) {
            return new BodyResult.Refused(e.refusal());
        }
    }
}
