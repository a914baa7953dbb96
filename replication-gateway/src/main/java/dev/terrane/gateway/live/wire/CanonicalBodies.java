package dev.terrane.gateway.live.wire;

import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.StreamBinding;
import dev.terrane.gateway.live.BodyCodec;
import dev.terrane.gateway.live.EncodedBody;
import dev.terrane.proto.entity.v1alpha1.NestedBaseline;
import dev.terrane.proto.entity.v1alpha1.NestedDelta;

/** Bodies of the canonical codec: the snapshot of a baseline, the root patch of a delta. */
public final class CanonicalBodies implements BodyCodec {
    private final CanonicalCodec codec = new CanonicalCodec(CodecLimits.defaults());

    @Override
    public Encoded<EncodedBody> encodeSnapshot(
            Publication.Baseline baseline, StreamBinding binding) {
        return switch (codec.toMessage(baseline, binding)) {
            case Encoded.Ok<NestedBaseline>(NestedBaseline message) ->
                    body(message.getSnapshot().toByteArray());
            case Encoded.Refused<NestedBaseline>(var refusal) -> new Encoded.Refused<>(refusal);
        };
    }

    @Override
    public Encoded<EncodedBody> encodePatch(Publication.Delta delta, StreamBinding binding) {
        return switch (codec.toMessage(delta, binding)) {
            case Encoded.Ok<NestedDelta>(NestedDelta message) ->
                    body(message.getRoot().toByteArray());
            case Encoded.Refused<NestedDelta>(var refusal) -> new Encoded.Refused<>(refusal);
        };
    }

    private static Encoded<EncodedBody> body(byte[] bytes) {
        return new Encoded.Ok<>(EncodedBody.owning(bytes));
    }
}
