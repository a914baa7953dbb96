package dev.terrane.schema.config.web;

import dev.terrane.core.schema.rows.RowQuery;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Some static rows in the order of ids.
 *
 * @param items the rows
 * @param nextPageToken send it as {@code pageToken} for the next page; empty at the end
 */
@Schema(name = "ConfigRowPage", description = "Static rows in the order of ids")
record RowPageView(List<RowView> items, @Schema(example = "17") String nextPageToken) {
    RowPageView {
        items = List.copyOf(items);
    }

    static RowPageView of(RowQuery.Page page) {
        return new RowPageView(
                page.rows().stream().map(RowView::of).toList(),
                page.next().map(id -> Long.toString(id)).orElse(""));
    }
}
