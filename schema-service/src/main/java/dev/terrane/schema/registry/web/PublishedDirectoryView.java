package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.edge.PlanView;
import dev.terrane.schema.registry.edge.SchemaView;
import dev.terrane.schema.registry.plan.PublishResult;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of documents that were published together, in their order.
 *
 * @param items the documents
 * @param planHash hash of all plans together
 */
@Schema(name = "PublishedDirectory", description = "What became of documents, in their order")
record PublishedDirectoryView(List<Item> items, String planHash) {
    PublishedDirectoryView {
        items = List.copyOf(items);
    }

    /**
     * One document.
     *
     * @param schema the version that holds it; null in a dry run
     * @param created whether a new version was made for it
     * @param plan what was decided
     */
    @Schema(name = "PublishedDocument")
    record Item(@Nullable SchemaView schema, boolean created, PlanView plan) {}

    static PublishedDirectoryView of(PublishResult.Planned planned, Instant now) {
        return new PublishedDirectoryView(
                planned.plans().stream()
                        .map(plan -> new Item(null, false, PlanView.of(plan, now)))
                        .toList(),
                planned.planHash());
    }

    static PublishedDirectoryView of(PublishResult.Published published, Instant now) {
        return new PublishedDirectoryView(
                published.items().stream()
                        .map(
                                item ->
                                        new Item(
                                                SchemaView.of(item.schema().version()),
                                                item.isCreated(),
                                                PlanView.of(item.plan(), now)))
                        .toList(),
                published.planHash());
    }
}
