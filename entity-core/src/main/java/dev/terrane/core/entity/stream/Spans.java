package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.stream.Publication.EntityPatch;

/** What lies between two states of one root in one projection class, however many flushes apart. */
public final class Spans {
    private Spans() {}

    /**
     * The changes that lead from one state to the other; empty when both are equal. Equals what the
     * deltas between them do one after the other, but says the last value once and nothing about
     * rows that came and went.
     */
    public static EntityPatch between(Snapshot base, Snapshot now) {
        return between(base.root(), now.root());
    }

    /** As {@link #between(Snapshot, Snapshot)} for one entity in one selection. */
    public static EntityPatch between(EntitySnapshot base, EntitySnapshot now) {
        return Differ.diff(base, now);
    }

    /**
     * The state of one entity after a patch that was made for it; rows and children the patch
     * requires must be there.
     */
    public static EntitySnapshot after(EntitySnapshot base, EntityPatch patch) {
        return Patcher.apply(base, patch);
    }
}
