package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.NumberMap;
import org.jspecify.annotations.Nullable;

/**
 * Children of one container as they were published, and which slots may differ from the live ones.
 * Holds only children that some projection class of the root shows.
 */
final class PublishedContainer {
    private final NumberMap<PublishedChild> children = new NumberMap<>();
    private final PendingNumbers pending = new PendingNumbers();

    int size() {
        return children.size();
    }

    long slotAt(int position) {
        return children.keyAt(position);
    }

    PublishedChild childAt(int position) {
        return children.valueAt(position);
    }

    @Nullable PublishedChild find(long slot) {
        return children.find(slot);
    }

    /** Adds every slot with a child. */
    void addSlots(ChangeSet.Numbers list) {
        list.addAll(children);
    }

    /** About how many bytes its children take. */
    long bytes() {
        long bytes = 0;
        for (int i = 0; i < size(); i++) {
            bytes += childAt(i).bytes();
        }
        return bytes;
    }

    /** Slots that are to be looked at. */
    PendingNumbers pending() {
        return pending;
    }

    /** Sets or empties a slot. */
    void put(long slot, @Nullable PublishedChild child) {
        if (child == null) {
            children.remove(slot);
        } else {
            children.put(slot, child);
        }
    }
}
