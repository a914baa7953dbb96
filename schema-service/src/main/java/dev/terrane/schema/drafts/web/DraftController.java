package dev.terrane.schema.drafts.web;

import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.drafts.Draft;
import dev.terrane.schema.drafts.DraftDocument;
import dev.terrane.schema.drafts.DraftKey;
import dev.terrane.schema.drafts.DraftRefusals;
import dev.terrane.schema.drafts.DraftResult;
import dev.terrane.schema.drafts.Drafts;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.edge.Examples;
import dev.terrane.schema.registry.edge.PlanView;
import dev.terrane.schema.registry.edge.PublishRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaView;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishRequest.Confirmation;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
import dev.terrane.schema.registry.references.References;
import dev.terrane.support.web.EntityTags;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** Drafts over REST. */
@RestController
@RequestMapping("/api/v1/schemas/{name}/drafts")
@Tag(name = "drafts", description = "Valid documents on their way to a version")
class DraftController {
    private static final String TAG = "The ETag the draft was read with";

    private final Drafts drafts;
    private final Publisher publisher;
    private final References references;
    private final SchemaProperties properties;

    DraftController(
            Drafts drafts,
            Publisher publisher,
            References references,
            SchemaProperties properties) {
        this.drafts = drafts;
        this.publisher = publisher;
        this.references = references;
        this.properties = properties;
    }

    @Operation(summary = "Lists the drafts of a schema", description = "By name, all of them.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    Page<DraftView> list(@Parameter(example = "guest-room") @PathVariable String name) {
        return Page.whole(
                drafts.list(SchemaNames.require("name", name)).stream()
                        .map(DraftView::of)
                        .toList());
    }

    @Operation(
            summary = "What is known of a draft",
            description = "The ETag is that of the document, too.")
    @ApiResponse(responseCode = "200", description = "The draft")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/{draft}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<DraftView> get(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft) {
        Draft found = find(DraftKey.require(name, draft)).draft();
        return EntityTags.changing(ResponseEntity.ok(), found.tag()).body(DraftView.of(found));
    }

