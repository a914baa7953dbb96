package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import java.util.List;
import java.util.function.Function;

/** Page sizes and tokens of the registry's lists. */
final class Pages {
    private Pages() {}

    /** A page size within its bounds. */
    static int limit(int limit) {
        if (limit < 1 || limit > SchemaPage.SIZE_MAX) {
            throw SchemaRefusals.badPageSize("limit", limit);
        }
        return limit;
    }

    /** A token that is a number. */
    static long number(String token, long first) {
        if (token.isEmpty()) {
            return first;
        }
        if (!token.matches("[0-9]{1,18}")) {
            throw SchemaRefusals.badPageToken("pageToken");
        }
        return Long.parseLong(token);
    }

    /** The token of the next page when one more was found than fits; empty otherwise. */
    static <T> String next(List<T> found, int limit, Function<T, Object> token) {
        return found.size() > limit ? token.apply(found.get(limit - 1)).toString() : "";
    }

    /** What fits on the page. */
    static <T> List<T> page(List<T> found, int limit) {
        return found.size() > limit ? found.subList(0, limit) : found;
    }
}
