package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.web.Page;
import dev.terrane.world.backups.Backup;
import dev.terrane.world.backups.Backups;
import dev.terrane.world.chunks.ChunkUpkeep;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.Edits;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.Quarantined;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.chunks.wire.ChunkRefusals;
import dev.terrane.world.definitions.DefinitionCommands;
import dev.terrane.world.definitions.Requests;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Looking after a world's chunks, over REST. */
@RestController
@RequestMapping(path = "/api/v1/worlds/{world}", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "maintenance", description = "Checks, repairs and what goes over all chunks")
class UpkeepController {
    private static final String ROOM = "Only chunks of this room";

    private final ChunkUpkeep upkeep;
    private final Chunks chunks;
    private final Edits edits;
    private final DefinitionCommands definitions;
    private final Backups backups;

    UpkeepController(
            ChunkUpkeep upkeep,
            Chunks chunks,
            Edits edits,
            DefinitionCommands definitions,
            Backups backups) {
        this.upkeep = upkeep;
        this.chunks = chunks;
        this.edits = edits;
        this.definitions = definitions;
        this.backups = backups;
    }

    record FaultView(
            @Schema(example = "isle:main:0:0:0") String key,
            @Schema(example = "3") long revision,
            @Schema(example = "offset 16: the body's SHA-256 is not the header's") String detail) {}

    record ReportView(
            @Schema(example = "6") long checked,
            @Schema(example = "0") long faulty,
            @Schema(description = "The first 100") List<FaultView> faults,
            @Schema(
                            description =
                                    "What SQLite says of the whole file: pages, indices, references"
                                            + " between rows; the first 100")
                    List<String> databaseFaults) {}

    record RebuiltView(
            @Schema(example = "6") long rebuilt,
            @Schema(description = "Could not be read", example = "0") long skipped) {}

    record CountView(@Schema(example = "6") long count) {}

    record QuarantineView(
            @Schema(example = "1") long id,
            FaultView fault,
            @Schema(description = "The one it should have had") String checksum,
            Instant foundAt) {}

    @Operation(
            summary = "Checks stored chunks",
            description =
                    "Payload, row, derived rows and history of each, and on SQLite the whole file's"
                            + " pages and indices. Payloads that do not verify are set aside with"
                            + " their bytes.")
    @ApiResponse(responseCode = "200", description = "What was checked and found")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping("/maintenance/verify")
    ReportView verify(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = ROOM, example = "main") @RequestParam(defaultValue = "")
                    String room) {
        ChunkUpkeep.Report report = upkeep.verify(scope(world, room));
        return new ReportView(
                report.checked(),
                report.faulty(),
                report.faults().stream()
                        .map(f -> new FaultView(f.key().toString(), f.revision(), f.detail()))
                        .toList(),
                report.databaseFaults());
    }

    @Operation(summary = "Makes the index of objects, flags and assets anew")
    @ApiResponse(responseCode = "200", description = "How many chunks")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping("/maintenance/rebuild-index")
    RebuiltView rebuildIndex(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = ROOM, example = "main") @RequestParam(defaultValue = "")
                    String room) {
        ChunkUpkeep.Rebuilt rebuilt = upkeep.rebuildIndex(scope(world, room));
        return new RebuiltView(rebuilt.rebuilt(), rebuilt.skipped());
    }

    @Operation(
            summary = "Drops old payloads of histories",
            description =
                    "Rows stay. Of each chunk the newest keep payloads stay, and the newest one"
                            + " that verifies.")
    @ApiResponse(responseCode = "200", description = "How many payloads")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping("/maintenance/prune")
    CountView prune(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = ROOM, example = "main") @RequestParam(defaultValue = "")
                    String room,
            @Parameter(example = "20") @RequestParam int keep) {
        if (keep < 1) {
            throw Requests.bad("keep", "at least one payload of each chunk is kept");
        }
        return new CountView(upkeep.prune(scope(world, room), keep));
    }

    @Operation(summary = "Writes chunks of older formats in the current one")
    @ApiResponse(responseCode = "200", description = "How many chunks")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping("/maintenance/migrate")
    CountView migrate(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = ROOM, example = "main") @RequestParam(defaultValue = "")
                    String room) {
        return new CountView(upkeep.migrate(scope(world, room)));
    }

    @Operation(
            summary = "Makes acknowledged changes durable",
            description = "Of every world; tells how many chunks were not durable yet.")
    @ApiResponse(responseCode = "200", description = "How many chunks")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping("/maintenance/flush")
    CountView flush(@Parameter(example = "isle") @PathVariable String world) {
        definitions.get(Requests.world("world", world));
        return new CountView(upkeep.flush());
    }

    record BackupView(
            @Schema(example = "monday") String name,
            @Schema(description = "Size of the file", example = "40960") long bytes,
            @Schema(example = "6") long chunks,
            @Schema(example = "9") long revisions,
            @Schema(description = "SHA-256 over all rows of all tables, in order") String digest) {}

    @Operation(
            summary = "Backs the database up",
            description =
                    "Of every world, beside edits, as one snapshot, into the folder backups beside"
                            + " the database; read back before it counts. SQLite only.")
    @ApiResponse(responseCode = "200", description = "What was backed up")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "501", description = "SQLITE_ONLY", content = @Content)
    @ApiResponse(responseCode = "409", description = "BACKUP_EXISTS", content = @Content)
    @PostMapping("/maintenance/backup")
    BackupView backup(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "monday") @RequestParam String name) {
        definitions.get(Requests.world("world", world));
        Backup made = backups.create(Requests.requestId("name", name));
        return new BackupView(
                made.name(), made.bytes(), made.chunks(), made.revisions(), made.digest());
    }

    @Operation(
            summary = "Lists payloads that were set aside",
            description = "Of every world, in the order they were found.")
    @ApiResponse(responseCode = "200", description = "A page of payloads")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/maintenance/quarantine")
    Page<QuarantineView> quarantine(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        definitions.get(Requests.world("world", world));
        int size = Requests.limit("limit", limit);
        List<Quarantined> found = chunks.listQuarantine(Pages.number("pageToken", pageToken), size);
        return new Page<>(
                found.stream()
                        .map(
                                q ->
                                        new QuarantineView(
                                                q.id(),
                                                new FaultView(
                                                        q.key().toString(),
                                                        q.revision(),
                                                        q.detail()),
                                                q.checksum().hex(),
                                                q.foundAt()))
                        .toList(),
                found.size() < size ? "" : Long.toString(found.getLast().id()));
    }

    @Operation(
            summary = "Gives a chunk that was set aside good content",
            description =
                    "Its own payload from the history, the revision unchanged; or else the newest"
                            + " revision that verifies, as a new one.")
    @ApiResponse(responseCode = "200", description = "The chunk is good")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "REVISION_UNAVAILABLE", content = @Content)
    @PostMapping("/rooms/{room}/chunks/{coord}/restore")
    EditView restore(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @PathVariable String room,
            @Parameter(example = "0,0,0") @PathVariable String coord) {
        ChunkKey key = ChunkPaths.key(world, room, coord);
        return EditView.of(
                ChunkRefusals.applied(
                        key,
                        edits.submit(EditRequest.ofServer(key, new EditRequest.Change.Restore()))));
    }

    private Scope scope(String world, String room) {
        WorldId id = definitions.get(Requests.world("world", world)).id();
        return room.isEmpty()
                ? Scope.of(id)
                : Scope.of(definitions.get(Requests.room(id, "room", room)).key());
    }
}
