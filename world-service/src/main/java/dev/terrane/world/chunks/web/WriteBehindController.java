package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.server.Caller;
import dev.terrane.world.chunks.CrashLosses;
import dev.terrane.world.chunks.DirtyChunks;
import dev.terrane.world.chunks.DurabilityWait;
import dev.terrane.world.chunks.LostChunk;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.WriteBehind;
import dev.terrane.world.chunks.wire.ChunkRefusals;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Durability;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.Viewer;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Worlds that write behind, over REST. */
@RestController
@RequestMapping(path = "/api/v1/worlds/{world}", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "maintenance")
class WriteBehindController {
    private final DurabilityWait wait;
    private final WriteBehind writeBehind;
    private final CrashLosses losses;
    private final DirtyChunks dirty;
    private final DefinitionCommands definitions;

    WriteBehindController(
            DurabilityWait wait,
            WriteBehind writeBehind,
            CrashLosses losses,
            DirtyChunks dirty,
            DefinitionCommands definitions) {
        this.wait = wait;
        this.writeBehind = writeBehind;
        this.losses = losses;
        this.dirty = dirty;
        this.definitions = definitions;
    }

    record DurabilityView(
            @Schema(
                            example = "write-behind",
                            allowableValues = {"committed", "write-behind"})
                    @Nullable String durability) {}

    record LostView(
            @Schema(example = "1") long id,
            @Schema(example = "isle:main:0:0:0") String key,
            @Schema(description = "The one it fell back to", example = "3") long revision,
            String checksum,
            Instant foundAt) {}

    record WriteBehindView(
            @Schema(
                            example = "write-behind",
                            allowableValues = {"committed", "write-behind"})
                    String durability,
            @Schema(description = "Chunks with changes in memory only", example = "2")
                    int dirtyChunks,
            @Schema(example = "9") long pendingRevisions,
            @Schema(example = "36864") long pendingBytes,
            @Schema(description = "Since the oldest of them came", example = "310")
                    long oldestMillis,
            @Schema(description = "Why the last flush failed; empty when it did not")
                    String lastFailure,
            @Schema(description = "Chunks that fell back after a crash, the newest first")
                    List<LostView> items,
            String nextPageToken) {}

    record StateView(
            @Schema(allowableValues = {"durable", "pending", "unknown"}) String state,
            @Schema(description = "0 when unknown", example = "4") long revision) {}

    @Operation(
            summary = "Says when changes of a world are acknowledged",
            description =
                    "committed: after their commit to disk. write-behind, on SQLite only: before;"
                            + " what is in memory is made durable when it becomes committed.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = DurabilityView.class),
                            examples =
                                    @ExampleObject(
                                            name = "every commit",
                                            value = "{\"durability\": \"committed\"}")))
    @ApiResponse(responseCode = "200", description = "As it is now")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "501", description = "SQLITE_ONLY", content = @Content)
    @PutMapping(path = "/durability", consumes = MediaType.APPLICATION_JSON_VALUE)
    DurabilityView setDurability(
            @Parameter(example = "isle") @PathVariable String world,
            @RequestBody DurabilityView wanted) {
        WorldId id = Requests.world("world", world);
        Durability durability =
                Durability.find(String.valueOf(wanted.durability()))
                        .orElseThrow(
                                () ->
                                        Requests.bad(
                                                "durability",
                                                "'committed' or 'write-behind', not '"
                                                        + wanted.durability()
                                                        + "'"));
        if (durability == Durability.WRITE_BEHIND) {
            definitions.requireWriteBehind();
        }
        World now =
                writeBehind
                        .setDurability(id, durability)
                        .orElseThrow(() -> Requests.notFound("world", id));
        return new DurabilityView(now.durability().storedName());
    }

    @Operation(
            summary = "What is not on disk yet, and what was lost",
            description = "Of every world; the durability is this one's.")
    @ApiResponse(responseCode = "200", description = "The load, and a page of what was lost")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/maintenance/write-behind")
    WriteBehindView writeBehind(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        World found = definitions.get(Requests.world("world", world));
        int size = Requests.limit("limit", limit);
        List<LostChunk> lost = losses.list(Pages.revision("pageToken", pageToken), size);
        DirtyChunks.Load load = dirty.load();
        return new WriteBehindView(
                found.durability().storedName(),
                load.chunks(),
                load.revisions(),
                load.bytes(),
                load.oldestMillis(),
                writeBehind.lastFailure(),
                lost.stream()
                        .map(
                                one ->
                                        new LostView(
                                                one.id(),
                                                one.head().key().toString(),
                                                one.head().revision(),
                                                one.head().checksum().hex(),
                                                one.foundAt()))
                        .toList(),
                lost.size() < size ? "" : Long.toString(lost.getLast().id()));
    }

    @Operation(
            summary = "Waits until a change is durable",
            description =
                    "The change is named by revision and checksum, or by its Idempotency-Key."
                            + " Answers durable as soon as it is on disk, pending when the time"
                            + " is over, unknown when it is neither there nor in memory.")
    @ApiResponse(responseCode = "200", description = "What is known of the change")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(
            responseCode = "403",
            description = "CHUNK_GATED, when asked by a checksum",
            content = @Content)
    @GetMapping("/rooms/{room}/chunks/{coord}/durability")
    StateView durability(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord,
            @Parameter(example = "4") @RequestParam(defaultValue = "0") long revision,
            @Parameter(description = "Of that revision") @RequestParam(defaultValue = "")
                    String checksum,
            @Parameter(description = "The caller's Idempotency-Key", example = "edit-1")
                    @RequestParam(defaultValue = "")
                    String editId,
            @Parameter(description = "0..30000", example = "5000") @RequestParam(defaultValue = "0")
                    long waitMillis,
            Caller caller) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        DurabilityWait.Name name =
                DurabilityWait.name(revision, checksum, editId).ofCaller(caller.subject());
        ChunkRefusals.requireSeen(key, wait.findGate(key, name, Viewer.of(caller)));
        return switch (wait.await(key, name, DurabilityWait.wait("waitMillis", waitMillis))) {
            case DurabilityWait.State.Durable(long made) -> new StateView("durable", made);
            case DurabilityWait.State.Pending(long made) -> new StateView("pending", made);
            case DurabilityWait.State.Unknown() -> new StateView("unknown", 0);
        };
    }
}
