package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.Quarantined;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Payloads that did not verify, kept as they were found; call inside work of StoreThreads. */
@Repository
public final class QuarantineStore {
    private static final String INSERT =
            """
            INSERT INTO quarantine (chunk_key, revision, checksum, payload, detail, found_at)
            SELECT key, revision, checksum, payload, ?, ? FROM chunks WHERE key = ? AND revision = ?
            ON CONFLICT (chunk_key, revision) DO NOTHING
            """;
    private static final String LIST =
            """
            SELECT id, chunk_key, revision, checksum, detail, found_at FROM quarantine
            WHERE id > ? ORDER BY id LIMIT ?
            """;
    private static final String PAYLOAD =
            "SELECT payload FROM quarantine WHERE chunk_key = ? AND revision = ?";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public QuarantineStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Keeps a chunk's payload as it is now, once for each revision. */
    public void keep(ChunkHead head, String detail, Instant at) {
        jdbc.update(INSERT, detail, at.toEpochMilli(), head.key().toString(), head.revision());
    }

    /** What was set aside, in order after one. */
    public List<Quarantined> list(long after, int limit) {
        return jdbc.query(
                LIST,
                (row, _) ->
                        new Quarantined(
                                row.getLong(1),
                                ChunkKey.find(row.getString(2)).orElseThrow(),
                                row.getLong(3),
                                new Checksum(row.getString(4)),
                                row.getString(5),
                                Instant.ofEpochMilli(row.getLong(6))),
                after,
                limit);
    }

    /** The bytes that were set aside. */
    public Optional<Bytes> findPayload(ChunkKey key, long revision) {
        return jdbc
                .query(PAYLOAD, (row, _) -> Bytes.wrap(row.getBytes(1)), key.toString(), revision)
                .stream()
                .findFirst();
    }
}
