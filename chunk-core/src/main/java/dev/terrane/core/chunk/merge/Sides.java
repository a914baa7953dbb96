package dev.terrane.core.chunk.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Collects conflicts while one chunk is merged, and decides them. Used by one thread. */
final class Sides {
    private final Prefer prefer;
    private final int conflictsMax;
    private final List<Conflict> conflicts = new ArrayList<>();
    private int count;

    Sides(Prefer prefer, int conflictsMax) {
        this.prefer = prefer;
        this.conflictsMax = conflictsMax;
    }

    Prefer prefer() {
        return prefer;
    }

    List<Conflict> conflicts() {
        return conflicts;
    }

    int count() {
        return count;
    }

    /** The value of the side that changed; where both did, differently, the preferred one. */
    boolean takesTheirs(
            boolean oursIsBase, boolean theirsIsBase, boolean alike, Supplier<Conflict> conflict) {
        if (alike || theirsIsBase) {
            return false;
        }
        if (oursIsBase) {
            return true;
        }
        count++;
        if (conflicts.size() < conflictsMax) {
            conflicts.add(conflict.get());
        }
        return prefer == Prefer.THEIRS;
    }
}
