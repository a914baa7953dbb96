package dev.terrane.schema.config.web;

import dev.terrane.core.schema.ClassDefinition;
import dev.terrane.core.schema.ConfigRow;
import dev.terrane.core.schema.RowReader;
import dev.terrane.core.schema.RowResult;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.csv.ConfigCsv;
import dev.terrane.core.schema.csv.CsvLimits;
import dev.terrane.core.schema.csv.CsvResult;
import dev.terrane.core.schema.rows.RowEdit;
import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.config.ConfigDocuments;
import dev.terrane.schema.config.ConfigRefusals;
import dev.terrane.schema.drafts.Draft;
import dev.terrane.schema.drafts.DraftDocument;
import dev.terrane.schema.drafts.DraftKey;
import dev.terrane.schema.hints.Hints;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.support.web.EntityTags;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Static configuration of drafts over REST: the same questions, and changes. */
@RestController
@RequestMapping("/api/v1/schemas/{name}/drafts/{draft}")
@Tag(name = "drafts", description = "Valid documents on their way to a version")
class DraftConfigController {
    private static final String TAG = "The ETag the draft was read with";
    private static final String TABLE = "id,name,x\r\n1,Guest,'1.5\r\n";

    private final ConfigDocuments documents;
    private final Hints hints;

    DraftConfigController(ConfigDocuments documents, Hints hints) {
        this.documents = documents;
        this.hints = hints;
    }

    @Operation(
            summary = "Static rows of a draft",
            description = "As of a version. The ETag is the draft's.")
    @ApiResponse(responseCode = "200", description = "The rows")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/rows", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Page<RowView>> rows(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(description = "Only rows of this class", example = "Player")
                    @RequestParam(name = "class", required = false)
                    @Nullable String className,
            @Parameter(description = "Conditions on fields of the class", example = "hp>=100")
                    @RequestParam(required = false)
                    @Nullable List<String> where,
            @Parameter(description = "Rows on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        DraftDocument found = documents.draft(DraftKey.require(name, draft));
        return EntityTags.changing(ResponseEntity.ok(), found.draft().tag())
                .body(Questions.rows(documents.read(found), className, where, limit, pageToken));
    }

    @Operation(summary = "A static row of a draft", description = "Whatever its class.")
    @ApiResponse(responseCode = "200", description = "The row")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/rows/{rowId}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RowView> row(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(example = "1") @PathVariable String rowId) {
        DraftDocument found = documents.draft(DraftKey.require(name, draft));
        return EntityTags.changing(ResponseEntity.ok(), found.draft().tag())
                .body(Questions.row(documents.read(found), rowId));
    }

