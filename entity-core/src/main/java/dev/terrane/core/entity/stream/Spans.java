package dev.terrane.core.entity.stream;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import java.util.HashSet;
import java.util.Set;

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

    /**
     * The earlier state with some members as they are in the later one. Moves are seen whole or not
     * at all: when only one side of a move would be, all containers stay as they were.
     */
    public static Snapshot overlay(Snapshot base, Snapshot now, Set<Long> members) {
        EntitySnapshot was = base.root();
        EntitySnapshot is = now.root();
        return new Snapshot(
                now.schemaId(),
                new EntitySnapshot(
                        is.guid(),
                        is.incarnation(),
                        is.className(),
                        choose(was.fields(), is.fields(), members),
                        choose(was.tables(), is.tables(), members),
                        containers(was.containers(), is.containers(), members)));
    }

    private static IndexMap<ContainerSnapshot> containers(
            IndexMap<ContainerSnapshot> was, IndexMap<ContainerSnapshot> is, Set<Long> members) {
        IndexMap<ContainerSnapshot> chosen = choose(was, is, members);
        Set<Guid> staying = new HashSet<>();
        guids(is, staying);
        Set<Guid> before = new HashSet<>();
        guids(was, before);
        staying.retainAll(before);
        Set<Guid> seen = new HashSet<>();
        return guids(chosen, seen) && seen.containsAll(staying) ? chosen : was;
    }

    /** Collects the children at every depth; whether all of them differ. */
    private static boolean guids(IndexMap<ContainerSnapshot> containers, Set<Guid> guids) {
        boolean differ = true;
        for (ContainerSnapshot container : containers.values()) {
            for (EntitySnapshot child : container.slots().values()) {
                differ &= guids.add(child.guid());
                differ &= guids(child.containers(), guids);
            }
        }
        return differ;
    }

    private static <V> IndexMap<V> choose(IndexMap<V> was, IndexMap<V> is, Set<Long> members) {
        var chosen = new IndexMap.Builder<V>();
        for (int i = 0; i < is.size(); i++) {
            long index = is.keyAt(i);
            chosen.put(index, members.contains(index) ? is.valueAt(i) : was.valueAt(i));
        }
        return chosen.build();
    }
}
