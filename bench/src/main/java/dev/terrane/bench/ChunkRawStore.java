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
import java.util.List;
import java.util.stream.Collectors;

/**
 * The statements of world-service by plain JDBC on prepared statements that are kept, without
 * patches, codecs, threads or checks: the floor of what the store could cost.
 */
final class ChunkRawStore implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement findEdit;
    private final PreparedStatement findHead;
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

        private Row(Chunk chunk) {
            ChunkImage encoded = AgpcCodec.encode(chunk);
            this.key = chunk.key().toString();
            this.image = encoded.bytes().toArray();
            this.checksum = encoded.checksum();
            this.content = encoded.contentHash();
            this.bodyBytes = encoded.bodyBytes();
        }
    }

    ChunkRawStore(Databases.Database database, List<Chunk> chunks, int windowKeys)
            throws SQLException {
        connection = database.connect();
        if (database.url().startsWith("jdbc:sqlite:")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA journal_mode=WAL");
                statement.execute("PRAGMA synchronous=FULL");
                statement.execute("PRAGMA foreign_keys=ON");
                statement.execute("PRAGMA busy_timeout=5000");
            }
        }
        connection.setAutoCommit(false);
        findEdit =
                connection.prepareStatement(
                        "SELECT revision, checksum, created_at, request_hash, action"
                                + " FROM revisions WHERE chunk_key = ? AND edit_id = ?");
        findHead =
                connection.prepareStatement(
                        "SELECT key, revision, checksum, updated_at, state, format_version,"
                                + " (SELECT value FROM meta WHERE key = 'asset_revision')"
                                + " FROM chunks WHERE key = ?");
        update =
                connection.prepareStatement(
                        "UPDATE chunks SET payload = ?, payload_len = ?, format_version = ?,"
                                + " checksum = ?, content_hash = ?, revision = ?, updated_at = ?,"
                                + " state = 'ok' WHERE key = ? AND revision = ?");
        insert =
                connection.prepareStatement(
                        "INSERT INTO revisions (chunk_key, revision, actor, action, checksum,"
                                + " payload, created_at, edit_id, request_hash)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        window =
                connection.prepareStatement(
                        "SELECT key, revision, checksum, updated_at, payload FROM chunks"
                                + " WHERE key IN ("
                                + "?, ".repeat(windowKeys - 1)
                                + "?)");
        chunks.forEach(chunk -> rows.add(new Row(chunk)));
    }

    /** One edit of each of the first {@code count} chunks, {@code batch} a transaction. */
    int write(int count, int batch) throws SQLException {
        try (Statement savepoint = connection.createStatement()) {
            for (int i = 0; i < count; i++) {
                edit(rows.get(i), savepoint);
                if ((i + 1) % batch == 0) {
                    connection.commit();
                }
            }
        }
        return count;
    }

    private void edit(Row row, Statement savepoint) throws SQLException {
        savepoint.execute("SAVEPOINT edit");
        find(findEdit, row.key, "e-" + row.revision);
        find(findHead, row.key);
        write(row);
        savepoint.execute("RELEASE SAVEPOINT edit");
    }

    private static void find(PreparedStatement statement, String... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setString(i + 1, arguments[i]);
        }
        try (ResultSet found = statement.executeQuery()) {
            while (found.next()) {
                found.getLong("revision");
            }
        }
    }

    private void write(Row row) throws SQLException {
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
        if (update.executeUpdate() != 1) {
            throw new IllegalStateException("chunk " + row.key + " moved");
        }
        insert.setString(1, row.key);
        insert.setLong(2, next);
        insert.setString(3, "ann");
        insert.setString(4, "update");
        insert.setString(5, row.checksum.hex());
        insert.setBytes(6, row.image);
        insert.setLong(7, next);
        insert.setString(8, "e-" + row.revision);
        insert.setString(9, row.content.hex());
        insert.executeUpdate();
        row.revision = next;
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
