package dev.terrane.support.web;

import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;

/**
 * A body was refused while it was read, for what it holds or for its size; carried as an
 * IOException through whoever reads it.
 */
final class RefusedBodyException extends IOException {
    private final transient TerraneException refusal;

    RefusedBodyException(TerraneException refusal) {
        super(refusal.getMessage());
        this.refusal = refusal;
    }

    TerraneException refusal() {
        return refusal;
    }
}
