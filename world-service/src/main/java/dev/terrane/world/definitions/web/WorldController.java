package dev.terrane.world.definitions.web;

import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.server.Caller;
import dev.terrane.support.web.EntityTags;
import dev.terrane.support.web.Page;
import dev.terrane.world.definitions.Changed;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.DefinitionTag;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.RoomState;
import dev.terrane.world.definitions.Side;
import dev.terrane.world.definitions.World;
import dev.terrane.world.definitions.WorldChange;
import dev.terrane.world.definitions.wire.DefinitionRefusals;
import dev.terrane.world.flags.Viewer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Worlds and rooms over REST. */
@RestController
@RequestMapping(path = "/api/v1/worlds", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "worlds", description = "Worlds and their rooms")
class WorldController {
    private static final String WORLD =
            """
            {"id": "isle", "name": "The isle", "chunkSize": [32, 32, 1], "origin": [0, 0, 0],
             "durability": "committed"}""";

    private static final String ROOM =
            """
            {"id": "main", "name": "The village", "min": [0, 0, 0], "max": [96, 64, 1]}""";

    private static final String BASE = "If-Match with the ETag it was read with";

    private final Definitions definitions;
    private final DefinitionCommands commands;

    WorldController(Definitions definitions, DefinitionCommands commands) {
        this.definitions = definitions;
        this.commands = commands;
    }

    @Operation(summary = "Lists worlds", description = "In the order of their ids.")
    @GetMapping
    Page<WorldView> listWorlds(
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        int size = Requests.limit("limit", limit);
        List<World> worlds = commands.listWorlds(Requests.after("pageToken", pageToken), size);
        return new Page<>(
                worlds.stream().map(WorldView::of).toList(),
                worlds.size() == size ? worlds.getLast().id().value() : "");
    }

