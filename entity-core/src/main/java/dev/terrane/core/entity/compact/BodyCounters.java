package dev.terrane.core.entity.compact;

/**
 * How many bodies were encoded, kept by the owner thread of the stage that counts here. {@code
 * shared} stays at or below changed roots × projection classes × bases in use.
 */
public final class BodyCounters {
    private long shared;
    private long deferred;
    private long baselines;

    /** Bodies encoded for every recipient of a class at a common base. */
    public long shared() {
        return shared;
    }

    /** Bodies encoded for one deferred, slow or resuming peer. */
    public long deferred() {
        return deferred;
    }

    /** Baseline bodies encoded. */
    public long baselines() {
        return baselines;
    }

    void countShared() {
        shared++;
    }

    void countDeferred() {
        deferred++;
    }

    void countBaseline() {
        baselines++;
    }
}
