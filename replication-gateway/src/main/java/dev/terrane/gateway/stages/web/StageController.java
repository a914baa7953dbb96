package dev.terrane.gateway.stages.web;

import dev.terrane.gateway.live.LiveStage;
import dev.terrane.gateway.stages.Futures;
import dev.terrane.gateway.stages.StageDeletion;
import dev.terrane.gateway.stages.StageDocument;
import dev.terrane.gateway.stages.StageRegistry;
import dev.terrane.gateway.stages.StoredStage;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Stages over REST. */
@RestController
@RequestMapping("/api/v1/stages")
@Tag(name = "stages", description = "Live, hosted instances of rooms")
final class StageController {
    private static final int PAGE_MAX = 1000;

    private final StageRegistry stages;

    StageController(StageRegistry stages) {
        this.stages = stages;
    }

    @Operation(
            summary = "Creates and opens a stage",
            description =
                    "Idempotent by id and definition: the same document again answers 200 with the"
                            + " stage that is there; another one under the same id 409.",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            content =
                                    @Content(
                                            schema =
                                                    @Schema(implementation = StageDocument.class))))
    @PostMapping(
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> create(
            @RequestBody byte[] document, @Parameter(hidden = true) Caller caller) {
        StageRegistry.Created created =
                stages.create(StageDocument.read(document), caller.subject());
        byte[] body = StageDocument.writeAny(view(created.stage()));
        return created.created()
                ? ResponseEntity.created(
                                URI.create("/api/v1/stages/" + created.stage().facts().id()))
                        .body(body)
                : ResponseEntity.ok(body);
    }

    @Operation(
            summary = "Lists stages",
            description = "In the order of their ids; those not open show no tick and no peers.")
    @GetMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    byte[] list(
            @Parameter(description = "Stages on a page, 1..1000")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        if (limit < 1 || limit > PAGE_MAX) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, "limit must be 1..1000")
                    .field("limit")
                    .limit("limitMax", PAGE_MAX, limit)
                    .toException();
        }
        List<StoredStage> found = stages.list(after(pageToken), limit + 1);
        return StageDocument.writeAny(
                Page.of(
                        found,
                        limit,
                        stored ->
                                stages.findOpen(stored.spec().id())
                                        .map(StageController::view)
                                        .orElseGet(() -> closed(stored)),
                        stored -> token(stored.spec().id())));
    }

    @Operation(summary = "One stage")
    @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    byte[] get(@PathVariable String id) {
        return StageDocument.writeAny(view(stages.get(id)));
    }

    @Operation(summary = "Deletes a stage", description = "Its peers are closed with 4411.")
    @DeleteMapping("/{id}")
    ResponseEntity<Void> delete(
            @PathVariable String id,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @Parameter(hidden = true) Caller caller) {
        stages.delete(
                StageDeletion.of(
                        id,
                        new StageDeletion.Key(
                                caller.subject(),
                                "Idempotency-Key",
                                key == null ? UUID.randomUUID().toString() : key)));
        return ResponseEntity.noContent().build();
    }

    private static StageView view(LiveStage stage) {
        LiveStage.Census census = Futures.await(stage.census());
        return new StageView(
                StageDocument.of(stage.spec()),
                stage.facts().generation(),
                census.tick(),
                census.peers(),
                census.entities());
    }

    private static StageView closed(StoredStage stored) {
        return new StageView(StageDocument.of(stored.spec()), stored.generation(), 0, 0, 0);
    }

    private static String token(String last) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(last.getBytes(StandardCharsets.UTF_8));
    }

    private static String after(String token) {
        try {
            return new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, "the page token is not one")
                    .field("pageToken")
                    .cause(e)
                    .toException();
        }
    }

    /**
     * A stage.
     *
     * @param stage what it is made from
     * @param generation changes when it is rebuilt
     * @param tick tick at this moment
     * @param peerCount connected peers
     * @param entityCount entities
     */
    record StageView(
            StageDocument stage, long generation, long tick, int peerCount, int entityCount) {}
}
