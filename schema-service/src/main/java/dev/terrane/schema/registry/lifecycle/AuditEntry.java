package dev.terrane.schema.registry.lifecycle;

import dev.terrane.schema.registry.SchemaName;
import java.time.Instant;
import java.util.Locale;

/**
 * One thing that was done to a schema besides publishing and moving channels. Kept for ever.
 *
 * @param position order over all schemas; 0 until stored
 * @param schema the schema
 * @param action what was done
 * @param target to what: a version, a member, a mode or a holder
 * @param reason why, as the subject says
 * @param at when, to the millisecond
 * @param subject by whom
 */
public record AuditEntry(
        long position,
        SchemaName schema,
        Action action,
        String target,
        String reason,
        Instant at,
        String subject) {

    /** What can be done. */
    public enum Action {
        /** A version was retired. */
        VERSION_RETIRED,
        /** A retired version was restored. */
        VERSION_RESTORED,
        /** A member was retired. */
        MEMBER_RETIRED,
        /** A retired member was restored. */
        MEMBER_RESTORED,
        /** The schema is judged by another mode. */
        COMPATIBILITY_SET,
        /** A holder was released by somebody else. */
        REFERENCE_FORCED;

        private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

        /** Lower-case name with dashes. */
        public String text() {
            return text;
        }

        /** The action with this text. */
        public static Action of(String text) {
            for (Action action : values()) {
                if (action.text.equals(text)) {
                    return action;
                }
            }
            throw new IllegalArgumentException("no action: " + text);
        }
    }
}
