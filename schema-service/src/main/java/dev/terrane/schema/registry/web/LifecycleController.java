package dev.terrane.schema.registry.web;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.rpc.server.Caller;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.edge.RegistryRefusals;
import dev.terrane.schema.registry.edge.Requests;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.lifecycle.Lifecycle;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.support.web.Page;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Retirements, compatibility modes and the audit over REST. */
@RestController
@RequestMapping("/api/v1/schemas")
@Tag(name = "lifecycle", description = "Retiring members and versions, compatibility modes, audit")
class LifecycleController {
    private static final String REASON = "{\"reason\": \"replaced by guest-room@4\"}";

    private final Lifecycle lifecycle;

    LifecycleController(Lifecycle lifecycle) {
        this.lifecycle = lifecycle;
    }

    /**
     * Why something is done.
     *
     * @param reason 1..500 characters
     */
    @Schema(name = "Reason")
    record ReasonRequest(@Schema(example = "replaced by guest-room@4") @Nullable String reason) {}

    /**
     * A member to retire.
     *
     * @param className its class
     * @param index its index
     * @param reason why
     */
    @Schema(name = "RetireMember")
    record RetireRequest(
            @Schema(example = "Guest") @Nullable String className,
            @Schema(example = "4") @Nullable Long index,
            @Schema(example = "replaced by mood") @Nullable String reason) {}

    /**
     * What new versions must keep.
     *
     * @param mode name of the mode
     * @param reason why
     */
    @Schema(name = "SetCompatibility")
    record ModeRequest(
            @Schema(example = "BACKWARD_TRANSITIVE") @Nullable String mode,
            @Schema(example = "before launch") @Nullable String reason) {}

    /**
     * What new versions must keep.
     *
     * @param mode name of the mode
     */
    @Schema(name = "Compatibility")
    record ModeView(@Schema(example = "FULL_TRANSITIVE") String mode) {}

    /**
     * A retired member.
     *
     * @param className its class
     * @param index its index
     * @param name what it was called
     * @param sinceVersion the newest version when it was retired
     * @param retiredAt when
     * @param retiredBy by whom
     * @param removedInVersion the first version without it, 0 while there is none
     */
    @Schema(name = "RetiredMember")
    record MemberView(
            @Schema(example = "Guest") String className,
            @Schema(example = "4") long index,
            @Schema(example = "temper") String name,
            @Schema(example = "3") int sinceVersion,
            @Schema(example = "2026-11-29T12:00:00Z") Instant retiredAt,
            @Schema(example = "ada") String retiredBy,
            @Schema(example = "0") int removedInVersion) {
        static MemberView of(RetiredMember member) {
            return new MemberView(
                    member.key().className(),
                    member.key().index(),
                    member.name(),
                    member.sinceVersion(),
                    member.retiredAt(),
                    member.retiredBy(),
                    member.removedInVersion());
        }
    }

    /**
     * One line of the audit.
     *
     * @param action what was done
     * @param target to what
     * @param reason why
     * @param at when
     * @param by by whom
     */
    @Schema(name = "AuditEntry")
    record AuditView(
            @Schema(example = "member-retired") String action,
            @Schema(example = "Guest/4") String target,
            @Schema(example = "replaced by mood") String reason,
            @Schema(example = "2026-11-29T12:00:00Z") Instant at,
            @Schema(example = "ada") String by) {
        static AuditView of(AuditEntry entry) {
            return new AuditView(
                    entry.action().text(),
                    entry.target(),
                    entry.reason(),
                    entry.at(),
                    entry.subject());
        }
    }

    @Operation(summary = "Lists retired members", description = "By class and index, all of them.")
    @GetMapping(path = "/{name}/retirements", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<MemberView> members(@Parameter(example = "guest-room") @PathVariable String name) {
        return Page.whole(
                lifecycle.members(SchemaNames.require("name", name)).stream()
                        .map(MemberView::of)
                        .toList());
    }

    @Operation(
            summary = "Retires a member",
            description =
                    "It stays in the document and is not selected by stages that open from now on."
                            + " The first version published without it, once nothing holds it,"
                            + " reserves its index for ever.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples =
                                    @ExampleObject(
                                            value =
                                                    "{\"className\": \"Guest\", \"index\": 4, \"reason\":"
                                                            + " \"replaced by mood\"}")))
    @ApiResponse(responseCode = "200", description = "It was retired already")
    @ApiResponse(responseCode = "201", description = "It is retired")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(responseCode = "409", description = "SCHEMA_MEMBER_RESERVED", content = @Content)
    @PostMapping(
            path = "/{name}/retirements",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<MemberView> retireMember(
            @Parameter(example = "guest-room") @PathVariable String name,
            @RequestBody RetireRequest body,
            Caller caller) {
        SchemaName schema = SchemaNames.require("name", name);
        MemberKey key = key(body.className(), body.index());
        return switch (lifecycle.retireMember(schema, key, cause(caller, body.reason()))) {
            case Lifecycle.Retirement.Retired(var member, boolean isNew) ->
                    ResponseEntity.status(isNew ? 201 : 200).body(MemberView.of(member));
            case Lifecycle.Retirement.Reserved(var member) ->
                    throw RegistryRefusals.reserved(schema, key, member.removedInVersion());
            case Lifecycle.Retirement.NoMember() -> throw RegistryRefusals.noMember(schema, key);
        };
    }

    @Operation(
            summary = "Takes a member's retirement back",
            description =
                    "Not once a version without it is published. A member of the newest version that"
                            + " is not retired stays so: a retry is safe.")
    @ApiResponse(responseCode = "204", description = "It is not retired")
    @ApiResponse(
            responseCode = "404",
            description = "NOT_FOUND: the newest version has no such member",
            content = @Content)
    @ApiResponse(responseCode = "409", description = "SCHEMA_MEMBER_RESERVED", content = @Content)
    @DeleteMapping("/{name}/retirements")
    ResponseEntity<Void> restoreMember(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = "Its class", example = "Guest") @RequestParam String className,
            @Parameter(description = "Its index", example = "4") @RequestParam long index,
            @Parameter(description = "Why", example = "still needed") @RequestParam String reason,
            Caller caller) {
        SchemaName schema = SchemaNames.require("name", name);
        MemberKey key = key(className, index);
        return switch (lifecycle.restoreMember(schema, key, cause(caller, reason))) {
            case DONE, UNCHANGED -> ResponseEntity.noContent().build();
            case RESERVED ->
                    throw RegistryRefusals.reserved(
                            schema,
                            key,
                            lifecycle.members(schema).stream()
                                    .filter(member -> member.key().equals(key))
                                    .mapToInt(RetiredMember::removedInVersion)
                                    .findFirst()
                                    .orElse(0));
            case MISSING -> throw RegistryRefusals.noMember(schema, key);
            case MOVED -> throw new IllegalStateException("a restoration is decided by nothing");
        };
    }

