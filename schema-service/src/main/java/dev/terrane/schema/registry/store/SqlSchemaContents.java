package dev.terrane.schema.registry.store;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.registry.SchemaContent;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.support.store.StoreThreads;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Contents in SQLite or PostgreSQL; the statements are the same for both. */
@Component
final class SqlSchemaContents implements SchemaContents {
    private static final String PUT =
            """
            INSERT INTO schema_content (content_hash, wire_hash, document)
            VALUES (:contentHash, :wireHash, :document)
            ON CONFLICT (content_hash) DO NOTHING
            """;
    private static final String FIND =
            """
            SELECT content_hash, wire_hash, document
            FROM schema_content
            WHERE content_hash = :contentHash
            """;
    private static final String DROP =
            """
            DELETE FROM schema_content
            WHERE content_hash = :contentHash
              AND NOT EXISTS (SELECT 1 FROM schema_version v WHERE v.content_hash = :contentHash)
              AND NOT EXISTS (SELECT 1 FROM schema_draft d WHERE d.content_hash = :contentHash)
            """;

    private static final Logger LOG = LoggerFactory.getLogger(SqlSchemaContents.class);

    private final StoreThreads threads;
    private final JdbcClient sql;

    SqlSchemaContents(StoreThreads threads, JdbcClient sql) {
        this.threads = threads;
        this.sql = sql;
    }

    @Override
    public void put(SchemaContent content) {
        threads.run(
                () ->
                        sql.sql(PUT)
                                .param("contentHash", content.contentHash().hex())
                                .param("wireHash", content.wireHash().hex())
                                .param("document", content.document())
                                .update());
    }

    @Override
    public Optional<SchemaContent> findContent(SchemaHash contentHash) {
        return threads.read(
                () ->
                        sql.sql(FIND)
                                .param("contentHash", contentHash.hex())
                                .query(
                                        (row, _) ->
                                                new SchemaContent(
                                                        new SchemaHash(
                                                                row.getString("content_hash")),
                                                        new SchemaHash(row.getString("wire_hash")),
                                                        row.getString("document")))
                                .optional());
    }

    @Override
    public void dropUnused(SchemaHash contentHash) {
        try {
            threads.run(() -> sql.sql(DROP).param("contentHash", contentHash.hex()).update());
        } catch (DataIntegrityViolationException e) {
            // Another process took hold of it between the question and the deletion.
            LOG.debug("content {} is in use again", contentHash, e);
        }
    }
}
