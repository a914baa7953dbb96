package dev.terrane.schema.hints.web;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.drafts.DraftKey;
import dev.terrane.schema.drafts.DraftRefusals;
import dev.terrane.schema.drafts.Drafts;
import dev.terrane.schema.hints.Hints;
import dev.terrane.schema.hints.HintsRefusals;
import dev.terrane.schema.hints.StoredHints;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.support.web.EntityTags;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** Hints over REST. */
@RestController
@RequestMapping("/api/v1/schemas/{name}/hints")
@Tag(name = "hints", description = "Labels, units and limits of values, beside the documents")
class HintsController {
    private final Hints hints;
    private final SchemaRegistry registry;
    private final Drafts drafts;

    HintsController(Hints hints, SchemaRegistry registry, Drafts drafts) {
        this.hints = hints;
        this.registry = registry;
        this.drafts = drafts;
    }

    @Operation(summary = "The hints of a schema", description = "As they were written.")
    @ApiResponse(
            responseCode = "200",
            description = "The hints",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(EXAMPLE)))
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> get(
            @Parameter(example = "guest-room") @PathVariable String name, WebRequest request) {
        SchemaName schema = SchemaNames.require("name", name);
        StoredHints found = hints.find(schema).orElseThrow(() -> HintsRefusals.none(schema));
        if (request.checkNotModified(EntityTags.strong(found.hash()))) {
            return EntityTags.changing(ResponseEntity.status(304), found.hash()).build();
        }
        return EntityTags.changing(ResponseEntity.ok(), found.hash())
                .body(found.text().getBytes(StandardCharsets.UTF_8));
    }

    @Operation(
            summary = "Stores the hints of a schema",
            description =
                    "In place of those there are. They fit the newest version, or the draft that is"
                            + " named, and its rows keep to them. The same text again changes nothing.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(EXAMPLE)))
    @ApiResponse(responseCode = "204", description = "They are stored", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "HINTS_INVALID, with every problem in `errors`",
            content = @Content)
    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> put(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = "Draft they are for; left out for the newest version")
                    @RequestParam(required = false)
                    @Nullable String draft,
            @RequestBody byte[] text,
            Caller caller) {
        SchemaName schema = SchemaNames.require("name", name);
        StoredHints saved =
                HintsRefusals.saved(
                        hints.save(schema, text, document(schema, draft), caller.subject()));
        return EntityTags.changing(ResponseEntity.status(204), saved.hash()).build();
    }

    @Operation(summary = "Removes the hints of a schema", description = "Its documents stay.")
    @ApiResponse(responseCode = "204", description = "The schema has no hints", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @DeleteMapping
    ResponseEntity<Void> delete(@Parameter(example = "guest-room") @PathVariable String name) {
        SchemaName schema = SchemaNames.require("name", name);
        if (!hints.delete(schema)) {
            throw HintsRefusals.none(schema);
        }
        return ResponseEntity.noContent().build();
    }

    private static final String EXAMPLE =
            """
            {
              "format": "terrane.schema-hints",
              "version": 1,
              "classes": [
                {"name": "Marker", "label": "Map marker", "members": [
                  {"name": "x", "label": "Position", "unit": "tiles", "min": 0}
                ]}
              ]
            }
            """;

    private SchemaDocument document(SchemaName schema, @Nullable String draft) {
        if (draft != null) {
            DraftKey key = DraftKey.require(schema.value(), draft);
            return registry.readStored(
                    drafts.find(key).orElseThrow(() -> DraftRefusals.missing(key)).document());
        }
        SchemaReference newest = new SchemaReference.Latest(schema);
        return registry.readStored(
                registry.find(newest)
                        .orElseThrow(() -> SchemaRefusals.notFound("name", newest))
                        .document());
    }
}
