package dev.terrane.support.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.function.Function;

/**
 * One page of a list, as REST answers every list.
 *
 * @param items in the list's order
 * @param nextPageToken send it as {@code pageToken} for the next page; empty at the end
 */
public record Page<T>(
        List<T> items,
        @Schema(description = "Send it as pageToken for the next page; empty at the end")
                String nextPageToken) {
    public Page {
        items = List.copyOf(items);
    }

    /** All of a list that has no pages. */
    public static <T> Page<T> whole(List<T> items) {
        return new Page<>(items, "");
    }

    /**
     * Of rows that were read to one more than fit: the row beyond tells that there is a next page.
     *
     * @param limit rows that fit, at least 1
     * @param shown how a row is answered
     * @param token the token of the page after a row
     */
    public static <R, T> Page<T> of(
            List<R> rows, int limit, Function<R, T> shown, Function<R, String> token) {
        return new Page<>(
                rows.stream().limit(limit).map(shown).toList(),
                rows.size() > limit ? token.apply(rows.get(limit - 1)) : "");
    }
}
