package dev.terrane.world.files.web;

import dev.terrane.world.ServiceWide;
import dev.terrane.world.backups.BackupRestore;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.files.WorldFiles;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Restores of worlds that have a file of their own, over REST. */
@ServiceWide
@RestController
@RequestMapping(path = "/api/v1/worlds/{world}", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "maintenance")
class WorldRestoreController {
    private final WorldFiles files;

    WorldRestoreController(WorldFiles files) {
        this.files = files;
    }

    record RestoredView(
            @Schema(example = "40960") long bytes,
            @Schema(example = "6") long chunks,
            @Schema(example = "9") long revisions,
            @Schema(description = "SHA-256 over all rows of all tables, in order") String digest,
            @Schema(description = "Payloads that do not verify, the first of them")
                    List<String> damaged,
            @Schema(description = "What the file that was there is called now; empty if none was")
                    String replaced,
            @Schema(
                            description = "Assets that stay flagged stricter than the backup says",
                            example = "0")
                    int flagsKept,
            @Schema(
                            description =
                                    "Assets that are flagged stricter than they were, as the backup"
                                            + " says: one of another service",
                            example = "0")
                    int flagsRaised) {}

    @Operation(
            summary = "Restores a world from a backup of its own file",
            description =
                    "Other worlds go on; calls on this one wait. The backup is checked first and"
                            + " only read; what was there is kept in the folder replaced. Assets"
                            + " stay flagged as they are, and stricter where a backup of another"
                            + " service says so. For a world that has a file of its own.")
    @ApiResponse(responseCode = "200", description = "What was restored")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "BACKUP_INVALID", content = @Content)
    @PostMapping("/maintenance/restore")
    RestoredView restore(
            @Parameter(example = "isle") @PathVariable String world,
            @Parameter(description = "The backup's name", example = "monday") @RequestParam
                    String name,
            @Parameter(description = "What its digest must be; empty for whatever it is")
                    @RequestParam(defaultValue = "")
                    String digest,
            @Parameter(description = "Also when chunks do not verify")
                    @RequestParam(defaultValue = "false")
                    boolean keepDamaged) {
        BackupRestore.Restored restored =
                files.restore(
                        Requests.world("world", world),
                        Requests.requestId("name", name),
                        digest.toLowerCase(Locale.ROOT),
                        keepDamaged);
        return new RestoredView(
                restored.bytes(),
                restored.chunks(),
                restored.revisions(),
                restored.digest(),
                restored.damaged(),
                restored.replaced().map(Path::getFileName).map(Path::toString).orElse(""),
                restored.flags().kept(),
                restored.flags().raised());
    }
}
