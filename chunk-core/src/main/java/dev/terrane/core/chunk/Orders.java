package dev.terrane.core.chunk;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lists in a defined order. */
final class Orders {
    private Orders() {}

    /** An immutable list in this order; decoders bring theirs in order, which costs one pass. */
    static <T> List<T> sorted(List<T> list, Comparator<? super T> order) {
        for (int i = 1; i < list.size(); i++) {
            if (order.compare(list.get(i - 1), list.get(i)) > 0) {
                List<T> sorted = new ArrayList<>(list);
                sorted.sort(order);
                return List.copyOf(sorted);
            }
        }
        return List.copyOf(list);
    }
}
