package dev.terrane.schema.registry.web;

import dev.terrane.core.schema.diff.SchemaDiff;
import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.registry.PublishedSchema;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.edge.Examples;
import dev.terrane.schema.registry.edge.PlanView;
import dev.terrane.schema.registry.edge.PublishRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.plan.Publisher;
import dev.terrane.schema.registry.references.References;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Plans, directories and differences over REST. */
@RestController
@RequestMapping("/api/v1")
@Tag(name = "publication", description = "What a new version would do, and publishing several")
class PublicationController {
    private final Publisher publisher;
    private final SchemaRegistry registry;
    private final Channels channels;
    private final References references;
    private final SchemaProperties properties;

    PublicationController(
            Publisher publisher,
            SchemaRegistry registry,
            Channels channels,
            References references,
            SchemaProperties properties) {
        this.publisher = publisher;
        this.registry = registry;
        this.channels = channels;
        this.references = references;
        this.properties = properties;
    }

    @Operation(
            summary = "What publishing a document would do",
            description =
                    "Differences from the newest version with what each does to wire, source, data"
                            + " and authorisation, what the compatibility mode forbids and why, what"
                            + " must be confirmed, and who uses the schema. Changes nothing.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(name = "marker", value = Examples.MARKER)))
    @ApiResponse(responseCode = "200", description = "The plan")
    @ApiResponse(
            responseCode = "422",
            description = "SCHEMA_INVALID, with every problem in `errors`",
            content = @Content)
    @PostMapping(
            path = "/schemas/{name}:plan",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    PlanView plan(
            @Parameter(description = "Name of the schema", example = "guest-room") @PathVariable
                    String name,
            @RequestBody byte[] document,
            Caller caller) {
        PublishRequest request =
                PublishRequest.of(
                        SchemaNames.require("name", name),
                        document,
                        OptionalInt.empty(),
                        new PublishRequest.Confirmation.None(),
                        caller.subject());
        PublishResult.Planned planned =
                PublishRefusals.planned(publisher.plan(request), properties);
        return PlanView.of(planned.plans().getFirst(), references.now());
    }

    @Operation(
            summary = "Publishes documents together, all or none",
            description =
                    "Meant for pipelines: one idempotent call. What the newest version has already"
                            + " changes nothing. With `channel`, that channel points to all of them"
                            + " afterwards, in the same step. With `dryRun` only the plans are"
                            + " answered.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(name = "one document", value = DIRECTORY)))
    @ApiResponse(responseCode = "200", description = "All are published, or the plans")
    @ApiResponse(
            responseCode = "409",
            description =
                    "SCHEMA_INCOMPATIBLE, SCHEMA_IN_USE, SCHEMA_CONFIRMATION_REQUIRED or"
                            + " SCHEMA_PLAN_STALE, with every reason in `errors`",
            content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "SCHEMA_INVALID, with every problem of every document in `errors`",
            content = @Content)
    @PostMapping(
            path = "/schemas:publish",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    PublishedDirectoryView publish(@RequestBody DirectoryRequest body, Caller caller) {
        PublishRequest request = request(body, caller.subject());
        Instant now = references.now();
        if (body.isDryRun()) {
            PublishResult.Planned planned =
                    PublishRefusals.planned(publisher.plan(request), properties);
            return PublishedDirectoryView.of(planned, now);
        }
        return PublishedDirectoryView.of(
                PublishRefusals.published(
                        publisher.publish(request), PublishRefusals.Names.REST, properties),
                now);
    }

    @Operation(
            summary = "What differs between two versions",
            description =
                    "By meaning, not by text, judged by what is in use of the older one. Retired"
                            + " versions are compared, too.")
    @ApiResponse(responseCode = "200", description = "The differences, the first 1,000")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/schemas/{id}/diff", produces = MediaType.APPLICATION_JSON_VALUE)
    DiffView diff(
            @Parameter(
                            description = "The newer one: " + SchemaController.REFERENCE,
                            example = "guest-room@2")
                    @PathVariable
                    String id,
            @Parameter(description = "The older one, in the same forms", example = "guest-room@1")
                    @RequestParam
                    String against) {
        PublishedSchema after = find("id", id);
        PublishedSchema before = find("against", against);
        SchemaDiff diff = publisher.diff(before, after);
        return DiffView.of(before.id(), after.id(), diff);
    }

    private static final String DIRECTORY =
            """
            {
              "documents": [
                {"name": "guest-room", "document": "{\\"format\\": \\"ark.entity-schema\\", …}"}
              ],
              "channel": "dev",
              "reason": "build 4711",
              "planHash": null,
              "dryRun": false
            }
            """;

    private PublishedSchema find(String field, String text) {
        SchemaReference reference = SchemaNames.requireReference(field, text);
        return registry.findAlsoRetired(reference)
                .orElseThrow(() -> SchemaRefusals.notFound(field, reference));
    }

    private PublishRequest request(DirectoryRequest body, String subject) {
        List<PublishRequest.Document> documents = new ArrayList<>();
        for (int i = 0; i < body.listed().size(); i++) {
            DirectoryRequest.Entry entry = body.listed().get(i);
            String field = "documents[" + i + "]";
            if (entry == null || entry.name() == null || entry.document() == null) {
                throw SchemaNames.bad(field, field + " has a name and a document");
            }
            documents.add(
                    new PublishRequest.Document(
                            SchemaNames.require(field + ".name", entry.name()),
                            Requests.document(field + ".document", entry.document()),
                            OptionalInt.empty()));
        }
        Requests.directory("documents", documents);
        String channel = body.channel();
        return new PublishRequest(
                documents,
                Requests.confirmation("planHash", body.planHash()),
                channel == null || channel.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new PublishRequest.ChannelMoveRequest(
                                        Requests.channel("channel", channel, channels),
                                        Requests.reason("reason", body.reason()))),
                subject);
    }
}
