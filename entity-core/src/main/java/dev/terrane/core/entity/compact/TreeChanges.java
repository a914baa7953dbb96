package dev.terrane.core.entity.compact;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one projection class shows of the changes of a root, and of all that is inside it, since a
 * base. Looks only at entities whose history has entries since then and at those they are inside
 * of. Used again for each body; one owner thread.
 *
 * <p>Only a child that comes from another place of the base needs more: its ordinal is a count of
 * the children that the base shows.
 */
final class TreeChanges {
    /** More sets than these are given up when the next body is made. */
    private static final int KEPT = 256;

    private final List<ChangeSet> sets = new ArrayList<>();
    private final List<BaseChildren> walked = new ArrayList<>();
    private final List<PublishedChild> gone = new ArrayList<>();
    private int used;
    private int depth;
    private long body;
    private long base;
    private @Nullable PublishedRoot root;
    private @Nullable ColumnPlan plan;
    private boolean counted;

    /** Collects; null when the class sees no change. */
    @Nullable ChangeSet collect(PublishedRoot from, ColumnPlan seenAs, long since) {
        body++;
        base = since;
        root = from;
        plan = seenAs;
        counted = false;
        gone.clear();
        if (sets.size() > KEPT) {
            sets.subList(KEPT, sets.size()).clear();
        }
        used = 0;
        depth = 0;
        if (!seenAs.isNested()) {
            touch(from);
        } else {
            Journal journal = from.tree().journal();
            for (int i = journal.firstAfter(since); i < journal.size(); i++) {
                if (journal.entityAt(i).isLinked()) {
                    touch(journal.entityAt(i));
                }
            }
        }
        return compare(from, from, seenAs);
    }

    /**
     * Whether the base shows this entity in such a class, wherever; then {@link
     * PublishedChild#ordinal} is its number.
     */
    boolean isKnown(PublishedChild child, ColumnPlan seenAs) {
        if (!counted && isAnyStillThere()) {
            counted = true;
            count(require(root), require(plan), 0);
        }
        return counted && child.findBase(body, seenAs) != null;
    }

    /** What changed of a known child; null when nothing did. */
    @Nullable ChangeSet compareKnown(PublishedChild child, ColumnPlan seenAs) {
        return compare(require(child.findBase(body, seenAs)), child, seenAs);
    }

    /** Notes that something in an entity changed, and so in those it is inside of. */
    private ChangeSet touch(PublishedEntity changed) {
        ChangeSet set = noted(changed);
        if (set == null) {
            set = allot(changed);
            if (changed instanceof PublishedChild child) {
                touch(child.owner()).slots(child.container()).add(child.slot());
            }
        }
        return set;
    }

    private @Nullable ChangeSet noted(PublishedEntity changed) {
        int place = changed.changesAt(body);
        return place < 0 ? null : sets.get(place);
    }

    private ChangeSet allot(PublishedEntity changed) {
        if (used == sets.size()) {
            sets.add(new ChangeSet());
        }
        ChangeSet set = sets.get(used);
        set.reset(changed.shape());
        changed.setChangesAt(body, used);
        used++;
        return set;
    }

    /** Compares an entity as the base shows it with what is shown now; null when both are equal. */
    private @Nullable ChangeSet compare(PublishedEntity was, PublishedEntity now, ColumnPlan seen) {
        ChangeSet set = noted(now);
        if (set == null) {
            if (was == now) {
                return null;
            }
            set = allot(now);
        }
        int from = was.history().firstAfter(base);
        set.collect(was, now, seen, from);
        for (int i = 0; i < seen.containerCount(); i++) {
            ChangeSet.Slots slots = set.slots(seen.containerPlace(i));
            slots.collect(was, now, seen.containerPlace(i), from);
            compareSlots(slots, was, now, seen, i);
            if (slots.count() > 0) {
                set.add(seen.containerMember(i));
            }
        }
        return set.isEmpty() ? null : set;
    }

    private void compareSlots(
            ChangeSet.Slots slots,
            PublishedEntity was,
            PublishedEntity now,
            ColumnPlan seen,
            int position) {
        int place = seen.containerPlace(position);
        PublishedContainer after = now.container(place);
        int kept = 0;
        for (int i = 0; i < slots.count(); i++) {
            long slot = slots.numberAt(i);
            PublishedChild old =
                    shown(was.childBefore(place, slot, slots.entryAt(i)), seen, position);
            PublishedChild current = shown(after.find(slot), seen, position);
            if (old != null && current != null && old.entity() == current.entity()) {
                ColumnPlan inside = require(seen.findChild(position, old.entity().guid()));
                ChangeSet patch = compare(old, current, inside);
                if (patch != null) {
                    slots.keep(i, kept, current, patch);
                    kept++;
                }
            } else if (old != null || current != null) {
                if (old != null) {
                    gone.add(old);
                }
                slots.keep(i, kept, current, null);
                kept++;
            }
        }
        slots.truncate(kept);
    }

    private static @Nullable PublishedChild shown(
            @Nullable PublishedChild child, ColumnPlan seen, int position) {
        return child == null || seen.findChild(position, child.entity().guid()) == null
                ? null
                : child;
    }

    /** Whether any child that left its slot, or was inside of one, is in the root all the same. */
    private boolean isAnyStillThere() {
        boolean found = false;
        for (int i = 0; i < gone.size() && !found; i++) {
            found = isStillThere(gone.get(i));
        }
        // Asked again only for those that a known child turns out to have lost.
        gone.clear();
        return found;
    }

    private boolean isStillThere(PublishedChild was) {
        PublishedRoot all = require(root);
        boolean found = all.tree().index().find(was.entity(), all) != null;
        for (int place = 0; place < was.shape().containerCount() && !found; place++) {
            if (was.findContainer(place) != null) {
                BaseChildren children = walk(was, place);
                PublishedChild child = children.next();
                while (child != null && !found) {
                    found = isStillThere(child);
                    child = children.next();
                }
                depth--;
            }
        }
        return found;
    }

    /** Numbers the children that the base shows, in the order a baseline of it names them. */
    private int count(PublishedEntity was, ColumnPlan seen, int before) {
        PublishedRoot all = require(root);
        int number = before;
        for (int i = 0; i < seen.containerCount(); i++) {
            BaseChildren children = walk(was, seen.containerPlace(i));
            for (PublishedChild child = children.next(); child != null; child = children.next()) {
                ColumnPlan inside = seen.findChild(i, child.entity().guid());
                if (inside != null) {
                    number++;
                    PublishedEntity now =
                            child.isLinked() ? child : all.tree().index().find(child.entity(), all);
                    if (now instanceof PublishedChild there) {
                        there.setOrdinal(body, number, child, inside);
                    }
                    number = count(child, inside, number);
                }
            }
            depth--;
        }
        return number;
    }

    /** The children of a container in the base; the caller ends the walk. */
    private BaseChildren walk(PublishedEntity was, int place) {
        if (depth == walked.size()) {
            walked.add(new BaseChildren());
        }
        BaseChildren children = walked.get(depth);
        depth++;
        children.begin(was, place, base);
        return children;
    }

    private static <T> T require(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing was collected");
        }
        return value;
    }
}
