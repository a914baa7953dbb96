package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.Snapshot;
import dev.terrane.core.entity.stream.StreamLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Children that left their place with the publication that is being made, and what receivers
 * remember of them. A receiver remembers of every entity it was ever shown the entity, its tables
 * and the rows it saw last; how many those are depends on the flushes it was sent, so the most
 * there ever were is counted. The count follows from what the class shows alone: nothing that is
 * hidden from it moves it.
 */
final class Departed {
    /** Longer lists are given up. */
    private static final int KEPT = 256;

    private List<PublishedChild> children = new ArrayList<>(0);

    /** Notes a child that was told of before and stands there no more. */
    void add(PublishedChild child) {
        children.add(child);
    }

    void clear() {
        if (children.size() > KEPT) {
            children = new ArrayList<>(0);
        } else if (!children.isEmpty()) {
            children.clear();
        }
    }

    /** What a class remembers of them at most, beyond its state after they left. */
    long lifetimes(PublishedTree tree, ColumnPlan plan) {
        long lifetimes = 0;
        for (int i = 0; i < children.size(); i++) {
            PublishedChild was = children.get(i);
            ColumnPlan seen = PublishedTree.planOf(plan, was);
            if (seen != null) {
                lifetimes += lifetimes(tree, plan, was, seen);
            }
        }
        return lifetimes;
    }

    private static long lifetimes(
            PublishedTree tree, ColumnPlan plan, PublishedChild was, ColumnPlan seen) {
        PublishedChild now = tree.findChild(was.entity());
        ColumnPlan seenNow = now == null ? null : PublishedTree.planOf(plan, now);
        // Elsewhere in the view it is part of the state; whoever is behind may remember more rows.
        boolean stays = seenNow != null && seenNow.projection().equals(seen.projection());
        long lifetimes = stays ? 0 : 1L + seen.tableCount();
        for (int i = 0; i < seen.tableCount(); i++) {
            int place = seen.tablePlace(i);
            int most = was.table(place).most();
            lifetimes += stays && now != null ? Math.max(0, most - now.table(place).size()) : most;
        }
        return lifetimes;
    }

    /** What a class remembers of the state of an entity and all it shows inside it. */
    static long lifetimesIn(PublishedEntity entity, ColumnPlan plan) {
        long lifetimes = 1L + plan.tableCount();
        for (int i = 0; i < plan.tableCount(); i++) {
            lifetimes += entity.table(plan.tablePlace(i)).size();
        }
        for (int i = 0; i < plan.containerCount(); i++) {
            PublishedContainer container = entity.container(plan.containerPlace(i));
            for (int at = 0; at < container.size(); at++) {
                PublishedChild child = container.childAt(at);
                ColumnPlan seen = plan.findChild(i, child.entity().guid());
                lifetimes += seen == null ? 0 : lifetimesIn(child, seen);
            }
        }
        return lifetimes;
    }

    /** Refuses a state that is more than a receiver may remember. */
    static Optional<Refusal> requireLifetimes(Snapshot state, StreamLimits limits) {
        long lifetimes = lifetimesIn(state.root());
        return lifetimes <= limits.lifetimeEntriesMax()
                ? Optional.empty()
                : Optional.of(
                        new Refusal.OverLimit(
                                Refusal.Limit.LIFETIME_ENTRIES,
                                limits.lifetimeEntriesMax(),
                                lifetimes,
                                state.root().className()));
    }

    private static long lifetimesIn(EntitySnapshot entity) {
        long lifetimes = 1;
        for (EntitySnapshot.TableSnapshot table : entity.tables().values()) {
            lifetimes += 1L + table.rows().size();
        }
        for (EntitySnapshot.ContainerSnapshot container : entity.containers().values()) {
            for (EntitySnapshot child : container.slots().values()) {
                lifetimes += lifetimesIn(child);
            }
        }
        return lifetimes;
    }
}
