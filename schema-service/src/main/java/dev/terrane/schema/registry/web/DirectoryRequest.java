package dev.terrane.schema.registry.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Documents to be published together.
 *
 * @param documents 1..100 documents of different names
 * @param channel channel that shall point to all of them; none when left out
 * @param reason why the channel moves; needed with a channel
 * @param planHash hash of the plan the publisher has read
 * @param dryRun whether only the plans are wanted
 */
@Schema(name = "PublishDirectory", description = "Documents to be published together")
record DirectoryRequest(
        @Nullable List<@Nullable Entry> documents,
        @Nullable String channel,
        @Nullable String reason,
        @Nullable String planHash,
        @Nullable Boolean dryRun) {

    /**
     * A document under a name.
     *
     * @param name name of the schema
     * @param document the text of the document
     */
    @Schema(name = "NamedDocument")
    record Entry(@Nullable String name, @Nullable String document) {}

    List<@Nullable Entry> listed() {
        return documents == null ? List.of() : documents;
    }

    boolean isDryRun() {
        return Boolean.TRUE.equals(dryRun);
    }
}
