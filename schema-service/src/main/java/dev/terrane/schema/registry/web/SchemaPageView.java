package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.edge.SchemaView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * Some versions in the order of name and number.
 *
 * @param items the versions
 * @param nextPageToken send it as {@code pageToken} for the next page; empty at the end
 */
@Schema(name = "SchemaPage", description = "Versions in the order of name and number")
record SchemaPageView(
        List<SchemaView> items, @Schema(example = "guest-room@1") String nextPageToken) {
    SchemaPageView {
        items = List.copyOf(items);
    }

    static SchemaPageView of(SchemaPage page) {
        return new SchemaPageView(
                page.versions().stream().map(SchemaView::of).toList(),
                page.next().map(Object::toString).orElse(""));
    }
}
