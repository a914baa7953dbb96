package dev.terrane.schema.drafts.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The drafts of a schema by name. There are at most {@code schema.drafts-max}, so one page holds
 * them all.
 *
 * @param items the drafts
 * @param nextPageToken always empty
 */
@Schema(name = "DraftList", description = "All drafts of a schema by name")
record DraftListView(List<DraftView> items, @Schema(example = "") String nextPageToken) {
    DraftListView {
        items = List.copyOf(items);
    }
}
