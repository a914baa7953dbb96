package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.LostChunk;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Marks of chunks whose newest state is in memory only, so that a start after a crash knows that
 * something was lost; call inside work of StoreThreads.
 */
@Repository
public final class DirtyStore {
    private static final String MARK =
            "UPDATE chunks SET dirty = 1 WHERE key = ? AND revision = ? AND dirty = 0";
    private static final String CLEAR =
            "UPDATE chunks SET dirty = 0 WHERE key = ? AND revision = ? AND dirty = 1";
    private static final String MARKED =
            "SELECT key, revision, checksum FROM chunks WHERE dirty = 1 ORDER BY key";
    private static final String KEEP =
            "INSERT INTO lost_changes (chunk_key, revision, checksum, found_at) VALUES (?, ?, ?, ?)";
    private static final String LIST =
            """
            SELECT id, chunk_key, revision, checksum, found_at FROM lost_changes
            WHERE id < ? ORDER BY id DESC LIMIT ?
            """;

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public DirtyStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** False if the chunk is not at {@code head}'s revision; then nothing was marked. */
    public boolean mark(ChunkHead head) {
        return jdbc.update(MARK, head.key().toString(), head.revision()) == 1;
    }

    /** False if the chunk is not marked at {@code head}'s revision; then nothing was done. */
    public boolean clear(ChunkHead head) {
        return jdbc.update(CLEAR, head.key().toString(), head.revision()) == 1;
    }

    /** What is marked, as it is stored. */
    public List<ChunkHead> marked(Instant now) {
        return jdbc.query(
                MARKED,
                (row, _) ->
                        new ChunkHead(
                                ChunkKey.find(row.getString(1)).orElseThrow(),
                                row.getLong(2),
                                new Checksum(row.getString(3)),
                                now));
    }

    /** Clears a mark that nothing in memory belongs to, and keeps a note of it. */
    public void fallBack(ChunkHead head) {
        clear(head);
        jdbc.update(
                KEEP,
                head.key().toString(),
                head.revision(),
                head.checksum().hex(),
                head.updatedAt().toEpochMilli());
    }

    /** Losses below an id, the newest first. */
    public List<LostChunk> list(long before, int limit) {
        return jdbc.query(
                LIST,
                (row, _) ->
                        new LostChunk(
                                row.getLong(1),
                                new ChunkHead(
                                        ChunkKey.find(row.getString(2)).orElseThrow(),
                                        row.getLong(3),
                                        new Checksum(row.getString(4)),
                                        Instant.ofEpochMilli(row.getLong(5)))),
                before,
                limit);
    }
}
