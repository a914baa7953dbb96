package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.stream.Publication;
import dev.terrane.core.entity.stream.Publication.Delta;
import dev.terrane.core.entity.stream.Replica;
import dev.terrane.core.entity.stream.Snapshot;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One stream a receiver holds. Belongs to the receiver's owner thread. */
public final class BoundStream {
    private final Bind bind;
    private final Plan plan;
    private final Replica replica;
    private RowCounters counters;
    private Map<Guid, BindChild> children = Map.of();

    BoundStream(Bind bind, Plan plan, Replica replica, RowCounters counters) {
        this.bind = bind;
        this.plan = plan;
        this.replica = replica;
        this.counters = counters;
    }

    /** What opened the stream. */
    public Bind bind() {
        return bind;
    }

    /** The state. */
    public Replica replica() {
        return replica;
    }

    Plan plan() {
        return plan;
    }

    RowCounters counters() {
        return counters;
    }

    /** Who the children of the state are, by guid; empty when there is no state. */
    public Map<Guid, BindChild> children() {
        return Collections.unmodifiableMap(children);
    }

    /** A publication was applied that took these numbers and was told of these children. */
    void settle(Publication applied, RowCounters next, List<BindChild> bound) {
        next.settle();
        counters = next;
        boolean stays = applied instanceof Delta delta && !delta.root().isReplacing();
        if (plan.isNested() && !stays) {
            children = shown(bound);
        }
    }

    private Map<Guid, BindChild> shown(List<BindChild> bound) {
        Snapshot state = replica.state().orElse(null);
        if (state == null) {
            return Map.of();
        }
        Map<Guid, BindChild> known = new HashMap<>(children);
        bound.forEach(child -> known.put(child.guid(), child));
        Map<Guid, BindChild> shown = new LinkedHashMap<>();
        for (Guid guid : KnownChildren.of(plan, state.root()).guids()) {
            BindChild child = known.get(guid);
            if (child == null) {
                throw new IllegalStateException("child " + guid + " was never bound");
            }
            shown.put(guid, child);
        }
        return shown;
    }
}