    @Operation(
            summary = "Puts a static row into a draft",
            description =
                    "In the place of the row with its id, or at the end of its class. Every field has"
                            + " a value. A row that is there already changes nothing.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples =
                                    @ExampleObject("{\"id\": 1, \"name\": \"Guest\", \"x\": 1.5}")))
    @ApiResponse(responseCode = "200", description = "The draft holds the row")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "412", description = "DRAFT_STALE", content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "SCHEMA_INVALID, with every problem in `errors`",
            content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PutMapping(
            path = "/rows/{rowId}",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditedDraftView> putRow(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(example = "1") @PathVariable String rowId,
            @Parameter(description = "Class of the row", example = "Player") @RequestParam("class")
                    String className,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @RequestBody byte[] row,
            Caller caller) {
        DraftKey key = DraftKey.require(name, draft);
        long id = Questions.rowId(rowId);
        Draft changed =
                documents.change(
                        key,
                        Questions.tag(ifMatch),
                        document -> put(document, className, id, row),
                        caller.subject());
        return edited(changed);
    }

    private static SchemaDocument put(
            SchemaDocument document, String className, long id, byte[] json) {
        ClassDefinition type = ConfigRefusals.require(document, "class", className);
        ConfigRow row =
                switch (RowReader.read(json, type, SchemaLimits.DEFAULT)) {
                    case RowResult.Ok(ConfigRow read) -> read;
                    case RowResult.Rejected(var problems) -> throw ConfigRefusals.badRow(problems);
                };
        if (row.id() != id) {
            throw SchemaNames.bad("rowId", "the row's id is " + row.id() + ", not " + id);
        }
        return switch (RowEdit.put(document, className, row)) {
            case RowEdit.Result.Changed(SchemaDocument changed, var created) -> changed;
            case RowEdit.Result.Taken(String other) -> throw ConfigRefusals.taken(id, other);
        };
    }

    @Operation(summary = "Removes a static row from a draft", description = "Whatever its class.")
    @ApiResponse(responseCode = "200", description = "The draft is without the row")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "412", description = "DRAFT_STALE", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @DeleteMapping(path = "/rows/{rowId}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditedDraftView> deleteRow(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(example = "1") @PathVariable String rowId,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            Caller caller) {
        long id = Questions.rowId(rowId);
        return edited(
                documents.change(
                        DraftKey.require(name, draft),
                        Questions.tag(ifMatch),
                        document ->
                                RowEdit.remove(document, id)
                                        .orElseThrow(() -> ConfigRefusals.noRow(id)),
                        caller.subject()));
    }

    @Operation(
            summary = "The static rows of a class of a draft as CSV",
            description = "As of a version. The ETag is the draft's.")
    @ApiResponse(
            responseCode = "200",
            description = "The table",
            content = @Content(mediaType = "text/csv", examples = @ExampleObject(TABLE)))
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "422", description = "TABLE_INVALID", content = @Content)
    @GetMapping(path = "/csv", produces = "text/csv")
    ResponseEntity<byte[]> csv(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(description = "Class of the rows", example = "Player") @RequestParam("class")
                    String className,
            @Parameter(description = "comma, semicolon or tab", example = "semicolon")
                    @RequestParam(defaultValue = "comma")
                    String separator,
            @Parameter(description = "Whether it begins with a byte order mark, as Excel wants")
                    @RequestParam(defaultValue = "true")
                    boolean bom) {
        DraftKey key = DraftKey.require(name, draft);
        DraftDocument found = documents.draft(key);
        byte[] table = Questions.table(documents.read(found), className, separator, bom);
        return EntityTags.changing(
                        Questions.csv(key.schema().value() + "-" + key.name().value(), className),
                        found.draft().tag())
                .body(table);
    }

    @Operation(
            summary = "Replaces the static rows of a class by a table",
            description =
                    "CSV as a spreadsheet saved it; separator and encoding are found out. A cell in"
                            + " which something was or may have been lost is refused with its row and"
                            + " column, and so is what the schema's hints do not allow; nothing is"
                            + " saved then.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = @Content(mediaType = "text/csv", examples = @ExampleObject(TABLE)))
    @ApiResponse(responseCode = "200", description = "The draft holds the rows")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "412", description = "DRAFT_STALE", content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "TABLE_INVALID, with every cell in `errors`",
            content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PutMapping(path = "/csv", consumes = "text/csv", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditedDraftView> putCsv(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(description = "Class of the rows", example = "Player") @RequestParam("class")
                    String className,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @RequestBody byte[] table,
            Caller caller) {
        DraftKey key = DraftKey.require(name, draft);
        return edited(
                documents.change(
                        key,
                        Questions.tag(ifMatch),
                        document -> replace(key, document, className, table),
                        caller.subject()));
    }

    private SchemaDocument replace(
            DraftKey key, SchemaDocument document, String className, byte[] table) {
        ConfigRefusals.require(document, "class", className);
        CsvResult<SchemaDocument> result =
                ConfigCsv.read(
                        table,
                        document,
                        className,
                        hints.of(key.schema(), document),
                        CsvLimits.DEFAULT);
        return switch (result) {
            case CsvResult.Ok<SchemaDocument>(SchemaDocument changed) -> changed;
            case CsvResult.Rejected<SchemaDocument>(var problems) ->
                    throw ConfigRefusals.badTable(className, problems);
        };
    }

    private static ResponseEntity<EditedDraftView> edited(Draft draft) {
        return EntityTags.changing(ResponseEntity.ok(), draft.tag())
                .body(EditedDraftView.of(draft));
    }
}
