package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.channels.ChannelMove;
import dev.terrane.schema.registry.channels.ChannelPointer;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/**
 * Where a channel points for one schema.
 *
 * @param channel the channel
 * @param schema the schema
 * @param version number it points to
 * @param id {@code schema@version}
 * @param revision number of the move that brought it there; the ETag in quotes
 */
@Schema(name = "ChannelPointer", description = "Where a channel points for one schema")
record ChannelView(
        @Schema(example = "prod") String channel,
        @Schema(example = "guest-room") String schema,
        @Schema(example = "3") int version,
        @Schema(example = "guest-room@3") String id,
        @Schema(example = "5") long revision) {

    /**
     * A channel.
     *
     * @param name its name
     */
    @Schema(name = "ChannelName")
    record Name(@Schema(example = "prod") String name) {}

    /**
     * One move of a channel.
     *
     * @param revision number of the move
     * @param fromVersion where it pointed before, 0 for nowhere
     * @param toVersion where it pointed since
     * @param rollback whether it went back
     * @param reason why
     * @param movedAt when
     * @param movedBy by whom
     */
    @Schema(name = "ChannelMove")
    record Move(
            @Schema(example = "5") long revision,
            @Schema(example = "2") int fromVersion,
            @Schema(example = "3") int toVersion,
            @Schema(example = "false") boolean rollback,
            @Schema(example = "release 1.4") String reason,
            @Schema(example = "2026-11-29T12:00:00Z") Instant movedAt,
            @Schema(example = "ada") String movedBy) {
        static Move of(ChannelMove move) {
            return new Move(
                    move.revision(),
                    move.fromVersion(),
                    move.toVersion(),
                    move.isRollback(),
                    move.reason(),
                    move.movedAt(),
                    move.movedBy());
        }
    }

    static ChannelView of(ChannelPointer pointer) {
        return new ChannelView(
                pointer.channel().value(),
                pointer.id().name().value(),
                pointer.id().version(),
                pointer.id().toString(),
                pointer.revision());
    }
}
