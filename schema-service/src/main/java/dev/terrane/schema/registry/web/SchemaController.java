package dev.terrane.schema.registry.web;

import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaPage;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.edge.Examples;
import dev.terrane.schema.registry.edge.PublishRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.schema.registry.edge.SchemaView;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
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
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.WebRequest;

/** Schemas over REST. */
@RestController
@RequestMapping("/api/v1/schemas")
@Tag(name = "schemas", description = "Named, immutable schema versions")
class SchemaController {
    private static final Duration FOREVER = Duration.ofDays(365);
    static final String REFERENCE =
            "`NAME` for the newest version, `NAME@VERSION`, `NAME@CHANNEL`, or"
                    + " `sha256:CONTENT_HASH`";

    private final SchemaRegistry registry;
    private final Publisher publisher;
    private final SchemaProperties properties;

    SchemaController(SchemaRegistry registry, Publisher publisher, SchemaProperties properties) {
        this.registry = registry;
        this.publisher = publisher;
        this.properties = properties;
    }

    @Operation(
            summary = "Lists versions",
            description = "In the order of name and number, without documents.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    Page<SchemaView> list(
            @Parameter(description = "Only this schema's versions", example = "guest-room")
                    @RequestParam(required = false)
                    @Nullable String name,
            @Parameter(description = "Versions on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken,
            @Parameter(description = "Whether retired versions are listed, too")
                    @RequestParam(defaultValue = "false")
                    boolean includeRetired) {
        SchemaName only = name == null ? null : SchemaNames.require("name", name);
        SchemaId after =
                pageToken.isEmpty()
                        ? null
                        : SchemaReference.findId(pageToken)
                                .orElseThrow(() -> SchemaRefusals.badPageToken("pageToken"));
        SchemaPage page = registry.list(only, after, Pages.limit(limit), includeRetired);
        return new Page<>(
                page.versions().stream().map(SchemaView::of).toList(),
                page.next().map(Object::toString).orElse(""));
    }

    @Operation(summary = "What is known of a version", description = REFERENCE)
    @ApiResponse(responseCode = "200", description = "The version")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<SchemaView> get(
            @Parameter(description = REFERENCE, example = "guest-room@1") @PathVariable String id,
            WebRequest request) {
        SchemaReference reference = reference(id);
        PublishedSchema schema = find(reference);
        String tag = EntityTags.strong(schema.id());
        if (request.checkNotModified(tag)) {
            return headers(ResponseEntity.status(304), reference, tag).build();
        }
        return headers(ResponseEntity.ok(), reference, tag).body(SchemaView.of(schema.version()));
    }

    @Operation(
            summary = "The document of a version",
            description =
                    "The canonical export, byte for byte what its content hash is of; the ETag is"
                            + " that hash. By hash also what only a draft holds.")
    @ApiResponse(responseCode = "200", description = "The canonical export")
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/{id}/document", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> document(
            @Parameter(description = REFERENCE, example = "guest-room@1") @PathVariable String id,
            WebRequest request) {
        SchemaReference reference = reference(id);
        Optional<PublishedSchema> version = registry.find(reference);
        SchemaContent content =
                version.map(PublishedSchema::content)
                        .or(() -> contentOnly(reference))
                        .orElseThrow(() -> SchemaRefusals.absent(registry, "id", reference));
        String tag = EntityTags.strong(content.contentHash().hex());
        if (request.checkNotModified(tag)) {
            return headers(ResponseEntity.status(304), reference, tag).build();
        }
        ResponseEntity.BodyBuilder answer = headers(ResponseEntity.ok(), reference, tag);
        version.ifPresent(found -> answer.header("Terrane-Schema-Id", found.id().toString()));
        return answer.body(content.document().getBytes(StandardCharsets.UTF_8));
    }

    /** A content no version has, by its hash: that of a draft. */
    private Optional<SchemaContent> contentOnly(SchemaReference reference) {
        return reference instanceof SchemaReference.Content(var hash)
                ? registry.findContent(hash)
                : Optional.empty();
    }

    @Operation(
            summary = "Publishes a document",
            description =
                    "Gives the document the next number of the name. The same content as the"
                            + " newest version gives that version again, so a retry is safe. Any"
                            + " problem refuses the whole document; all problems are listed.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(name = "marker", value = Examples.MARKER)))
    @ApiResponse(responseCode = "201", description = "A new version holds the document")
    @ApiResponse(responseCode = "200", description = "The newest version already has this content")
    @ApiResponse(
            responseCode = "409",
            description =
                    "SCHEMA_VERSION_CONFLICT; SCHEMA_INCOMPATIBLE, SCHEMA_IN_USE or"
                            + " SCHEMA_CONFIRMATION_REQUIRED with every reason in `errors`;"
                            + " SCHEMA_PLAN_STALE",
            content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "SCHEMA_INVALID, with every problem in `errors`",
            content = @Content)
    @PostMapping(
            path = "/{name}",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<SchemaView> publish(
            @Parameter(description = "Name of the schema", example = "guest-room") @PathVariable
                    String name,
            @Parameter(description = "Refuse unless this number is the newest; 0 for none")
                    @RequestParam(required = false)
                    @Nullable Integer expectedLatestVersion,
            @Parameter(
                            description =
                                    "Hash of the plan the publisher has read: refuse if it is"
                                            + " another by now; needed when the plan asks for a"
                                            + " confirmation")
                    @RequestParam(required = false)
                    @Nullable String planHash,
            @RequestBody byte[] document,
            Caller caller) {
        if (expectedLatestVersion != null && expectedLatestVersion < 0) {
            throw SchemaNames.bad(
                    "expectedLatestVersion", "it is the number of a version, or 0 for none");
        }
        PublishRequest request =
                PublishRequest.of(
                        SchemaNames.require("name", name),
                        document,
                        expectedLatestVersion == null
                                ? OptionalInt.empty()
                                : OptionalInt.of(expectedLatestVersion),
                        Requests.confirmation("planHash", planHash),
                        caller.subject());
        PublishResult.Item item =
                PublishRefusals.published(
                                publisher.publish(request), PublishRefusals.Names.REST, properties)
                        .items()
                        .getFirst();
        PublishedSchema schema = item.schema();
        ResponseEntity.BodyBuilder answer =
                item.isCreated()
                        ? ResponseEntity.created(URI.create("/api/v1/schemas/" + schema.id()))
                        : ResponseEntity.ok();
        return headers(answer, schema).body(SchemaView.of(schema.version()));
    }

    private PublishedSchema find(SchemaReference reference) {
        return registry.find(reference)
                .orElseThrow(() -> SchemaRefusals.absent(registry, "id", reference));
    }

    private static <B extends ResponseEntity.HeadersBuilder<?>> B headers(
            B builder, PublishedSchema schema) {
        builder.eTag(EntityTags.strong(schema.id()));
        return builder;
    }

    /** Versions never change; which one is the newest does. */
    private static <B extends ResponseEntity.HeadersBuilder<?>> B headers(
            B builder, SchemaReference reference, String tag) {
        CacheControl age =
                reference.isImmutable()
                        ? CacheControl.maxAge(FOREVER).cachePrivate().immutable()
                        : CacheControl.noCache().cachePrivate();
        builder.eTag(tag).cacheControl(age).varyBy(HttpHeaders.AUTHORIZATION);
        return builder;
    }

    private static SchemaReference reference(String text) {
        return SchemaNames.requireReference("id", text);
    }
}
