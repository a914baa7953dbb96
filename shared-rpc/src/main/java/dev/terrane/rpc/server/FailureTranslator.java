package dev.terrane.rpc.server;

import dev.terrane.rpc.error.TerraneException;
import java.util.Optional;

/**
 * Knows failures of the environment that a method may let through, a locked database say, and the
 * refusal each is answered with. What no translator knows is answered as INTERNAL.
 */
@FunctionalInterface
public interface FailureTranslator {
    /** The refusal this failure is answered with, if it is known; logs what the refusal hides. */
    Optional<TerraneException> translate(RuntimeException failure);
}
