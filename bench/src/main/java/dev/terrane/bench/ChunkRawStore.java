package dev.terrane.bench;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.testing.Databases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The statements of world-service by plain JDBC on prepared statements that are kept, without
 * patches, codecs, threads or checks: the floor of what the store could cost. What world-service
 * asks or writes for all edits of a transaction at once, this does for all of them at once, with
 * the settings of its writer.
 */
final class ChunkRawStore implements AutoCloseable {
    private static final String UPDATE =
            "UPDATE chunks SET payload = ?, payload_len = ?, format_version = ?, checksum = ?,"
                    + " content_hash = ?, revision = ?, updated_at = ?, state = 'ok'"
                    + " WHERE key = ? AND revision = ? AND dirty = 0 AND checksum = ?"
                    + " AND state = 'ok'";
    private static final String INSERT =
            "INSERT INTO revisions (chunk_key, revision, actor, action, checksum, payload,"
                    + " created_at, edit_id, request_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Connection connection;
    private final int batch;
    private final List<PreparedStatement> small = new ArrayList<>();
    private final PreparedStatement update;
    private final PreparedStatement insert;
    private final PreparedStatement window;
    private final List<Row> rows = new ArrayList<>();

    private static final class Row {
        private final String key;
        private final byte[] image;
        private final Checksum checksum;
        private final Checksum content;
        private final int bodyBytes;
        private long revision = 1;
        private String replaced;

        /** As world-service stored it: its meta are the server's. */
        private Row(Chunk chunk, String stored) {
            this.replaced = stored;
            ChunkImage encoded = AgpcCodec.encode(chunk);
            this.key = chunk.key().toString();
            this.image = encoded.bytes().toArray();
            this.checksum = encoded.checksum();
            this.content = encoded.contentHash();
            this.bodyBytes = encoded.bodyBytes();
        }
    }

    /**
     * Opens a database that world-service has filled.
     *
     * @param batch chunks that one transaction edits
     * @param windowKeys chunks that one query reads
     */
    ChunkRawStore(Databases.Database database, List<Chunk> chunks, int batch, int windowKeys)
            throws SQLException {
        connection = database.connect();
        this.batch = batch;
        if (database.url().startsWith("jdbc:sqlite:")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode=WAL");
                statement.execute("PRAGMA synchronous=FULL");
                statement.execute("PRAGMA foreign_keys=ON");
                statement.execute("PRAGMA busy_timeout=5000");
                statement.execute("PRAGMA temp_store=MEMORY");
                statement.execute("PRAGMA wal_autocheckpoint=4000");
            }
        }
        connection.setAutoCommit(false);
        small.add(
                connection.prepareStatement("SELECT value FROM meta WHERE key = 'asset_revision'"));
        small.add(connection.prepareStatement("SELECT * FROM worlds WHERE id = 'isle'"));
        small.add(
                connection.prepareStatement(
                        "SELECT * FROM rooms WHERE world_id = 'isle' AND id = 'main'"));
        update = connection.prepareStatement(UPDATE);
        insert = connection.prepareStatement(INSERT);
        window =
                connection.prepareStatement(
                        "SELECT key, revision, checksum, updated_at, payload FROM chunks"
                                + " WHERE key IN (%s)".formatted(marks(windowKeys)));
        try (PreparedStatement stored =
                connection.prepareStatement("SELECT checksum FROM chunks WHERE key = ?")) {
            for (Chunk chunk : chunks) {
                stored.setString(1, chunk.key().toString());
                try (ResultSet found = stored.executeQuery()) {
                    if (!found.next()) {
                        throw new IllegalStateException("there is no chunk " + chunk.key());
                    }
                    rows.add(new Row(chunk, found.getString(1)));
                }
            }
        }
        connection.commit();
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }

    /** One edit of each of the first {@code count} chunks, {@code batch} a transaction. */
    int write(int count) throws SQLException {
        for (int from = 0; from < count; from += batch) {
            transaction(rows.subList(from, from + batch));
        }
        return count;
    }

    private void transaction(List<Row> edited) throws SQLException {
        for (PreparedStatement query : small) {
            read(query);
        }
        for (Row row : edited) {
            add(row);
        }
        for (int count : update.executeBatch()) {
            if (count != 1) {
                throw new IllegalStateException("a chunk moved");
            }
        }
        insert.executeBatch();
        connection.commit();
    }

    private static void read(PreparedStatement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                found.getString(1);
            }
        }
    }

    private void add(Row row) throws SQLException {
        long next = row.revision + 1;
        update.setBytes(1, row.image);
        update.setInt(2, row.bodyBytes);
        update.setInt(3, 1);
        update.setString(4, row.checksum.hex());
        update.setString(5, row.content.hex());
        update.setLong(6, next);
        update.setLong(7, next);
        update.setString(8, row.key);
        update.setLong(9, row.revision);
        update.setString(10, row.replaced);
        update.addBatch();
        insert.setString(1, row.key);
        insert.setLong(2, next);
        insert.setString(3, "ann");
        insert.setString(4, "update");
        insert.setString(5, row.checksum.hex());
        insert.setBytes(6, row.image);
        insert.setLong(7, next);
        insert.setString(8, "e-" + row.revision);
        insert.setString(9, row.content.hex());
        insert.addBatch();
        row.revision = next;
        row.replaced = row.checksum.hex();
    }

    /** The rows of a window, payload included. */
    int read(List<ChunkKey> keys) throws SQLException {
        List<String> texts = keys.stream().map(ChunkKey::toString).collect(Collectors.toList());
        for (int i = 0; i < texts.size(); i++) {
            window.setString(i + 1, texts.get(i));
        }
        int bytes = 0;
        try (ResultSet found = window.executeQuery()) {
            while (found.next()) {
                bytes += found.getBytes(5).length;
            }
        }
        connection.commit();
        return bytes;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
