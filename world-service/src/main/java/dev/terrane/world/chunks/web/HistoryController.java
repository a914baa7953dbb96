package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.rpc.server.Caller;
import dev.terrane.support.web.Page;
import dev.terrane.world.chunks.ChunkDiff;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.chunks.wire.ChunkRefusals;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a chunk was, and what it is flagged for, over REST. */
@RestController
@RequestMapping("/api/v1/worlds/{world}/rooms/{room}/chunks/{coord}")
@Tag(name = "history", description = "Revisions of chunks; gated like the chunks themselves")
class HistoryController {
    private final ChunkHistory history;
    private final Chunks chunks;

    HistoryController(ChunkHistory history, Chunks chunks) {
        this.history = history;
        this.chunks = chunks;
    }

    @Operation(
            summary = "A chunk's history",
            description =
                    "The newest first; also of a chunk that is deleted. A page has at most 64 for"
                            + " callers who may not see everything.")
    @ApiResponse(responseCode = "200", description = "A page of revisions")
    @ApiResponse(responseCode = "403", description = "CHUNK_GATED", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/revisions", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<RevisionView> list(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        Viewer viewer = Viewer.of(caller);
        int size = ChunkHistory.pageSize(Requests.limit("limit", limit), viewer);
        long before = Pages.revision("pageToken", pageToken);
        ChunkHistory.Page.Rows page =
                ChunkRefusals.rows(
                        key, pageToken.isEmpty(), history.list(key, viewer, before, size));
        return new Page<>(RevisionView.of(page), Pages.afterRevisions(page.revisions(), size));
    }

    @Operation(
            summary = "A chunk as it was",
            description = "JSON, AGPC image or picture, like the chunk itself.")
    @ApiResponse(responseCode = "200", description = "The chunk at that revision")
    @ApiResponse(
            responseCode = "403",
            description =
                    "CHUNK_GATED: of a chunk that the caller may not see whatever the revision, or"
                            + " of this revision",
            content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "REVISION_UNAVAILABLE", content = @Content)
    @GetMapping(
            path = "/revisions/{revision}",
            produces = {
                MediaType.APPLICATION_JSON_VALUE,
                Representation.AGPC_TYPE,
                MediaType.IMAGE_PNG_VALUE
            })
    ResponseEntity<byte[]> get(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @Parameter(example = "3") @PathVariable long revision,
            @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
                    @Nullable String ifNoneMatch,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        StoredChunk chunk =
                ChunkRefusals.past(key, revision, history.get(key, revision, Viewer.of(caller)));
        return Representation.of(accept).reply(chunk, ifNoneMatch);
    }

    @Operation(
            summary = "What differs between two revisions",
            description =
                    "Cells that show something else, layers that came, went or were renamed, and"
                            + " objects. At most 4,096 cells are named.")
    @ApiResponse(responseCode = "200", description = "What differs")
    @ApiResponse(responseCode = "403", description = "CHUNK_GATED", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "REVISION_UNAVAILABLE", content = @Content)
    @GetMapping(path = "/diff", produces = MediaType.APPLICATION_JSON_VALUE)
    DiffView diff(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @Parameter(example = "1") @RequestParam long from,
            @Parameter(description = "0, or left out, for the current one", example = "2")
                    @RequestParam(defaultValue = "0")
                    long to,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        if (to < 0) {
            throw Requests.bad("to", "a revision is a number from 1; 0 is the current one");
        }
        List<ChunkHistory.Past> both = history.getBoth(key, from, to, Viewer.of(caller));
        StoredChunk older = ChunkRefusals.past(key, from, both.get(0));
        StoredChunk newer = ChunkRefusals.past(key, to, both.get(1));
        return DiffView.of(older, newer, ChunkDiff.of(older.chunk(), newer.chunk()));
    }

    @Operation(
            summary = "What a chunk is flagged for",
            description = "By the flags its assets have now; for everybody, without content.")
    @ApiResponse(responseCode = "200", description = "The flags")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(path = "/flags", produces = MediaType.APPLICATION_JSON_VALUE)
    FlaggedView flags(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        return FlaggedView.of(
                chunks.findFlags(key).orElseThrow(() -> Requests.notFound("chunk", key)));
    }
}
