package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import java.util.Optional;

/**
 * Where contents are kept. A call inside a transaction joins it; any other is one of its own. Any
 * thread may call; calls block.
 */
public interface SchemaContents {
    /** Keeps a content; nothing happens when it is there. */
    void put(SchemaContent content);

    /** The content of this hash, whoever holds it. */
    Optional<SchemaContent> findContent(SchemaHash contentHash);

    /**
     * Drops the content unless a version or a draft holds it, now or by the end of what runs at the
     * same time. In a transaction of its own: not to be called inside one.
     */
    void dropUnused(SchemaHash contentHash);
}