    @Operation(
            summary = "Retires a version",
            description =
                    "Refused while a channel points to it or somebody holds it. Its number is never"
                            + " given again; its content stays readable by its hash.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(value = REASON)))
    @ApiResponse(responseCode = "204", description = "It is retired")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @ApiResponse(
            responseCode = "409",
            description = "SCHEMA_IN_USE with `channels` and `holders`",
            content = @Content)
    @PostMapping(path = "/{id}:retire", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> retireVersion(
            @Parameter(example = "guest-room@1") @PathVariable String id,
            @RequestBody ReasonRequest body,
            Caller caller) {
        SchemaId version = Requests.id("id", id);
        RegistryRefusals.requireDone(
                version, lifecycle.retireVersion(version, cause(caller, body.reason())));
        return ResponseEntity.noContent().build();
    }

    @Operation(summary = "Restores a retired version")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples = @ExampleObject(value = REASON)))
    @ApiResponse(responseCode = "204", description = "It is not retired")
    @ApiResponse(responseCode = "404", description = "NOT_FOUND", content = @Content)
    @PostMapping(path = "/{id}:restore", consumes = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Void> restoreVersion(
            @Parameter(example = "guest-room@1") @PathVariable String id,
            @RequestBody ReasonRequest body,
            Caller caller) {
        SchemaId version = Requests.id("id", id);
        RegistryRefusals.requireDone(
                version, lifecycle.restoreVersion(version, cause(caller, body.reason())));
        return ResponseEntity.noContent().build();
    }

    @Operation(summary = "What new versions of a schema must keep")
    @GetMapping(path = "/{name}/compatibility", produces = MediaType.APPLICATION_JSON_VALUE)
    ModeView compatibility(@Parameter(example = "guest-room") @PathVariable String name) {
        return new ModeView(lifecycle.compatibility(SchemaNames.require("name", name)).name());
    }

    @Operation(
            summary = "Changes what new versions of a schema must keep",
            description =
                    "NONE, BACKWARD, FORWARD or FULL, each but NONE also with _TRANSITIVE; a schema"
                            + " nobody has published may have one, too.")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            examples =
                                    @ExampleObject(
                                            value =
                                                    "{\"mode\": \"BACKWARD_TRANSITIVE\", \"reason\":"
                                                            + " \"before launch\"}")))
    @ApiResponse(responseCode = "200", description = "It is judged by this mode")
    @PutMapping(
            path = "/{name}/compatibility",
            consumes = MediaType.APPLICATION_JSON_VALUE,
            produces = MediaType.APPLICATION_JSON_VALUE)
    ModeView setCompatibility(
            @Parameter(example = "guest-room") @PathVariable String name,
            @RequestBody ModeRequest body,
            Caller caller) {
        SchemaName schema = SchemaNames.require("name", name);
        CompatibilityMode mode =
                Arrays.stream(CompatibilityMode.values())
                        .filter(each -> each.name().equals(body.mode()))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        SchemaNames.bad(
                                                "mode",
                                                "a mode is one of "
                                                        + Arrays.toString(
                                                                CompatibilityMode.values())));
        lifecycle.setCompatibility(schema, mode, cause(caller, body.reason()));
        return new ModeView(mode.name());
    }

    @Operation(
            summary = "What was done to a schema",
            description =
                    "Retirements, restorations, modes and forced releases, oldest first. Moves of"
                            + " channels are listed with the channel.")
    @GetMapping(path = "/{name}/audit", produces = MediaType.APPLICATION_JSON_VALUE)
    Page<AuditView> audit(
            @Parameter(example = "guest-room") @PathVariable String name,
            @Parameter(description = "Lines on a page, 1..1000", example = "100")
                    @RequestParam(defaultValue = "100")
                    int limit,
            @RequestParam(defaultValue = "") String pageToken) {
        List<AuditEntry> found =
                lifecycle.audit(
                        SchemaNames.require("name", name),
                        Pages.number(pageToken, 0),
                        Pages.limit(limit) + 1);
        return Page.of(found, limit, AuditView::of, entry -> Long.toString(entry.position()));
    }

    private static MemberKey key(@Nullable String className, @Nullable Long index) {
        String type = Requests.className("className", className);
        if (index == null || index < 1 || index > 0xFFFF_FFFFL) {
            throw SchemaNames.bad("index", "an index is 1..4294967295");
        }
        return new MemberKey(type, index);
    }

    private static Lifecycle.Cause cause(Caller caller, @Nullable String reason) {
        return new Lifecycle.Cause(caller.subject(), Requests.reason("reason", reason));
    }
}
