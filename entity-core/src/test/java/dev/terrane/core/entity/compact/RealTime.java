package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.Snapshot;
import java.util.Map;
import java.util.Set;

/**
 * What a real-time flush publishes, by comparing: values and rows of some members, of entities that
 * are where they were.
 *
 * @param members indices of the members with {@code real_time} by class
 */
record RealTime(Map<String, Set<Long>> members) {
    /** The earlier state with what may be published of the later one. */
    Snapshot overlay(Snapshot was, Snapshot is) {
        return new Snapshot(is.schemaId(), overlay(was.root(), is.root()));
    }

    private EntitySnapshot overlay(EntitySnapshot was, EntitySnapshot is) {
        Set<Long> published = members.getOrDefault(is.className(), Set.of());
        return new EntitySnapshot(
                is.guid(),
                is.incarnation(),
                is.className(),
                choose(was.fields(), is.fields(), published),
                choose(was.tables(), is.tables(), published),
                containers(was.containers(), is.containers()));
    }

    private IndexMap<ContainerSnapshot> containers(
            IndexMap<ContainerSnapshot> was, IndexMap<ContainerSnapshot> is) {
        var containers = new IndexMap.Builder<ContainerSnapshot>();
        for (int i = 0; i < was.size(); i++) {
            IndexMap<EntitySnapshot> now = is.valueAt(i).slots();
            var slots = new IndexMap.Builder<EntitySnapshot>();
            was.valueAt(i)
                    .slots()
                    .forEach((child, slot) -> slots.put(slot, child(child, now, slot)));
            containers.put(was.keyAt(i), new ContainerSnapshot(slots.build()));
        }
        return containers.build();
    }

    private EntitySnapshot child(EntitySnapshot was, IndexMap<EntitySnapshot> now, long slot) {
        EntitySnapshot is = now.find(slot).orElse(null);
        return is != null && is.guid().equals(was.guid()) && is.incarnation() == was.incarnation()
                ? overlay(was, is)
                : was;
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
