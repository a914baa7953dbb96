package dev.terrane.support.web;

import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;

/** A body's stream went over its limit; carried as an IOException through whoever reads it. */
final class BodyTooLargeException extends IOException {
    private final transient TerraneException refusal;

    BodyTooLargeException(TerraneException refusal) {
        super(refusal.getMessage());
        this.refusal = refusal;
    }

    TerraneException refusal() {
        return refusal;
    }
}
