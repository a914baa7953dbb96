package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * What happened in a kernel since the last drain, each list in the order of its first occurrence.
 * An entity created and destroyed in between is in none of them; one destroyed is in {@code
 * destroyed} only.
 *
 * @param created entities made
 * @param changed entities, not new, with members written
 * @param moved entities, not new, whose parent or slot was set; it may be what it was before
 * @param destroyed entities gone
 */
public record KernelChanges(
        List<Entity> created, List<Change> changed, List<Entity> moved, List<Gone> destroyed) {
    public KernelChanges {
        created = List.copyOf(created);
        changed = List.copyOf(changed);
        moved = List.copyOf(moved);
        destroyed = List.copyOf(destroyed);
    }

    /** Whether nothing happened. */
    public boolean isEmpty() {
        return created.isEmpty() && changed.isEmpty() && moved.isEmpty() && destroyed.isEmpty();
    }

    /**
     * One changed entity.
     *
     * @param entity the entity
     * @param members indices of fields, tables and containers written; the values may be what they
     *     were before
     */
    public record Change(Entity entity, SortedSet<Long> members) {}

    /**
     * One destroyed entity.
     *
     * @param guid its identity
     * @param incarnation its {@link Entity#incarnation}
     */
    public record Gone(Guid guid, long incarnation) {}

    /** Collects what a flush tells. */
    static final class Collector implements FlushListener {
        private final List<Entity> created = new ArrayList<>();
        private final List<Change> changed = new ArrayList<>();
        private final List<Entity> moved = new ArrayList<>();
        private final List<Gone> destroyed = new ArrayList<>();

        KernelChanges changes() {
            return new KernelChanges(created, changed, moved, destroyed);
        }

        @Override
        public void created(Entity entity) {
            created.add(entity);
        }

        @Override
        public void changed(Entity entity) {
            changed.add(new Change(entity, entity.dirtyMembers()));
        }

        @Override
        public void moved(Entity entity) {
            moved.add(entity);
        }

        @Override
        public void destroyed(Gone gone) {
            destroyed.add(gone);
        }

        @Override
        public void root(Entity root) {}
    }
}
