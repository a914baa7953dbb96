package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.edge.SchemaRefusals;

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
}
