package dev.terrane.schema.registry.web;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.channels.ChannelMove;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelPointer;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.edge.RegistryRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.support.web.EntityTags;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Channels over REST. */
@RestController
@RequestMapping("/api/v1/channels")
@Tag(name = "channels", description = "Named pointers to versions, moved with an audited reason")
class ChannelController {
    private static final String TAG =
            "The ETag the pointer was read with; `\"0\"` when it points nowhere";

    private final Channels channels;
    private final SchemaRegistry registry;

    ChannelController(Channels channels, SchemaRegistry registry) {
        this.channels = channels;
        this.registry = registry;
    }

    /**
     * Where a channel shall point.
     *
     * @param version the number
     * @param reason why
     */
    @Schema(name = "MoveChannel")
    record MoveRequest(
            @Schema(example = "3") @Nullable Integer version,
            @Schema(example = "release 1.4") @Nullable String reason) {}

    /**
     * Why a channel goes back.
     *
     * @param reason why
     */
    @Schema(name = "RollbackChannel")
    record RollbackRequest(@Schema(example = "crashes on join") @Nullable String reason) {}

    @Operation(summary = "Lists the channels", description = "As `schema.channels` names them.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    Page<ChannelView.Name> names() {
        return Page.whole(
                channels.names().stream().map(name -> new ChannelView.Name(name.value())).toList());
    }

    @Operation(summary = "Where a channel points", description = "For each schema, by name.")
    @GetMapping(path = "/{channel}", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<ChannelView> list(
            @Parameter(example = "prod") @PathVariable String channel,
            @Parameter(description = "Pointers on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        ChannelName name = Requests.channel("channel", channel, channels);
        SchemaName after = pageToken.isEmpty() ? null : SchemaNames.require("pageToken", pageToken);
        List<ChannelPointer> found = channels.list(name, after, Pages.limit(limit) + 1);
        return Page.of(found, limit, ChannelView::of, pointer -> pointer.id().name().toString());
    }

    @Operation(summary = "Where a channel points for a schema")
    @ApiResponse(responseCode = "200", description = "The pointer")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/{channel}/{name}", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ChannelView> get(
            @Parameter(example = "prod") @PathVariable String channel,
            @Parameter(example = "guest-room") @PathVariable String name) {
        ChannelName of = Requests.channel("channel", channel, channels);
        SchemaName schema = SchemaNames.require("name", name);
        return answer(
                channels.find(of, schema)
                        .orElseThrow(
                                () ->
                                        TerraneException.of(
                                                        CommonError.NOT_FOUND,
                                                        "channel "
                                                                + of
                                                                + " points nowhere for "
                                                                + schema)
                                                .field("name")
                                                .extra("currentRevision", "0")
                                                .toException()));
    }

    @Operation(
            summary = "Points a channel to a version",
            description =
                    "With If-Match. Pointing it where it points already changes nothing, so a retry"
                            + " is safe. Who holds another version keeps it.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples =
                                    @ExampleObject(
                                            value =
                                                    "{\"version\": 3, \"reason\": \"release 1.4\"}")))
    @ApiResponse(responseCode = "200", description = "It points there")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "410", description = "SCHEMA_RETIRED", content = @Content)
    @ApiResponse(
            responseCode = "412",
            description = "CHANNEL_STALE with `currentRevision` and `currentVersion`",
            content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PutMapping(
            path = "/{channel}/{name}",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ChannelView> move(
            @Parameter(example = "prod") @PathVariable String channel,
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @RequestBody MoveRequest body,
            Caller caller) {
        ChannelName of = Requests.channel("channel", channel, channels);
        SchemaName schema = SchemaNames.require("name", name);
        if (body.version() == null || body.version() < 1) {
            throw SchemaNames.bad("version", "a version is a number from 1");
        }
        return answer(
                RegistryRefusals.moved(
                        registry,
                        of,
                        schema,
                        channels.move(
                                of,
                                schema,
                                body.version(),
                                expected(ifMatch),
                                Requests.reason("reason", body.reason()),
                                caller.subject())));
    }

    @Operation(
            summary = "Points a channel to where it pointed before",
            description = "With If-Match. Done again, it goes on backwards.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(value = "{\"reason\": \"crashes on join\"}")))
    @ApiResponse(responseCode = "200", description = "It points there")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "410", description = "SCHEMA_RETIRED", content = @Content)
    @ApiResponse(responseCode = "412", description = "CHANNEL_STALE", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PostMapping(
            path = "/{channel}/{name}:rollback",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<ChannelView> rollback(
            @Parameter(example = "prod") @PathVariable String channel,
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = TAG)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @RequestBody RollbackRequest body,
            Caller caller) {
        ChannelName of = Requests.channel("channel", channel, channels);
        SchemaName schema = SchemaNames.require("name", name);
        return answer(
                RegistryRefusals.moved(
                        registry,
                        of,
                        schema,
                        channels.rollback(
                                of,
                                schema,
                                expected(ifMatch),
                                Requests.reason("reason", body.reason()),
                                caller.subject())));
    }

    @Operation(summary = "Moves of a channel for a schema", description = "Newest first, for ever.")
    @GetMapping(path = "/{channel}/{name}/moves", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<ChannelView.Move> moves(
            @Parameter(example = "prod") @PathVariable String channel,
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = "Moves on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        List<ChannelMove> found =
                channels.moves(
                        Requests.channel("channel", channel, channels),
                        SchemaNames.require("name", name),
                        Pages.number(pageToken, Long.MAX_VALUE),
                        Pages.limit(limit) + 1);
        return Page.of(found, limit, ChannelView.Move::of, move -> Long.toString(move.revision()));
    }

    private static OptionalLong expected(@Nullable String ifMatch) {
        return OptionalLong.of(
                EntityTags.required(
                        ifMatch,
                        "a channel",
                        tag ->
                                tag.matches("[0-9]{1,18}")
                                        ? Optional.of(Long.parseLong(tag))
                                        : Optional.empty()));
    }

    private static ResponseEntity<ChannelView> answer(ChannelPointer pointer) {
        return EntityTags.changing(ResponseEntity.ok(), pointer.revision())
                .body(ChannelView.of(pointer));
    }
}
