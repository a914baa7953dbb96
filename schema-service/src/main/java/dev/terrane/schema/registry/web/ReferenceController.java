package dev.terrane.schema.registry.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.edge.ReferenceView;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.edge.SchemaRefusals;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import dev.terrane.schema.registry.references.References;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who uses which version, over REST. Uses are registered over RPC by those who use. */
@RestController
@RequestMapping("/api/v1/schemas/{name}/references")
@Tag(name = "references", description = "Who uses which version")
class ReferenceController {
    /** Between the parts of a page token; in no holder's name. */
    private static final String SEPARATOR = " ";

    private final References references;

    ReferenceController(References references) {
        this.references = references;
    }

    @Operation(
            summary = "Who uses the versions of a schema",
            description =
                    "Live holders renew their use every 20 s; one that was not heard of for 60 s is"
                            + " shown as unreachable and still holds.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    Page<ReferenceView> list(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = "Uses on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        SchemaName schema = SchemaNames.require("name", name);
        Instant now = references.now();
        List<Reference> found =
                references.list(schema, after(schema, pageToken, now), Pages.limit(limit) + 1);
        return Page.of(
                found,
                limit,
                reference -> ReferenceView.of(reference, now),
                last ->
                        last.id().version()
                                + SEPARATOR
                                + last.kind().text()
                                + SEPARATOR
                                + last.holder());
    }

    @Operation(
            summary = "Releases a holder that does not do it itself",
            description =
                    "For holders that are lost. A holder that still runs registers again at its next"
                            + " renewal, unless the version was retired meanwhile.")
    @ApiResponse(responseCode = "204", description = "The use is over")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @DeleteMapping
    ResponseEntity<Void> force(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = "live or stored", example = "live") @RequestParam String kind,
            @Parameter(description = "Who", example = "stage/lobby") @RequestParam String holder,
            @Parameter(description = "Number of the version", example = "1") @RequestParam
                    int version,
            @Parameter(description = "Why", example = "machine is gone") @RequestParam
                    String reason,
            Caller caller) {
        SchemaName schema = SchemaNames.require("name", name);
        if (version < 1) {
            throw SchemaNames.badVersion("version", version);
        }
        SchemaId id = new SchemaId(schema, version);
        boolean isGone =
                references.force(
                        kind("kind", kind),
                        Requests.holder("holder", holder),
                        id,
                        caller.subject(),
                        Requests.reason("reason", reason));
        if (!isGone) {
            throw TerraneException.of(
                            CommonError.NOT_FOUND, id + " has no holder " + kind + " " + holder)
                    .field("holder")
                    .toException();
        }
        return ResponseEntity.noContent().build();
    }

    private static @Nullable Reference after(SchemaName schema, String token, Instant now) {
        if (token.isEmpty()) {
            return null;
        }
        String[] parts = token.split(SEPARATOR, -1);
        if (parts.length != 3 || !parts[0].matches("[1-9][0-9]{0,8}")) {
            throw SchemaRefusals.badPageToken("pageToken");
        }
        return new Reference(
                kind("pageToken", parts[1]),
                parts[2],
                new SchemaId(schema, Integer.parseInt(parts[0])),
                now,
                now,
                "");
    }

    private static ReferenceKind kind(String field, String text) {
        return ReferenceKind.find(text)
                .orElseThrow(() -> SchemaNames.bad(field, "a use is live or stored"));
    }
}
