package dev.terrane.schema.drafts.store;

import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.relational.core.mapping.Table;

/**
 * A row of the table.
 *
 * @param id null until stored
 * @param revision number of the save; 0 until stored
 */
@Table("schema_draft")
record DraftRow(
        @Id @Nullable Long id,
        String name,
        String draft,
        int baseVersion,
        String contentHash,
        @Version long revision,
        long updatedAtMillis,
        String updatedBy) {}
