package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.stream.Replica;

/** One stream a receiver holds. Belongs to the receiver's owner thread. */
public final class BoundStream {
    private final Bind bind;
    private final Plan plan;
    private final Replica replica;
    private RowCounters counters;

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

    void count(RowCounters next) {
        counters = next;
    }
}
