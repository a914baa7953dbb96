package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.stream.EntitySnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The children a state shows with their ordinals: 1, 2, … in the order a baseline of it would name
 * them (containers by index, slots ascending, a child before what is inside it). They follow from
 * the state alone, so every recipient of it agrees on them and they tell nothing about the past.
 */
final class KnownChildren {
    private final List<Known> ordinals = new ArrayList<>();
    private final Map<Guid, Known> guids = new LinkedHashMap<>();

    private KnownChildren() {}

    /**
     * One child.
     *
     * @param ordinal its number
     * @param state its state
     * @param plan how it is seen
     */
    record Known(int ordinal, EntitySnapshot state, Plan plan) {
        boolean is(EntitySnapshot other, Plan seenAs) {
            return state.guid().equals(other.guid())
                    && state.incarnation() == other.incarnation()
                    && plan.projection().equals(seenAs.projection());
        }
    }

    static KnownChildren of(Plan plan, EntitySnapshot root) {
        var known = new KnownChildren();
        known.note(plan, root);
        return known;
    }

    private void note(Plan plan, EntitySnapshot owner) {
        for (int i = 0; i < plan.containerCount(); i++) {
            IndexMap<EntitySnapshot> slots = owner.containers().valueAt(i).slots();
            for (EntitySnapshot child : slots.values()) {
                Plan seen = plan.findChild(i, child.guid());
                if (seen == null) {
                    throw new IllegalStateException("a state shows the hidden " + child.guid());
                }
                var one = new Known(ordinals.size() + 1, child, seen);
                ordinals.add(one);
                guids.put(child.guid(), one);
                note(seen, child);
            }
        }
    }

    int size() {
        return ordinals.size();
    }

    Known get(int ordinal) {
        return ordinals.get(ordinal - 1);
    }

    @Nullable Known find(Guid guid) {
        return guids.get(guid);
    }

    /** Every child's identity, by ordinal. */
    Iterable<Guid> guids() {
        return guids.keySet();
    }
}
