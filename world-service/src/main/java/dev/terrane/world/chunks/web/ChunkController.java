package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.chunks.wire.ChunkRefusals;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** One chunk over REST. */
@RestController
@RequestMapping("/api/v1/worlds/{world}/rooms/{room}/chunks/{coord}")
@Tag(
        name = "chunks",
        description = "Chunks as JSON, AGPC images or pictures; changes name their base")
class ChunkController {
    private static final String BASE = "If-Match with the chunk's ETag of any representation";
    private static final String PATCH =
            """
            [{"op": "replace", "path": "/tiles/0/tiles/33", "value": 2}]""";

    private static final String CHUNK =
            """
            {"world_id": "isle", "room_id": "main", "coord": {"cx": 0, "cy": 0, "cz": 0}}""";

    private final Chunks chunks;
    private final Edits edits;
    private final DefinitionCommands definitions;

    ChunkController(Chunks chunks, Edits edits, DefinitionCommands definitions) {
        this.chunks = chunks;
        this.edits = edits;
        this.definitions = definitions;
    }

    @Operation(
            summary = "One chunk",
            description =
                    "JSON, the AGPC image with Accept: application/vnd.terrane.agpc, or a picture with"
                            + " Accept: image/png. The ETag is the checksum with the"
                            + " representation's name. A chunk flagged for more than the token's"
                            + " content allowance answers its flags alone.")
    @ApiResponse(responseCode = "200", description = "The chunk")
    @ApiResponse(responseCode = "304", description = "The copy you have is it", content = @Content)
    @ApiResponse(responseCode = "403", description = "CHUNK_GATED with flags", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping(
            produces = {
                MediaType.APPLICATION_JSON_VALUE,
                Representation.AGPC_TYPE,
                MediaType.IMAGE_PNG_VALUE
            })
    ResponseEntity<byte[]> get(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @RequestHeader(name = HttpHeaders.ACCEPT, defaultValue = "*/*") String accept,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
                    @Nullable String ifNoneMatch,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        StoredChunk chunk = ChunkRefusals.present(key, chunks.get(key, Viewer.of(caller)));
        return Representation.of(accept).reply(chunk, ifNoneMatch);
    }

    @Operation(
            summary = "Applies a patch",
            description =
                    "RFC 6902 on the chunk's JSON, all or nothing; only under /tiles and /objects,"
                            + " at most 4,096 operations and 256 KiB. Answered after the commit.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = Representation.PATCH_TYPE,
                            examples = @ExampleObject(name = "one tile", value = PATCH)))
    @ApiResponse(responseCode = "200", description = "Committed, or nothing to change")
    @ApiResponse(responseCode = "403", description = "PATCH_PATH_FORBIDDEN", content = @Content)
    @ApiResponse(
            responseCode = "412",
            description = "STALE_REVISION with currentRevision, currentChecksum, deleted",
            content = @Content)
    @ApiResponse(responseCode = "422", description = "CHUNK_INVALID", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PatchMapping(consumes = Representation.PATCH_TYPE, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditView> patch(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @Parameter(description = BASE)
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @Parameter(description = "Makes a retry safe; optional")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String editId,
            @RequestBody byte[] patch,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        return submit(key, ChunkConditions.base(ifMatch), Edits.patch(patch), editId, caller);
    }

    @Operation(
            summary = "Creates or replaces a chunk",
            description =
                    "If-None-Match: * creates, If-Match replaces. JSON or an AGPC image; flags and"
                            + " meta of it are ignored.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = {
                @Content(
                        mediaType = MediaType.APPLICATION_JSON_VALUE,
                        examples = @ExampleObject(name = "an empty chunk", value = CHUNK)),
                @Content(
                        mediaType = Representation.AGPC_TYPE,
                        examples = @ExampleObject(name = "an image", summary = "bytes of AGPC"))
            })
    @ApiResponse(responseCode = "200", description = "Committed, or nothing to change")
    @ApiResponse(responseCode = "412", description = "STALE_REVISION", content = @Content)
    @ApiResponse(responseCode = "422", description = "CHUNK_INVALID", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PutMapping(
            consumes = {MediaType.APPLICATION_JSON_VALUE, Representation.AGPC_TYPE},
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditView> put(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
                    @Nullable String ifNoneMatch,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String editId,
            @RequestHeader(name = HttpHeaders.CONTENT_TYPE) String contentType,
            @RequestBody byte[] content,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        Base base = ChunkConditions.base(ifMatch, ifNoneMatch);
        ChunkGrid grid = definitions.get(key.world()).grid();
        boolean isImage = Representation.isImage(contentType);
        Chunk chunk = isImage ? Edits.image(Bytes.wrap(content)) : Edits.document(content, grid);
        if (!chunk.key().equals(key)) {
            TerraneException another =
                    Requests.bad("body", "it holds chunk " + chunk.key() + ", not " + key);
            throw isImage ? another : another.at(difference(chunk.key(), key));
        }
        return submit(key, base, Edits.put(chunk), editId, caller);
    }

    /** The member of the JSON form that names another chunk. */
    private static String difference(ChunkKey held, ChunkKey wanted) {
        if (!held.world().equals(wanted.world())) {
            return "/world_id";
        }
        return held.room().equals(wanted.room()) ? "/coord" : "/room_id";
    }

    @Operation(summary = "Removes a chunk", description = "Its history stays.")
    @ApiResponse(responseCode = "200", description = "Committed")
    @ApiResponse(responseCode = "412", description = "STALE_REVISION", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @DeleteMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditView> delete(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String editId,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        return submit(
                key,
                ChunkConditions.base(ifMatch),
                new EditRequest.Change.Delete(),
                editId,
                caller);
    }

    @Operation(
            summary = "Brings an older revision back",
            description =
                    "As a new revision, with the flags its assets have now. If-Match names the"
                            + " current revision; If-None-Match: * brings a deleted chunk back.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(name = "to 1", value = "{\"revision\": 1}")))
    @ApiResponse(responseCode = "200", description = "Committed")
    @ApiResponse(responseCode = "403", description = "CHUNK_GATED", content = @Content)
    @ApiResponse(responseCode = "409", description = "REVISION_UNAVAILABLE", content = @Content)
    @ApiResponse(responseCode = "412", description = "STALE_REVISION", content = @Content)
    @ApiResponse(responseCode = "428", description = "PRECONDITION_REQUIRED", content = @Content)
    @PostMapping(
            path = "/rollback",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<EditView> rollback(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false) @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false)
                    @Nullable String ifNoneMatch,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String editId,
            @RequestBody RollbackView target,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        return submit(
                key,
                ChunkConditions.base(ifMatch, ifNoneMatch),
                new EditRequest.Change.Rollback(target.checkedRevision()),
                editId,
                caller);
    }

    private ResponseEntity<EditView> submit(
            ChunkKey key,
            Base base,
            EditRequest.Change change,
            @Nullable String editId,
            Caller caller) {
        String id =
                editId == null
                        ? UUID.randomUUID().toString()
                        : Requests.requestId("Idempotency-Key", editId);
        EditRequest.Editor editor = new EditRequest.Editor(caller.subject(), Viewer.of(caller));
        EditResult result =
                edits.submit(
                        EditRequest.of(
                                key,
                                base,
                                change,
                                EditRequest.Id.ofCaller(id, caller.subject()),
                                editor));
        EditResult.Applied applied = ChunkRefusals.applied(key, result);
        return ResponseEntity.ok()
                .eTag(Representation.JSON.tag(applied.head().checksum().hex()))
                .body(EditView.of(applied));
    }
}
