package dev.terrane.world.moderation.web;

import dev.terrane.rpc.server.Caller;
import dev.terrane.support.web.Page;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.moderation.AssetRequests;
import dev.terrane.world.moderation.Moderation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What assets and scripts are flagged for, over REST. */
@ServiceWide
@RestController
@RequestMapping(path = "/api/v1/assets", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "moderation", description = "Flags of assets, from which chunks' flags are derived")
class AssetController {
    private static final String FLAGS =
            """
            {"categories": {"violence": "moderate", "horror": "mild"}, "mature": false}""";

    private final Moderation moderation;
    private final AssetFlags flags;

    AssetController(Moderation moderation, AssetFlags flags) {
        this.moderation = moderation;
        this.flags = flags;
    }

    record FlaggedAssetView(
            AssetView asset,
            @Schema(description = "Absent when the flags were so already") @Nullable JobView job) {}

    @Operation(summary = "Lists flagged assets", description = "In the order of their ids.")
    @GetMapping
    Page<AssetView> list(
            @Parameter(example = "100") @RequestParam(defaultValue = "100") int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        int size = Requests.limit("limit", limit);
        String after = pageToken.isEmpty() ? "" : AssetRequests.asset("pageToken", pageToken);
        List<AssetFlag> page = flags.list(after, size);
        return new Page<>(
                page.stream().map(AssetView::of).toList(),
                page.size() < size ? "" : page.getLast().assetId());
    }

    @Operation(
            summary = "What an asset is flagged for",
            description = "None when it was never flagged.")
    @GetMapping("/flags")
    AssetView get(@Parameter(example = "props/skull") @RequestParam String asset) {
        String id = AssetRequests.asset("asset", asset);
        return flags.find(id).map(AssetView::of).orElseGet(() -> AssetView.none(id));
    }

    @Operation(
            summary = "Sets what an asset is flagged for",
            description =
                    "The document is all of the flags: categories left out are none, so {} takes all"
                            + " away. Raised flags hold at once for every reader;"
                            + " lowered ones when the job has rewritten the chunk.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = AssetView.class),
                            examples = @ExampleObject(name = "a skull", value = FLAGS)))
    @ApiResponse(responseCode = "200", description = "The flags were so already")
    @ApiResponse(responseCode = "202", description = "Set; a job rewrites the chunks")
    @ApiResponse(responseCode = "400", description = "INVALID_ARGUMENT", content = @Content)
    @ApiResponse(responseCode = "409", description = "IDEMPOTENCY_MISMATCH", content = @Content)
    @ApiResponse(responseCode = "429", description = "RESOURCE_EXHAUSTED", content = @Content)
    @PutMapping(path = "/flags", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<FlaggedAssetView> put(
            @Parameter(example = "props/skull") @RequestParam String asset,
            @Parameter(description = "Makes a retry safe; optional; the job's id")
                    @RequestHeader(name = "Idempotency-Key", required = false)
                    @Nullable String requestId,
            @RequestBody AssetView view,
            Caller caller) {
        Moderation.Flagged flagged =
                moderation.set(
                        AssetRequests.asset("asset", asset),
                        view.severities(),
                        view.statedMature(),
                        requestId == null
                                ? UUID.randomUUID().toString()
                                : Requests.requestId("Idempotency-Key", requestId),
                        caller.subject());
        return ResponseEntity.status(flagged.job().isPresent() ? 202 : 200)
                .body(
                        new FlaggedAssetView(
                                AssetView.of(flagged.flag()),
                                flagged.job().map(JobView::of).orElse(null)));
    }

    @Operation(summary = "How far a reflag job is", description = "Kept 7 days after its end.")
    @ApiResponse(responseCode = "200", description = "The job")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @GetMapping("/jobs/{job}")
    JobView job(@Parameter(example = "flag-skull-1") @PathVariable String job) {
        String id = Requests.requestId("job", job);
        return moderation.find(id).map(JobView::of).orElseThrow(() -> Requests.notFound("job", id));
    }
}
