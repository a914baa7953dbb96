package dev.terrane.schema.drafts;

import dev.terrane.core.schema.SchemaHash;
import java.time.Instant;

/**
 * What is known of a draft besides its document.
 *
 * @param key which
 * @param tag its state
 * @param wireHash hash of what matters on the wire
 * @param baseVersion number of the version it was begun from, 0 for none
 * @param updatedAt when it was saved last, to the millisecond
 * @param updatedBy who saved it last
 */
public record Draft(
        DraftKey key,
        DraftTag tag,
        SchemaHash wireHash,
        int baseVersion,
        Instant updatedAt,
        String updatedBy) {}
