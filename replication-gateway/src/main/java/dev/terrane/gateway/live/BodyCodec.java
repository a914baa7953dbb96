package dev.terrane.gateway.live;

import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.StreamBinding;

/**
 * Encodes the shared part of publications: no generation, no revision. For the stage's thread;
 * throws {@link IllegalStateException} when a publication is over a limit of the codec.
 */
public interface BodyCodec {
    /** The snapshot of a baseline. */
    EncodedBody encodeSnapshot(Publication.Baseline baseline, StreamBinding binding);

    /** The entity patch of a delta. */
    EncodedBody encodePatch(Publication.Delta delta, StreamBinding binding);
}
