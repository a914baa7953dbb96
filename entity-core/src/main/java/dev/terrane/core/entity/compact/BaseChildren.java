package dev.terrane.core.entity.compact;

import org.jspecify.annotations.Nullable;

/**
 * The children of one container as a base shows them, hidden ones too, by ascending slot. Used
 * again for each container.
 */
final class BaseChildren {
    private final ChangeSet.Slots changed = new ChangeSet.Slots();
    private @Nullable PublishedEntity owner;
    private int place;
    private int next;
    private int nextChanged;
    private long slot;

    /** Goes before the first. */
    void begin(PublishedEntity shown, int container, long base) {
        owner = shown;
        place = container;
        next = 0;
        nextChanged = 0;
        changed.clear();
        History history = shown.history();
        changed.addAll(history, shown.containerMember(container), history.firstAfter(base));
        changed.settle();
    }

    /** The next child; null after the last. */
    @Nullable PublishedChild next() {
        PublishedEntity shown = owner;
        if (shown == null) {
            throw new IllegalStateException("no container was begun");
        }
        PublishedContainer now = shown.container(place);
        PublishedChild child = null;
        while (child == null && (next < now.size() || nextChanged < changed.count())) {
            long other = nextChanged < changed.count() ? changed.numberAt(nextChanged) : 0;
            if (other == 0 || (next < now.size() && now.slotAt(next) < other)) {
                slot = now.slotAt(next);
                child = now.childAt(next);
                next++;
            } else {
                slot = other;
                child = shown.childBefore(place, other, changed.entryAt(nextChanged));
                next += next < now.size() && now.slotAt(next) == other ? 1 : 0;
                nextChanged++;
            }
        }
        return child;
    }

    /** Where the last child stood. */
    long slot() {
        return slot;
    }
}
