package dev.terrane.session.web;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list.
 *
 * @param items in order
 * @param next value of {@code after} for the next page; left out at the end
 */
record PageDocument<T>(List<T> items, @Nullable String next) {
    PageDocument {
        items = List.copyOf(items);
    }
}
