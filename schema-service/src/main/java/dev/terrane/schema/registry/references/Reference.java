package dev.terrane.schema.registry.references;

import dev.terrane.schema.registry.SchemaId;
import java.time.Duration;
import java.time.Instant;

/**
 * One use of a version.
 *
 * @param kind live or stored
 * @param holder who, 1..200 printable characters, for example {@code stage/lobby}
 * @param id the version
 * @param heldAt since when, to the millisecond
 * @param renewedAt when the holder was heard of last
 * @param heldBy subject that registered it
 */
public record Reference(
        ReferenceKind kind,
        String holder,
        SchemaId id,
        Instant heldAt,
        Instant renewedAt,
        String heldBy) {
    /** How long a live holder may be silent before it is shown as unreachable. */
    public static final Duration SILENCE_MAX = Duration.ofSeconds(60);

    /** Whether a live holder was not heard of for too long. It still holds. */
    public boolean isUnreachable(Instant now) {
        return kind == ReferenceKind.LIVE && renewedAt.plus(SILENCE_MAX).isBefore(now);
    }
}
