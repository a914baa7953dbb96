package dev.terrane.schema.registry.edge;

import dev.terrane.core.schema.diff.Impact;
import dev.terrane.core.schema.diff.SchemaChange;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One difference between two documents.
 *
 * @param rule id of its rule
 * @param before where and what it was; null for what was added
 * @param after where and what it is; null for what was removed
 * @param impact what it does
 */
@Schema(name = "SchemaChange", description = "One difference between two documents")
public record ChangeView(
        @Schema(example = "member-renamed") String rule,
        @Nullable SideView before,
        @Nullable SideView after,
        ImpactView impact) {

    /**
     * One side of a difference.
     *
     * @param pointer JSON pointer into that document
     * @param value what is there, as JSON
     */
    @Schema(name = "SchemaChangeSide")
    public record SideView(
            @Schema(example = "/classes/0/fields/1/name") String pointer,
            @Schema(example = "\"health\"") String value) {
        static @Nullable SideView of(SchemaChange.@Nullable Side side) {
            return side == null ? null : new SideView(side.pointer(), side.value());
        }
    }

    /**
     * What a change does: OK, NEW_STREAM, CHECKED, WARN, CONFIRM, BREAK or REFUSED on each axis.
     *
     * @param wire to streams between ends of the old and the new document
     * @param source to code written against the old document
     * @param data to stored entities and configuration rows
     * @param authorisation to who may see what
     */
    @Schema(name = "SchemaChangeImpact")
    public record ImpactView(
            @Schema(example = "OK") String wire,
            @Schema(example = "BREAK") String source,
            @Schema(example = "OK") String data,
            @Schema(example = "OK") String authorisation) {
        /** The view of an impact. */
        public static ImpactView of(Impact impact) {
            return new ImpactView(
                    impact.wire().name(),
                    impact.source().name(),
                    impact.data().name(),
                    impact.authorisation().name());
        }
    }

    /** The view of a change. */
    public static ChangeView of(SchemaChange change) {
        return new ChangeView(
                change.rule().id(),
                SideView.of(change.before()),
                SideView.of(change.after()),
                ImpactView.of(change.impact()));
    }
}