    @Operation(
            summary = "The document of a draft",
            description = "The canonical export of what was saved.")
    @ApiResponse(responseCode = "200", description = "The canonical export")
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/{draft}/document", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> document(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            WebRequest request) {
        DraftDocument found = find(DraftKey.require(name, draft));
        if (request.checkNotModified(EntityTags.strong(found.draft().tag()))) {
            return EntityTags.changing(ResponseEntity.status(304), found.draft().tag()).build();
        }
        return EntityTags.changing(ResponseEntity.ok(), found.draft().tag())
                .body(found.document().getBytes(StandardCharsets.UTF_8));
    }

    @Operation(
            summary = "Saves a document as a draft",
            description =
                    "If-None-Match: * makes the draft, If-Match with its ETag changes it. Any"
                            + " problem refuses the whole document; all problems are listed. The"
                            + " same content again changes nothing, so a retry is safe.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(name = "marker", value = Examples.MARKER)))
    @ApiResponse(responseCode = "200", description = "The draft holds the document")
    @ApiResponse(responseCode = "201", description = "The draft was made")
    @ApiResponse(
            responseCode = "404",
            description = "NOT_FOUND, also of a `baseVersion` that never was",
            content = @Content)
    @ApiResponse(
            responseCode = "412",
            description = "DRAFT_STALE with `currentTag`",
            content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "SCHEMA_INVALID, with every problem in `errors`",
            content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PutMapping(
            path = "/{draft}",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<DraftView> put(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(
                            description =
                                    "Number of the version it was begun from, 0 for none; left out"
                                            + " keeps what the draft has, and means the newest for a"
                                            + " new one")
                    @RequestParam(required = false)
                    @Nullable Integer baseVersion,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @Parameter(description = "`*` to make a draft that is not there")
                    @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
                    @Nullable String ifNoneMatch,
            @RequestBody byte[] document,
            Caller caller) {
        DraftKey key = DraftKey.require(name, draft);
        if (baseVersion != null && baseVersion < 0) {
            throw SchemaNames.bad("baseVersion", "it is the number of a version, or 0 for none");
        }
        DraftResult result =
                drafts.save(
                        key,
                        document,
                        DraftConditions.expectation(ifMatch, ifNoneMatch),
                        baseVersion == null ? OptionalInt.empty() : OptionalInt.of(baseVersion),
                        caller.subject());
        Draft saved = DraftRefusals.saved(key, result);
        boolean isNew = result instanceof DraftResult.Saved && saved.tag().revision() == 1;
        ResponseEntity.BodyBuilder answer =
                isNew
                        ? ResponseEntity.created(
                                URI.create("/api/v1/schemas/" + name + "/drafts/" + draft))
                        : ResponseEntity.ok();
        return EntityTags.changing(answer, saved.tag()).body(DraftView.of(saved));
    }

    @Operation(summary = "Removes a draft", description = "Versions with the same content keep it.")
    @ApiResponse(responseCode = "204", description = "The draft is gone")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "412", description = "DRAFT_STALE", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @DeleteMapping("/{draft}")
    ResponseEntity<Void> delete(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch) {
        DraftKey key = DraftKey.require(name, draft);
        DraftRefusals.saved(key, drafts.delete(key, DraftConditions.tag(ifMatch)));
        return ResponseEntity.noContent().build();
    }

    @Operation(
            summary = "What publishing a draft would do",
            description = "As the plan of a document. Changes nothing.")
    @ApiResponse(responseCode = "200", description = "The plan")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping(path = "/{draft}:plan", produces = MediaType.APPLICATION_JSON_VALUE)
    PlanView plan(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            Caller caller) {
        PublishRequest request =
                request(
                        find(DraftKey.require(name, draft)),
                        new Confirmation.None(),
                        caller.subject());
        return PlanView.of(
                PublishRefusals.planned(publisher.plan(request), properties).plans().getFirst(),
                references.now());
    }

    @Operation(
            summary = "Publishes a draft",
            description =
                    "As a document; refused when another version is the newest than the one the"
                            + " draft was begun from: look at the differences, and save the draft"
                            + " with another `baseVersion`. The draft stays.")
    @ApiResponse(responseCode = "200", description = "The newest version already has this content")
    @ApiResponse(responseCode = "201", description = "A new version holds the document")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description =
                    "SCHEMA_VERSION_CONFLICT; SCHEMA_INCOMPATIBLE, SCHEMA_IN_USE or"
                            + " SCHEMA_CONFIRMATION_REQUIRED with every reason in `errors`;"
                            + " SCHEMA_PLAN_STALE",
            content = @Content)
    @PostMapping(path = "/{draft}:publish", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<SchemaView> publish(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(example = "loot") @PathVariable String draft,
            @Parameter(description = "Hash of the plan the publisher has read")
                    @RequestParam(required = false)
                    @Nullable String planHash,
            Caller caller) {
        PublishRequest request =
                request(
                        find(DraftKey.require(name, draft)),
                        Requests.confirmation("planHash", planHash),
                        caller.subject());
        PublishResult.Item item =
                PublishRefusals.published(
                                publisher.publish(request),
                                new PublishRefusals.Names("baseVersion", "planHash"),
                                properties)
                        .items()
                        .getFirst();
        ResponseEntity.BodyBuilder answer =
                item.isCreated()
                        ? ResponseEntity.created(
                                URI.create("/api/v1/schemas/" + item.schema().id()))
                        : ResponseEntity.ok();
        return answer.body(SchemaView.of(item.schema().version()));
    }

    private static PublishRequest request(
            DraftDocument found, Confirmation confirmation, String subject) {
        PublishRequest.Document document =
                PublishRequest.Document.stored(
                        found.draft().key().schema(),
                        found.document(),
                        OptionalInt.of(found.draft().baseVersion()));
        return new PublishRequest(List.of(document), confirmation, Optional.empty(), subject);
    }

    private DraftDocument find(DraftKey key) {
        return drafts.find(key).orElseThrow(() -> DraftRefusals.missing(key));
    }
}
