package dev.terrane.world.imports.web;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.server.Caller;
import dev.terrane.support.web.Page;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob;
import dev.terrane.world.imports.ImportJob.Choice;
import dev.terrane.world.imports.ImportJob.Mode;
import dev.terrane.world.imports.ImportPlans;
import dev.terrane.world.imports.ImportRequest;
import dev.terrane.world.imports.ImportRequests;
import dev.terrane.world.imports.Imports;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartHttpServletRequest;

/** Imports over REST. */
@RestController
@RequestMapping(
        path = "/api/v1/worlds/{world}/imports",
        produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "imports", description = "Maps as the content of a room: jobs with a plan and progress")
class ImportController {
    private static final String MAP = "map";
    private static final String PREFER =
            "Whose value is taken where map and edits disagree: ours (the room's), theirs (the"
                    + " map's), or none: the job then waits";
    private static final String MODE = "plan: the job waits with its plan; commit: it goes on";

    private final Imports imports;
    private final ImportPlans plans;

    ImportController(Imports imports, ImportPlans plans) {
        this.imports = imports;
        this.plans = plans;
    }

    @Operation(
            summary = "Begins an import",
            description =
                    "Multipart: part `map`, whose file name is the map's path, and one part for each"
                            + " file the map refers to, named by its path from the same folder. The"
                            + " answer is a job: world and room are made when absent and seen when all"
                            + " of the map is there; into a room that is there, what the map changed"
                            + " since its last import is taken over. A map that cannot be read makes"
                            + " the job fail with the place.")
    @ApiResponse(
            responseCode = "202",
            description = "The job, new or begun before under the same key",
            headers =
                    @Header(
                            name = "Location",
                            description = "The job",
                            schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "409", description = "IDEMPOTENCY_MISMATCH", content = @Content)
    @ApiResponse(responseCode = "413", description = "PAYLOAD_TOO_LARGE", content = @Content)
    @ApiResponse(responseCode = "429", description = "RESOURCE_EXHAUSTED", content = @Content)
    @PostMapping(consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    ResponseEntity<ImportJobView> start(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @RequestParam String room,
            @Parameter(description = MODE, example = "commit")
                    @RequestParam(defaultValue = "commit")
                    String mode,
            @Parameter(description = PREFER, example = "none") @RequestParam(defaultValue = "none")
                    String prefer,
            @Parameter(description = "Makes a retry safe; optional")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String key,
            MultipartHttpServletRequest parts,
            Caller caller) {
        RoomKey to = Requests.room(Requests.world("world", world), "room", room);
        return accepted(
                imports.start(
                        request(to, parts.getMultiFileMap(), asked(mode, prefer, key, caller))),
                caller);
    }

    @Operation(summary = "Lists imports", description = "The newest first.")
    @GetMapping
    Page<ImportJobView> list(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = "Only those into this room", example = "main")
                    @RequestParam(defaultValue = "")
                    String room,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken,
            Caller caller) {
        WorldId id = Requests.world("world", world);
        if (!room.isEmpty()) {
            Requests.room(id, "room", room);
        }
        int size = Requests.limit("limit", limit);
        List<ImportJob> page =
                imports.list(id, room, ImportRequests.after("pageToken", pageToken), size);
        return new Page<>(
                page.stream().map(job -> ImportJobView.of(job, caller)).toList(),
                ImportRequests.next(page, size));
    }

    @Operation(
            summary = "How far an import is",
            description =
                    "At rest when it is planned, suspended, done, failed or cancelled; else ask"
                            + " again.")
    @ApiResponse(responseCode = "200", description = "The job as it is")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/{import}")
    ImportJobView get(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "0f8fad5b-d9cb-469f-a165-70867728950e") @PathVariable("import")
                    String id,
            Caller caller) {
        return ImportJobView.of(find(world, id), caller);
    }

