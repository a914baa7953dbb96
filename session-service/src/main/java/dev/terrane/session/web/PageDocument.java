package dev.terrane.session.web;

import java.util.List;

/**
 * One page of a list.
 *
 * @param items in order
 * @param nextPageToken value of {@code pageToken} for the next page; empty at the end
 */
record PageDocument<T>(List<T> items, String nextPageToken) {
    PageDocument {
        items = List.copyOf(items);
    }
}
