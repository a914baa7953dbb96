package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.Publication.ContainerChange;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who goes and who comes with a patch: children of the containers it replaces that are not the very
 * same in the same slot before and after, and all that is inside them. Whoever only moves is in
 * both.
 */
final class Moves {
    private final Map<Guid, EntitySnapshot> gone = new HashMap<>();
    private final Map<Guid, EntitySnapshot> come = new LinkedHashMap<>();
    private final List<EntitySnapshot> left = new ArrayList<>(0);
    private final List<Arrival> arrivals = new ArrayList<>(0);

    private Moves() {}

    /** A child that comes, with what is inside it: how it may be seen, and how deep it is. */
    private record Arrival(EntitySnapshot child, StreamLayout admitted, int depth) {}

    /**
     * What a patch moves.
     *
     * @param tree the layout of the root
     * @param before the state it is applied to, and fits
     * @param after the state it leads to; its children are of the layout, unjudged otherwise
     */
    static Moves between(
            StreamLayout tree, EntityPatch patch, EntitySnapshot before, EntitySnapshot after) {
        var moves = new Moves();
        moves.collect(tree, patch, before, after, 0);
        return moves;
    }

    /** Who was shown in those places, by guid. */
    Map<Guid, EntitySnapshot> gone() {
        return gone;
    }

    /** Who is shown there, owners before what is inside them. */
    Iterable<EntitySnapshot> come() {
        return come.values();
    }

    /** Whether somebody is shown there. */
    boolean comes(Guid guid) {
        return come.containsKey(guid);
    }

    /**
     * Judges those who come by themselves, and counts them and those who go.
     *
     * @param known who is in sight
     * @return the sums after them
     */
    StateSums judge(StateSums sums, StreamLimits limits, Lifetimes known) {
        if (left.isEmpty() && arrivals.isEmpty()) {
            return sums;
        }
        StateSums next = sums;
        for (EntitySnapshot child : left) {
            next = next.minus(StateSums.of(child));
        }
        var check = SnapshotCheck.ofParts(limits);
        for (Arrival arrival : arrivals) {
            check.requireEntity(arrival.admitted(), arrival.child(), arrival.depth());
        }
        for (Guid guid : come.keySet()) {
            if (known.isShown(guid) && !gone.containsKey(guid)) {
                throw RefusedException.rejected(Reason.DUPLICATE, "guid " + guid);
            }
        }
        return next.plus(check.sums());
    }

    private void collect(
            StreamLayout tree,
            EntityPatch patch,
            EntitySnapshot before,
            EntitySnapshot after,
            int depth) {
        for (int i = 0; i < patch.containers().size(); i++) {
            long index = patch.containers().keyAt(i);
            int position = tree.members().containers().positionOf(index);
            IndexMap<EntitySnapshot> was = before.containers().get(index).slots();
            IndexMap<EntitySnapshot> is = after.containers().get(index).slots();
            switch (patch.containers().valueAt(i)) {
                case ContainerChange.Replacement _ -> replace(tree, position, was, is, depth + 1);
                case ContainerChange.Patch(IndexMap<EntityPatch> children) -> {
                    for (int child = 0; child < children.size(); child++) {
                        long slot = children.keyAt(child);
                        EntitySnapshot old = was.get(slot);
                        collect(
                                admitted(tree, position, old),
                                children.valueAt(child),
                                old,
                                is.get(slot),
                                depth + 1);
                    }
                }
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // The same object is what did not change.
    private void replace(
            StreamLayout tree,
            int container,
            IndexMap<EntitySnapshot> was,
            IndexMap<EntitySnapshot> is,
            int depth) {
        int old = 0;
        for (int i = 0; i < is.size(); i++) {
            while (old < was.size() && was.keyAt(old) < is.keyAt(i)) {
                leave(was.valueAt(old));
                old++;
            }
            EntitySnapshot child = is.valueAt(i);
            boolean stays =
                    old < was.size() && was.keyAt(old) == is.keyAt(i) && was.valueAt(old) == child;
            if (stays) {
                old++;
            } else {
                arrivals.add(new Arrival(child, admitted(tree, container, child), depth));
                note(come, child);
            }
        }
        for (; old < was.size(); old++) {
            leave(was.valueAt(old));
        }
    }

    private void leave(EntitySnapshot child) {
        left.add(child);
        note(gone, child);
    }

    private static StreamLayout admitted(StreamLayout tree, int container, EntitySnapshot child) {
        StreamLayout layout = tree.findChild(container, child.guid());
        if (layout == null) {
            throw RefusedException.rejected(Reason.CHILD_HIDDEN, "guid " + child.guid());
        }
        return layout;
    }

    private static void note(Map<Guid, EntitySnapshot> shown, EntitySnapshot entity) {
        shown.put(entity.guid(), entity);
        for (ContainerSnapshot container : entity.containers().values()) {
            container.slots().values().forEach(child -> note(shown, child));
        }
    }
}
