package dev.terrane.world.definitions.web;

import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.Room;
import dev.terrane.world.definitions.World;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Worlds and rooms over REST. */
@RestController
@RequestMapping(path = "/api/v1/worlds", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "worlds", description = "Worlds and their rooms")
class WorldController {
    private final Definitions definitions;
    private final DefinitionCommands commands;

    WorldController(Definitions definitions, DefinitionCommands commands) {
        this.definitions = definitions;
        this.commands = commands;
    }

    @Operation(summary = "Lists worlds", description = "In the order of their ids.")
    @GetMapping
    PageView<WorldView> listWorlds(
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        int size = Requests.limit("limit", limit);
        List<World> worlds = commands.listWorlds(Requests.after("pageToken", pageToken), size);
        return new PageView<>(
                worlds.stream().map(WorldView::of).toList(),
                worlds.size() == size ? worlds.getLast().id().value() : "");
    }

    @Operation(
            summary = "Creates a world",
            description = "The same definition again gives the existing world.")
    @ApiResponse(responseCode = "200", description = "The world")
    @ApiResponse(responseCode = "409", description = "DEFINITION_CONFLICT", content = @Content)
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    WorldView createWorld(@RequestBody WorldView world) {
        return WorldView.of(commands.create(world.toWorld()));
    }

    @Operation(summary = "One world")
    @ApiResponse(responseCode = "200", description = "The world")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/{world}")
    WorldView getWorld(@Parameter(example = "isle") @PathVariable String world) {
        return WorldView.of(commands.get(Requests.world("world", world)));
    }

    @Operation(summary = "Lists the rooms of a world", description = "In the order of their ids.")
    @GetMapping("/{world}/rooms")
    PageView<RoomView> listRooms(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        WorldId id = commands.get(Requests.world("world", world)).id();
        int size = Requests.limit("limit", limit);
        List<Room> rooms = definitions.listRooms(id, Requests.after("pageToken", pageToken), size);
        return new PageView<>(
                rooms.stream().map(RoomView::of).toList(),
                rooms.size() == size ? rooms.getLast().key().room().value() : "");
    }

    @Operation(
            summary = "Creates a room",
            description = "The same definition again gives the existing room.")
    @ApiResponse(responseCode = "200", description = "The room")
    @ApiResponse(responseCode = "409", description = "DEFINITION_CONFLICT", content = @Content)
    @PostMapping(path = "/{world}/rooms", consumes = MediaType.APPLICATION_JSON_VALUE)
    RoomView createRoom(
            @Parameter(example = "isle") @PathVariable String world, @RequestBody RoomView room) {
        return RoomView.of(commands.create(room.toRoom(Requests.world("world", world))));
    }

    @Operation(summary = "One room")
    @ApiResponse(responseCode = "200", description = "The room")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/{world}/rooms/{room}")
    RoomView getRoom(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room) {
        RoomKey key = Requests.room(Requests.world("world", world), "room", room);
        return RoomView.of(commands.get(key));
    }
}
