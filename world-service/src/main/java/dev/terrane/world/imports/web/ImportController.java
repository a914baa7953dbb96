package dev.terrane.world.imports.web;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.maps.ImportOutcome;
import dev.terrane.core.chunk.maps.ImportReason;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.rpc.server.Caller;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.imports.ImportRequest;
import dev.terrane.world.imports.ImportResult;
import dev.terrane.world.imports.Imports;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
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
@RequestMapping("/api/v1/worlds/{world}/imports")
@Tag(name = "imports", description = "Tiled maps as the content of a room")
class ImportController {
    private static final String MAP = "map";

    private final Imports imports;

    ImportController(Imports imports) {
        this.imports = imports;
    }

    @Operation(
            summary = "Imports a map",
            description =
                    "Multipart: part `map`, and one part for each file the map refers to, named by"
                            + " its path as the map writes it. World and room are made when absent;"
                            + " a room that has chunks is refused. All or nothing.")
    @ApiResponse(responseCode = "200", description = "The map is the room's content")
    @ApiResponse(responseCode = "409", description = "ROOM_NOT_EMPTY", content = @Content)
    @ApiResponse(
            responseCode = "422",
            description = "MAP_INVALID or MAP_FILE_MISSING with file, line and column",
            content = @Content)
    @PostMapping(
            consumes = MediaType.MULTIPART_FORM_DATA_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ImportView importMap(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(example = "main") @RequestParam String room,
            @Parameter(description = "Makes a retry safe; optional")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String importId,
            MultipartHttpServletRequest parts,
            Caller caller) {
        RoomKey key = Requests.room(Requests.world("world", world), "room", room);
        String id =
                importId == null
                        ? UUID.randomUUID().toString()
                        : Requests.requestId("Idempotency-Key", importId);
        ImportRequest request = request(key, parts.getMultiFileMap(), id, caller.subject());
        return switch (run(request)) {
            case ImportResult.Done done -> ImportView.of(done);
            case ImportResult.Refused(ImportOutcome.Refused refusal) -> throw refused(refusal);
            case ImportResult.Misfit(String place, String detail) ->
                    throw TerraneException.of(WorldError.MAP_INVALID, place + ": " + detail)
                            .field(place)
                            .extra("reason", "MISFIT")
                            .toException();
            case ImportResult.RoomNotEmpty(RoomKey taken, long chunks) ->
                    throw TerraneException.of(
                                    WorldError.ROOM_NOT_EMPTY,
                                    "room " + taken + " has " + chunks + " chunks")
                            .field("room")
                            .toException();
        };
    }

    private ImportResult run(ImportRequest request) {
        try {
            return imports.submit(request).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static ImportRequest request(
            RoomKey room, MultiValueMap<String, MultipartFile> parts, String id, String actor) {
        Map<String, Bytes> files = new HashMap<>();
        MultipartFile map = null;
        for (Map.Entry<String, List<MultipartFile>> part : parts.entrySet()) {
            String name = part.getKey();
            if (part.getValue().size() != 1) {
                throw Requests.bad(name, "the part stands twice");
            }
            if (name.equals(MAP)) {
                map = part.getValue().getFirst();
            } else {
                files.put(path(name), bytes(part.getValue().getFirst()));
            }
        }
        if (map == null) {
            throw Requests.bad(MAP, "the part is missing");
        }
        String fileName = map.getOriginalFilename();
        return new ImportRequest(
                room,
                fileName == null || fileName.isBlank() ? MAP : clip(fileName),
                bytes(map),
                files,
                id,
                actor);
    }

    /** A path that stays inside the map's folder. */
    private static String path(String name) {
        for (String step : name.split("/", -1)) {
            if (step.equals("..") || step.equals(".") || step.isEmpty() || step.contains("\\")) {
                throw Requests.bad(
                        clip(name), "a part is named by a relative path without . and ..");
            }
        }
        return name;
    }

    private static String clip(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return printable.length() > 120 ? printable.substring(0, 120) : printable;
    }

    private static Bytes bytes(MultipartFile part) {
        try {
            return Bytes.wrap(part.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TerraneException refused(ImportOutcome.Refused refusal) {
        boolean over = refusal.reason() == ImportReason.OVER_LIMIT;
        TerraneException.Builder builder =
                TerraneException.of(
                        over
                                ? CommonError.PAYLOAD_TOO_LARGE
                                : refusal.reason() == ImportReason.MISSING_FILE
                                        ? WorldError.MAP_FILE_MISSING
                                        : WorldError.MAP_INVALID,
                        refusal.text());
        builder.field(refusal.place().file()).extra("reason", refusal.reason().name());
        if (!refusal.place().element().isEmpty()) {
            builder.extra("element", refusal.place().element());
        }
        if (refusal.place().line() > 0) {
            builder.position(refusal.place().line(), refusal.place().column());
        }
        if (refusal.limit() != null) {
            builder.limit(
                    refusal.limit().name(), refusal.limit().limit(), refusal.limit().actual());
        }
        return builder.toException();
    }
}
