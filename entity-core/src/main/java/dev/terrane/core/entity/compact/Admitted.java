package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import java.util.List;
import java.util.Map;

/** The children that were bound for one body, taken in order as the body shows them; one use. */
final class Admitted {
    private final List<BindChild> binds;
    private final Map<Integer, Plan> layouts;
    private int taken;

    Admitted(List<BindChild> binds, Map<Integer, Plan> layouts) {
        this.binds = binds;
        this.layouts = layouts;
    }

    List<BindChild> binds() {
        return binds;
    }

    /** Whether a child was bound with the projection class of a plan. */
    boolean isLayoutOf(BindChild bind, Plan plan) {
        Plan bound = layouts.get(bind.layout());
        return bound != null && bound.projection().equals(plan.projection());
    }

    /** The next child, which stands in that slot and must be seen there as it was bound. */
    Seen next(Plan owner, int container, long slot) {
        if (taken == binds.size()) {
            throw CompactException.rejected(Reason.UNKNOWN_CHILD, owner.location(container, slot));
        }
        BindChild bind = binds.get(taken);
        taken++;
        Plan seen = owner.findChild(container, bind.guid());
        Plan bound = layouts.get(bind.layout());
        if (seen == null || bound == null || !seen.projection().equals(bound.projection())) {
            throw CompactException.rejected(Reason.CHILD_HIDDEN, owner.location(container, slot));
        }
        return new Seen(bind, seen);
    }

    void requireAllSeen(int handle) {
        if (taken < binds.size()) {
            throw CompactException.rejected(
                    Reason.CHILD_UNSEEN, "handle " + handle + " guid " + binds.get(taken).guid());
        }
    }

    /**
     * A bound child in its place.
     *
     * @param bind who it is
     * @param plan how it is seen
     */
    record Seen(BindChild bind, Plan plan) {}
}
