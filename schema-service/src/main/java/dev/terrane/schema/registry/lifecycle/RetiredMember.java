package dev.terrane.schema.registry.lifecycle;

import java.time.Instant;

/**
 * A member that is retired: still in the document, not to be selected, until the first version that
 * leaves it out; from then on its index is reserved for ever.
 *
 * @param key which
 * @param name what it was called when it was retired
 * @param sinceVersion the newest version then
 * @param retiredAt when, to the millisecond
 * @param retiredBy by whom
 * @param removedInVersion the first version without it, 0 while there is none
 */
public record RetiredMember(
        MemberKey key,
        String name,
        int sinceVersion,
        Instant retiredAt,
        String retiredBy,
        int removedInVersion) {
    /** Whether a version has left it out, so that the index is reserved. */
    public boolean isReserved() {
        return removedInVersion > 0;
    }
}
