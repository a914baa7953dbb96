package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.rpc.server.Caller;
import dev.terrane.support.web.Page;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.FlaggedChunk;
import dev.terrane.world.chunks.ListedChunk;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a room holds, over REST. */
@RestController
@RequestMapping(
        path = "/api/v1/worlds/{world}/rooms/{room}",
        produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "chunks")
class RoomContentController {
    private static final String BOX =
            "Half-open box in world units: minX,minY,maxX,maxY or minX,minY,minZ,maxX,maxY,maxZ";

    private static final Pattern NUMBER =
            Pattern.compile("-?\\d{1,400}(\\.\\d{1,400})?([eE][+-]?\\d{1,4})?");

    private final Chunks chunks;
    private final DefinitionCommands definitions;

    RoomContentController(Chunks chunks, DefinitionCommands definitions) {
        this.chunks = chunks;
        this.definitions = definitions;
    }

    @Operation(
            summary = "Lists chunks",
            description =
                    "Without their content, in the order cz, cy, cx; those the caller may not see"
                            + " without their checksum.")
    @ApiResponse(responseCode = "200", description = "A page of chunks")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/chunks")
    Page<ChunkHeadView> listChunks(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(description = BOX, example = "0,0,64,32") @RequestParam(required = false)
                    @Nullable String box,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken,
            Caller caller) {
        RoomKey key = room(world, room);
        ChunkGrid grid = definitions.get(key.world()).grid();
        int size = Requests.limit("limit", limit);
        List<ListedChunk> page =
                chunks.list(
                        key,
                        grid,
                        box(box, grid),
                        Pages.chunk("pageToken", pageToken),
                        size,
                        Viewer.of(caller));
        return new Page<>(
                page.stream().map(ChunkHeadView::of).toList(), Pages.afterChunks(page, size));
    }

    @Operation(
            summary = "Lists objects",
            description =
                    "Of one type or asset or of all, in the order of their chunks and ids. Those of"
                            + " chunks the caller may not see are left out.")
    @ApiResponse(responseCode = "200", description = "A page of objects")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/objects")
    Page<ObjectView> listObjects(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "spawn") @RequestParam(defaultValue = "") String type,
            @Parameter(example = "objects/spawn") @RequestParam(defaultValue = "") String asset,
            @Parameter(description = BOX, example = "0,0,64,32") @RequestParam(required = false)
                    @Nullable String box,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken,
            Caller caller) {
        RoomKey key = room(world, room);
        int size = Requests.limit("limit", limit);
        List<ObjectEntry> entries =
                chunks.listObjects(
                        new ObjectQuery(
                                key,
                                Viewer.of(caller),
                                Requests.typeFilter("type", type),
                                Requests.assetFilter("asset", asset),
                                box(box, definitions.get(key.world()).grid()),
                                Pages.object("pageToken", pageToken),
                                size));
        return new Page<>(
                entries.stream().map(ObjectView::of).toList(), Pages.afterObjects(entries, size));
    }

    @Operation(
            summary = "Lists flagged chunks",
            description =
                    "Chunks whose stored flags are not none, in the order of their keys. Right"
                            + " after an asset was flagged its chunks may not be in it yet.")
    @ApiResponse(responseCode = "200", description = "A page of chunks with their flags")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/flagged")
    Page<FlaggedView> listFlagged(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        RoomKey key = room(world, room);
        int size = Requests.limit("limit", limit);
        List<FlaggedChunk> flagged =
                chunks.listFlagged(key, Pages.key("pageToken", pageToken), size);
        return new Page<>(
                flagged.stream().map(FlaggedView::of).toList(), Pages.afterFlagged(flagged, size));
    }

    private RoomKey room(String world, String room) {
        return definitions.get(Requests.room(Requests.world("world", world), "room", room)).key();
    }

    /** Of decimal digits: Java's own grammar takes more than JSON's. */
    private static double side(String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw Requests.bad("box", "a number is expected, not '" + text + "'");
        }
        return Double.parseDouble(text);
    }

    private static Optional<Box> box(@Nullable String text, ChunkGrid grid) {
        if (text == null || text.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = text.split(",", -1);
        try {
            double[] sides = new double[parts.length];
            for (int i = 0; i < parts.length; i++) {
                sides[i] = side(parts[i]);
            }
            if (sides.length == 4) {
                double bottom = grid.origin().z();
                return Optional.of(
                        new Box(
                                sides[0],
                                sides[1],
                                bottom,
                                sides[2],
                                sides[3],
                                bottom + grid.size().z()));
            }
            if (sides.length == 6) {
                return Optional.of(
                        new Box(sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]));
            }
        } catch (IllegalArgumentException e) {
            throw Requests.bad("box", String.valueOf(e.getMessage()));
        }
        throw Requests.bad("box", "four or six numbers are expected");
    }
}
