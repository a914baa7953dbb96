package dev.terrane.core.entity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Callbacks of one kind: lower priority first, equal ones in the order they were registered. What a
 * callback registers is called from the next event on.
 *
 * @param <E> what they are told
 */
final class Listeners<E> {
    private List<Entry<E>> entries = List.of();

    void add(int priority, Consumer<? super E> listener) {
        var next = new ArrayList<>(entries);
        next.add(new Entry<>(priority, listener));
        next.sort(Comparator.comparingInt(Entry::priority));
        entries = List.copyOf(next);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Calls all of them; what one throws ends the round and reaches the caller. */
    void tell(E event) {
        for (Entry<E> entry : entries) {
            entry.listener().accept(event);
        }
    }

    private record Entry<E>(int priority, Consumer<? super E> listener) {}
}
