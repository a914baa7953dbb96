package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened since the last flush. Entities are in a list at most once, by a mark of their own;
 * those that went meanwhile are passed over.
 */
final class ChangeLog {
    private static final int UNSEEN_KEPT = 1_024;

    private final List<Entity> created = new ArrayList<>();
    private final List<Entity> changed = new ArrayList<>();
    private final List<Entity> moved = new ArrayList<>();
    private final List<KernelChanges.Gone> destroyed = new ArrayList<>();
    private final List<NumberChanges> touched = new ArrayList<>();
    private final DenseNumbers numbers = new DenseNumbers();
    private long flush = 1;
    private boolean telling;
    private long tellings;
    private int unseen;

    /** Number the next flush will have. */
    long flush() {
        return flush;
    }

    void created(Entity entity) {
        requireQuiet();
        entity.marks().created = true;
        entity.marks().number = numbers.acquire();
        created.add(entity);
    }

    void written(Entity entity, long index) {
        requireQuiet();
        if (entity.changes().mark(index, flush)) {
            changed.add(entity);
        }
    }

    /** Notes that rows or slots were touched for the first time since the last flush. */
    void touched(NumberChanges changes) {
        touched.add(changes);
    }

    void moved(Entity entity) {
        requireQuiet();
        if (!entity.marks().moved) {
            entity.marks().moved = true;
            moved.add(entity);
        }
    }

    void destroyed(Entity entity) {
        requireQuiet();
        if (entity.marks().created) {
            numbers.release(entity.marks().number);
            unseen++;
            forgetUnseen();
            return;
        }
        numbers.retire(entity.marks().number);
        destroyed.add(new KernelChanges.Gone(entity.guid(), entity.incarnation()));
    }

    /**
     * Lets go of those that came and went without a flush, when they are most of what is listed: a
     * kernel that is never flushed keeps what is alive and no more.
     */
    private void forgetUnseen() {
        if (unseen < UNSEEN_KEPT || unseen < created.size() / 2) {
            return;
        }
        created.removeIf(entity -> !entity.isLive());
        changed.removeIf(entity -> !entity.isLive());
        moved.removeIf(entity -> !entity.isLive());
        touched.removeIf(changes -> !changes.owner().isLive());
        unseen = 0;
    }

    /** Entries of all lists. */
    int size() {
        return created.size() + changed.size() + moved.size() + touched.size() + destroyed.size();
    }

    /** Tells everything and forgets it; when the listener throws, all of it is told again. */
    long tell(FlushListener listener) {
        requireQuiet();
        telling = true;
        tellings++;
        try {
            tellEntities(listener);
            tellRoots(created, listener);
            tellRoots(changed, listener);
            tellRoots(moved, listener);
        } finally {
            telling = false;
        }
        forget();
        return flush - 1;
    }

    // The loops count: an iterator for each would be the only thing a quiet flush allocates.

    private void tellEntities(FlushListener listener) {
        for (int i = 0; i < created.size(); i++) {
            if (created.get(i).isLive()) {
                listener.created(created.get(i));
            }
        }
        for (int i = 0; i < changed.size(); i++) {
            if (isKnown(changed.get(i))) {
                listener.changed(changed.get(i));
            }
        }
        for (int i = 0; i < moved.size(); i++) {
            if (isKnown(moved.get(i))) {
                listener.moved(moved.get(i));
            }
        }
        for (int i = 0; i < destroyed.size(); i++) {
            listener.destroyed(destroyed.get(i));
        }
    }

    private void tellRoots(List<Entity> entities, FlushListener listener) {
        for (int i = 0; i < entities.size(); i++) {
            if (entities.get(i).isLive()) {
                Entity root = entities.get(i).root();
                if (root.marks().rootTold != tellings) {
                    root.marks().rootTold = tellings;
                    listener.root(root);
                }
            }
        }
    }

    private void forget() {
        for (int i = 0; i < created.size(); i++) {
            created.get(i).marks().created = false;
        }
        for (int i = 0; i < moved.size(); i++) {
            moved.get(i).marks().moved = false;
        }
        for (int i = 0; i < changed.size(); i++) {
            changed.get(i).changes().clear();
        }
        for (int i = 0; i < touched.size(); i++) {
            touched.get(i).clear();
        }
        numbers.flushed();
        touched.clear();
        created.clear();
        changed.clear();
        moved.clear();
        destroyed.clear();
        unseen = 0;
        flush++;
    }

    private static boolean isKnown(Entity entity) {
        return entity.isLive() && !entity.marks().created;
    }

    /** Throws while a flush is being told. */
    void requireQuiet() {
        if (telling) {
            throw new IllegalStateException("a flush is being told");
        }
    }

    /** Which lists an entity is in, and its dense number. */
    static final class Marks {
        private int number;
        private boolean created;
        private boolean moved;
        private long rootTold;

        int number() {
            return number;
        }
    }
}
