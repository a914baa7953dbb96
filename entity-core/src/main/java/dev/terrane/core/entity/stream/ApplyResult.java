package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Refusal;

/** What a replica did with a publication. */
public sealed interface ApplyResult {
    /**
     * The first baseline was installed, or a delta committed as a whole.
     *
     * @param revision the revision now current
     */
    record Applied(long revision) implements ApplyResult {}

    /**
     * The tombstone was applied; there is no state any more.
     *
     * @param revision the revision now current
     */
    record Removed(long revision) implements ApplyResult {}

    /**
     * Seen before; nothing changed.
     *
     * @param revision the revision that stays current
     */
    record Duplicate(long revision) implements ApplyResult {}

    /**
     * The replica hides its state for good. Recovery is a new binding with a new baseline.
     *
     * @param refusal why
     */
    record Rejected(Refusal refusal) implements ApplyResult {}
}