    @Operation(
            summary = "Creates a world",
            description = "The same definition again gives the existing world.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = WorldView.class),
                            examples = @ExampleObject(name = "an isle", value = WORLD)))
    @ApiResponse(responseCode = "200", description = "The world")
    @ApiResponse(responseCode = "409", description = "DEFINITION_CONFLICT", content = @Content)
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<WorldView> createWorld(@RequestBody WorldView world) {
        return answer(commands.create(world.toWorld()));
    }

    @Operation(summary = "One world")
    @ApiResponse(responseCode = "200", description = "The world")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @GetMapping("/{world}")
    ResponseEntity<WorldView> getWorld(@Parameter(example = "isle") @PathVariable String world) {
        return answer(commands.get(Requests.world("world", world)));
    }

    @Operation(
            summary = "Changes a world",
            description =
                    "A merge patch (RFC 7396): members left out stay, none can be removed. The name"
                            + " may change any time, chunk size and origin while the world never"
                            + " had a chunk and no import is under way. A change that holds"
                            + " already is answered as done, so a retry is safe.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MergePatch.TYPE,
                            schema = @Schema(implementation = WorldPatchView.class),
                            examples =
                                    @ExampleObject(
                                            name = "another name",
                                            value = "{\"name\": \"The isle of Ada\"}")))
    @ApiResponse(responseCode = "200", description = "The world as it is now")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "WORLD_GRID_FIXED", content = @Content)
    @ApiResponse(
            responseCode = "412",
            description = "DEFINITION_STALE with currentRevision and currentEtag",
            content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PatchMapping(path = "/{world}", consumes = MergePatch.TYPE)
    ResponseEntity<WorldView> changeWorld(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = BASE)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @RequestBody JsonNode patch) {
        WorldId id = Requests.world("world", world);
        DefinitionTag expected = DefinitionTags.base(ifMatch, "a world");
        MergePatch members = MergePatch.of(patch, WorldPatchView.MEMBERS);
        members.requireSame("id", id.value());
        members.requireSame("revision", expected.revision());
        members.requireSame("etag", expected.toString());
        WorldChange change = WorldPatchView.change(members);
        if (members.has("durability")) {
            members.requireSame(
                    "durability",
                    commands.get(id).durability().storedName(),
                    "PUT /api/v1/worlds/" + id + "/durability changes it");
        }
        return answer(DefinitionRefusals.done(id, commands.change(id, change, expected)).value());
    }

    @Operation(summary = "Lists the rooms of a world", description = "In the order of their ids.")
    @GetMapping("/{world}/rooms")
    Page<RoomView> listRooms(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        WorldId id = commands.get(Requests.world("world", world)).id();
        int size = Requests.limit("limit", limit);
        List<RoomState> rooms =
                definitions.listRooms(id, Requests.after("pageToken", pageToken), size);
        return new Page<>(
                rooms.stream().map(RoomView::of).toList(),
                rooms.size() == size ? rooms.getLast().room().key().room().value() : "");
    }

    @Operation(
            summary = "Creates a room",
            description = "The same definition again gives the existing room.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = RoomView.class),
                            examples = @ExampleObject(name = "a village", value = ROOM)))
    @ApiResponse(responseCode = "200", description = "The room")
    @ApiResponse(responseCode = "409", description = "DEFINITION_CONFLICT", content = @Content)
    @PostMapping(path = "/{world}/rooms", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<RoomView> createRoom(
            @Parameter(example = "isle") @PathVariable String world, @RequestBody RoomView room) {
        return answer(commands.create(room.toRoom(Requests.world("world", world))));
    }

    @Operation(summary = "One room")
    @ApiResponse(responseCode = "200", description = "The room")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @GetMapping("/{world}/rooms/{room}")
    ResponseEntity<RoomView> getRoom(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room) {
        return answer(
                commands.getState(Requests.room(Requests.world("world", world), "room", room)));
    }

    @Operation(
            summary = "Changes a room",
            description =
                    "A merge patch (RFC 7396): members left out stay, none can be removed; corners"
                            + " are sent whole. A room does not shrink over what is in it: the"
                            + " refusal lists the first 64 places in errors, each with a pointer"
                            + " to the side, the chunk and the object. A change that holds"
                            + " already is answered as done, so a retry is safe.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MergePatch.TYPE,
                            schema = @Schema(implementation = RoomPatchView.class),
                            examples =
                                    @ExampleObject(
                                            name = "larger",
                                            value = "{\"max\": [128, 96, 1]}")))
    @ApiResponse(responseCode = "200", description = "The room as it is now")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "ROOM_CONTENT_OUTSIDE with errors; DEFINITION_CONFLICT",
            content = @Content)
    @ApiResponse(
            responseCode = "412",
            description = "DEFINITION_STALE with currentRevision and currentEtag",
            content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PatchMapping(path = "/{world}/rooms/{room}", consumes = MergePatch.TYPE)
    ResponseEntity<RoomView> changeRoom(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(description = BASE)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @RequestBody JsonNode patch,
            Caller caller) {
        RoomKey key = Requests.room(Requests.world("world", world), "room", room);
        DefinitionTag expected = DefinitionTags.base(ifMatch, "a room");
        MergePatch members = MergePatch.of(patch, RoomPatchView.MEMBERS);
        members.requireSame("id", key.room().value());
        members.requireSame("world", key.world().value());
        members.requireSame("revision", expected.revision());
        members.requireSame("etag", expected.toString());
        Changed<RoomState> outcome =
                commands.change(
                        key,
                        RoomPatchView.change(members),
                        expected,
                        Viewer.of(caller),
                        Side::restPointer);
        return answer(DefinitionRefusals.done(key, Side::restPointer, outcome).value());
    }

    private static ResponseEntity<WorldView> answer(World world) {
        return EntityTags.changing(ResponseEntity.ok(), world.tag()).body(WorldView.of(world));
    }

    private static ResponseEntity<RoomView> answer(RoomState room) {
        return EntityTags.changing(ResponseEntity.ok(), room.tag()).body(RoomView.of(room));
    }
}