    @Operation(
            summary = "The plan of an import, chunk by chunk",
            description =
                    "In the order of their keys, the conflicts of each with their cells. Conflicts"
                            + " of chunks the caller may not see are left out.")
    @ApiResponse(responseCode = "200", description = "A page of chunks")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/{import}/chunks")
    Page<PlannedChunkView> chunks(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "0f8fad5b-d9cb-469f-a165-70867728950e") @PathVariable("import")
                    String id,
            @Parameter(
                            description =
                                    "added, changed, removed, untouched or conflicting; all when"
                                            + " left out",
                            example = "conflicting")
                    @RequestParam(defaultValue = "")
                    String kind,
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken,
            Caller caller) {
        ImportJob job = find(world, id);
        int size = Requests.limit("limit", limit);
        List<ImportPlans.Entry> page =
                plans.list(
                        job,
                        ImportRequests.kind("kind", kind),
                        Pages.key("pageToken", pageToken),
                        size,
                        Viewer.of(caller));
        return new Page<>(
                page.stream().map(PlannedChunkView::of).toList(),
                page.size() < size ? "" : page.getLast().chunk().key().toString());
    }

    @Operation(
            summary = "Cancels an import",
            description = "Before its commit nothing of it stays. Again is no error.")
    @ApiResponse(responseCode = "202", description = "The job, which ends")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "IMPORT_STATE", content = @Content)
    @PostMapping("/{import}/cancel")
    ResponseEntity<ImportJobView> cancel(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "0f8fad5b-d9cb-469f-a165-70867728950e") @PathVariable("import")
                    String id,
            Caller caller) {
        return accepted(
                imports.cancel(Requests.world("world", world), Requests.requestId("import", id)),
                caller);
    }

    @Operation(
            summary = "Lets an import go on",
            description =
                    "A planned one commits, a suspended one goes on where it was. Running ones do"
                            + " so by themselves, also after a restart.")
    @ApiResponse(responseCode = "202", description = "The job, which goes on")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "IMPORT_STATE, also while conflicts are undecided",
            content = @Content)
    @PostMapping("/{import}/resume")
    ResponseEntity<ImportJobView> resume(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "0f8fad5b-d9cb-469f-a165-70867728950e") @PathVariable("import")
                    String id,
            @Parameter(description = PREFER, example = "theirs")
                    @RequestParam(defaultValue = "none")
                    String prefer,
            Caller caller) {
        return accepted(
                imports.resume(
                        Requests.world("world", world),
                        Requests.requestId("import", id),
                        ImportRequests.prefer("prefer", prefer)),
                caller);
    }

    @Operation(
            summary = "Takes an import back",
            description =
                    "A job of its own: what the import changed becomes what it was, as new"
                            + " revisions. Edits made since stay where the import changed nothing;"
                            + " where it did they are conflicts. A room the import made stays, empty.")
    @ApiResponse(
            responseCode = "202",
            description = "The job, new or begun before under the same key",
            headers =
                    @Header(
                            name = "Location",
                            description = "The job",
                            schema = @Schema(type = "string")))
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "IMPORT_STATE, IDEMPOTENCY_MISMATCH",
            content = @Content)
    @ApiResponse(responseCode = "429", description = "RESOURCE_EXHAUSTED", content = @Content)
    @PostMapping("/{import}/rollback")
    ResponseEntity<ImportJobView> rollback(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "0f8fad5b-d9cb-469f-a165-70867728950e") @PathVariable("import")
                    String id,
            @Parameter(description = MODE, example = "commit")
                    @RequestParam(defaultValue = "commit")
                    String mode,
            @Parameter(
                            description =
                                    "Whose value is taken where edits changed what the import"
                                            + " changed: ours (the edits'), theirs (what was before the"
                                            + " import), or none: the job then waits",
                            example = "none")
                    @RequestParam(defaultValue = "none")
                    String prefer,
            @Parameter(description = "Makes a retry safe; optional")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String key,
            Caller caller) {
        return accepted(
                imports.rollback(
                        Requests.world("world", world),
                        Requests.requestId("import", id),
                        asked(mode, prefer, key, caller)),
                caller);
    }

    private ImportJob find(String world, String id) {
        String text = Requests.requestId("import", id);
        return imports.find(Requests.world("world", world), text)
                .orElseThrow(() -> Requests.notFound("import", text));
    }

    private static ResponseEntity<ImportJobView> accepted(ImportJob job, Caller caller) {
        return ResponseEntity.accepted()
                .location(
                        URI.create(
                                "/api/v1/worlds/%s/imports/%s"
                                        .formatted(job.room().world(), job.id())))
                .body(ImportJobView.of(job, caller));
    }

    private static ImportRequest.Asked asked(
            String mode, String prefer, @Nullable String key, Caller caller) {
        Mode how = ImportRequests.mode("mode", mode);
        Choice whose = ImportRequests.prefer("prefer", prefer);
        return ImportRequests.asked(
                how, whose, key == null ? "" : Requests.requestId("Idempotency-Key", key), caller);
    }

    private static ImportRequest request(
            RoomKey room, MultiValueMap<String, MultipartFile> parts, ImportRequest.Asked asked) {
        Map<String, Bytes> files = new HashMap<>();
        MultipartFile map = null;
        for (Map.Entry<String, List<MultipartFile>> part : parts.entrySet()) {
            String name = part.getKey();
            if (part.getValue().size() != 1) {
                throw Requests.bad(ImportRequests.shown(name), "the part stands twice");
            }
            if (name.equals(MAP)) {
                map = part.getValue().getFirst();
            } else {
                files.put(
                        ImportRequests.path(ImportRequests.shown(name), name),
                        bytes(part.getValue().getFirst()));
            }
        }
        if (map == null) {
            throw Requests.bad(MAP, "the part is missing");
        }
        String fileName = map.getOriginalFilename();
        return new ImportRequest(
                room,
                ImportRequests.fileName(MAP, fileName == null ? "" : fileName),
                bytes(map),
                files,
                asked);
    }

    private static Bytes bytes(MultipartFile part) {
        try {
            return Bytes.wrap(part.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
