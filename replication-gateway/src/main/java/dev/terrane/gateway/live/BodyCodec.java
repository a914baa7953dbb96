package dev.terrane.gateway.live;

import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.StreamBinding;

/**
 * Encodes the shared part of publications: no generation, no revision. A publication over a limit
 * of the codec is refused. For the stage's thread.
 */
public interface BodyCodec {
    /** The snapshot of a baseline. */
    Encoded<EncodedBody> encodeSnapshot(Publication.Baseline baseline, StreamBinding binding);

    /** The entity patch of a delta. */
    Encoded<EncodedBody> encodePatch(Publication.Delta delta, StreamBinding binding);
}
