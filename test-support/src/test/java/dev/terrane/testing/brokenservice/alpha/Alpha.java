package dev.terrane.testing.brokenservice.alpha;

/** Depends on the feature that depends on it. */
public final class Alpha {
    public Class<?> other() {
        return dev.terrane.testing.brokenservice.beta.Beta.class;
    }
}
