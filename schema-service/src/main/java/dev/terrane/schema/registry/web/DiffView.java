package dev.terrane.schema.registry.web;

import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.edge.ChangeView;
import dev.terrane.schema.registry.edge.PlanView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What differs between two versions.
 *
 * @param before the older one
 * @param after the newer one
 * @param worst each axis by its worst change
 * @param items the differences, the first 1,000
 * @param changeCount how many there are
 */
@Schema(name = "SchemaDiff", description = "What differs between two versions, by meaning")
record DiffView(
        @Schema(example = "guest-room@1") String before,
        @Schema(example = "guest-room@2") String after,
        ChangeView.ImpactView worst,
        List<ChangeView> items,
        @Schema(example = "1") int changeCount) {
    DiffView {
        items = List.copyOf(items);
    }

    static DiffView of(SchemaId before, SchemaId after, SchemaDiff diff) {
        return new DiffView(
                before.toString(),
                after.toString(),
                ChangeView.ImpactView.of(diff.worst()),
                diff.changes().stream().limit(PlanView.SHOWN_MAX).map(ChangeView::of).toList(),
                diff.changes().size());
    }
}
