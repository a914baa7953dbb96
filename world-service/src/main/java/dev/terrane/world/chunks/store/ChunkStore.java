package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkHead;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Chunks in the database; call inside work of StoreThreads. Concurrency is the database's: every
 * write names the revision it replaces and tells by its count whether it did.
 */
@Repository
public final class ChunkStore {
    private static final String HEAD =
            "SELECT key, revision, checksum, updated_at, state FROM chunks ";
    private static final String FIND_HEAD = HEAD + "WHERE key = ?";
    private static final String FIND_PAYLOAD = "SELECT payload FROM chunks WHERE key = ?";
    private static final String INSERT =
            """
            INSERT INTO chunks (key, world_id, room_id, cx, cy, cz, format_version, payload,
                                payload_len, checksum, content_hash, revision, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (key) DO NOTHING
            """;
    private static final String UPDATE =
            """
            UPDATE chunks SET payload = ?, payload_len = ?, format_version = ?, checksum = ?,
                   content_hash = ?, revision = ?, updated_at = ?, state = 'ok'
            WHERE key = ? AND revision = ?
            """;
    private static final String DELETE = "DELETE FROM chunks WHERE key = ? AND revision = ?";
    private static final String INSERT_REVISION =
            """
            INSERT INTO revisions (chunk_key, revision, actor, action, checksum, payload,
                                   created_at, edit_id, request_hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String FIND_EDIT =
            """
            SELECT revision, checksum, created_at, request_hash, action
            FROM revisions WHERE chunk_key = ? AND edit_id = ?
            """;
    private static final String LAST_REVISION =
            "SELECT COALESCE(MAX(revision), 0) FROM revisions WHERE chunk_key = ?";
    private static final String LAST_REVISIONS =
            """
            SELECT chunk_key, MAX(revision) FROM revisions
            WHERE chunk_key >= ? AND chunk_key < ? GROUP BY chunk_key
            """;
    private static final String COUNT_IN_ROOM =
            "SELECT COUNT(*) FROM chunks WHERE world_id = ? AND room_id = ?";
    private static final String MARK_CORRUPT =
            "UPDATE chunks SET state = 'corrupt' WHERE key = ? AND revision = ?";
    private static final String LIST =
            HEAD
                    + """
                    WHERE world_id = ? AND room_id = ? AND (cz, cy, cx) > (?, ?, ?)
                      AND cz BETWEEN ? AND ? AND cy BETWEEN ? AND ? AND cx BETWEEN ? AND ?
                    ORDER BY cz, cy, cx LIMIT ?
                    """;

    private final JdbcTemplate jdbc;
    private final DatabaseKind kind;

    /** Makes a store over the service's database. */
    public ChunkStore(JdbcTemplate jdbc, StoreThreads threads) {
        this.jdbc = jdbc;
        this.kind = threads.kind();
    }

    /** A head with what only the store knows of it. */
    public record HeadRow(ChunkHead head, boolean corrupt) {}

    /** What an edit of this id did. */
    public record EditRow(
            long revision, Checksum checksum, Instant at, String requestHash, ChunkAction action) {}

    /** One new state of one chunk with its history row. */
    public record Write(
            ChunkKey key,
            long revision,
            ChunkImage image,
            Instant createdAt,
            Instant at,
            String actor,
            String editId,
            Checksum requestHash) {}

    /** Inclusive ranges of chunk coordinates. */
    public record Range(ChunkCoord min, ChunkCoord max) {
        /** Everything. */
        public static final Range ALL =
                new Range(
                        new ChunkCoord(Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE),
                        new ChunkCoord(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    /** The chunk's head. */
    public Optional<HeadRow> findHead(ChunkKey key) {
        return jdbc.query(FIND_HEAD, ChunkStore::head, key.toString()).stream().findFirst();
    }

    /** The heads of those that exist. */
    public Map<ChunkKey, HeadRow> findHeads(Collection<ChunkKey> keys) {
        Map<ChunkKey, HeadRow> heads = new HashMap<>();
        if (!keys.isEmpty()) {
            jdbc.query(
                            HEAD + "WHERE key IN (" + marks(keys.size()) + ")",
                            ChunkStore::head,
                            keys.stream().map(ChunkKey::toString).toArray())
                    .forEach(row -> heads.put(row.head().key(), row));
        }
        return heads;
    }

    /** The chunk's stored image. */
    public Optional<Bytes> findPayload(ChunkKey key) {
        return jdbc
                .query(FIND_PAYLOAD, (row, _) -> Bytes.wrap(row.getBytes(1)), key.toString())
                .stream()
                .findFirst();
    }

    /** What the edit with this id did to the chunk, if it was committed. */
    public Optional<EditRow> findEdit(ChunkKey key, String editId) {
        return jdbc.query(FIND_EDIT, ChunkStore::edit, key.toString(), editId).stream().findFirst();
    }

    /** The highest revision the chunk ever had, 0 for none. */
    public long lastRevision(ChunkKey key) {
        Long last = jdbc.queryForObject(LAST_REVISION, Long.class, key.toString());
        return last == null ? 0 : last;
    }

    /** The highest revision of every chunk a room ever had. */
    public Map<String, Long> lastRevisions(RoomKey room) {
        Map<String, Long> last = new HashMap<>();
        // ';' follows ':' in ASCII, so this is the prefix "world:room:".
        jdbc.query(
                LAST_REVISIONS,
                row -> {
                    last.put(row.getString(1), row.getLong(2));
                },
                room + ":",
                room + ";");
        return last;
    }

    /** Number of chunks a room has. */
    public long count(RoomKey room) {
        Long count =
                jdbc.queryForObject(
                        COUNT_IN_ROOM, Long.class, room.world().value(), room.room().value());
        return count == null ? 0 : count;
    }

    /**
     * Takes the locks a batch needs, in key order, so that batches of several instances cannot wait
     * for each other in a circle. Nothing to do on SQLite, which has one writer.
     */
    public void lock(Collection<ChunkKey> updated, Collection<ChunkKey> createdOrDeleted) {
        if (kind == DatabaseKind.SQLITE) {
            return;
        }
        for (String key : sorted(createdOrDeleted)) {
            jdbc.query("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", _ -> {}, key);
        }
        List<String> keys = sorted(updated);
        if (!keys.isEmpty()) {
            jdbc.query(
                    "SELECT key FROM chunks WHERE key IN ("
                            + marks(keys.size())
                            + ") ORDER BY key FOR UPDATE",
                    _ -> {},
                    keys.toArray());
        }
    }

    /** Marks where the edit that follows began. One at a time. */
    public void setSavepoint() {
        jdbc.execute("SAVEPOINT edit");
    }

    /** Keeps what was written since the savepoint. */
    public void releaseSavepoint() {
        jdbc.execute("RELEASE SAVEPOINT edit");
    }

    /** Takes back what was written since the savepoint. */
    public void rollBackToSavepoint() {
        jdbc.execute("ROLLBACK TO SAVEPOINT edit");
        jdbc.execute("RELEASE SAVEPOINT edit");
    }

    /** False if the chunk exists; then nothing was written. */
    public boolean create(Write write, Chunk chunk) {
        if (jdbc.update(INSERT, insertArguments(write)) != 1) {
            return false;
        }
        jdbc.update(INSERT_REVISION, revisionArguments(write, ChunkAction.CREATE));
        new ChunkIndex(jdbc).insert(chunk);
        return true;
    }

    /** Creates many chunks of which none exists. */
    public void createAll(List<Write> writes, List<Chunk> chunks) {
        List<Object[]> inserts = new ArrayList<>(writes.size());
        List<Object[]> revisions = new ArrayList<>(writes.size());
        for (Write write : writes) {
            inserts.add(insertArguments(write));
            revisions.add(revisionArguments(write, ChunkAction.CREATE));
        }
        jdbc.batchUpdate(INSERT, inserts);
        jdbc.batchUpdate(INSERT_REVISION, revisions);
        new ChunkIndex(jdbc).insertAll(chunks);
    }

    /**
     * False if the chunk is not at {@code expected}; then nothing was written.
     *
     * @param indexChanged whether objects or flags differ from the replaced revision
     */
    public boolean update(Write write, long expected, Chunk chunk, boolean indexChanged) {
        int updated =
                jdbc.update(
                        UPDATE,
                        write.image().bytes().toArray(),
                        write.image().bodyBytes(),
                        AgpcCodec.VERSION,
                        write.image().checksum().hex(),
                        write.image().contentHash().hex(),
                        write.revision(),
                        write.at().toEpochMilli(),
                        write.key().toString(),
                        expected);
        if (updated != 1) {
            return false;
        }
        jdbc.update(INSERT_REVISION, revisionArguments(write, ChunkAction.UPDATE));
        if (indexChanged) {
            ChunkIndex index = new ChunkIndex(jdbc);
            index.remove(write.key());
            index.insert(chunk);
        }
        return true;
    }

    /** False if the chunk is not at {@code head}'s revision; then nothing was written. */
    public boolean delete(
            ChunkHead head, Instant at, String actor, String editId, Checksum requestHash) {
        if (jdbc.update(DELETE, head.key().toString(), head.revision()) != 1) {
            return false;
        }
        jdbc.update(
                INSERT_REVISION,
                head.key().toString(),
                head.revision() + 1,
                actor,
                ChunkAction.DELETE.storedName(),
                head.checksum().hex(),
                null,
                at.toEpochMilli(),
                editId,
                requestHash.hex());
        return true;
    }

    /** Sets a chunk aside whose payload does not verify; its bytes are kept. */
    public void markCorrupt(ChunkHead head) {
        jdbc.update(MARK_CORRUPT, head.key().toString(), head.revision());
    }

    /** Heads in the order (cz, cy, cx) after a coordinate, null for the beginning. */
    public List<ChunkHead> list(RoomKey room, Range range, Optional<ChunkCoord> after, int limit) {
        ChunkCoord from = after.orElse(Range.ALL.min());
        // No chunk can be at the smallest int32 on every axis: bounds there are not exact.
        return jdbc
                .query(
                        LIST,
                        ChunkStore::head,
                        room.world().value(),
                        room.room().value(),
                        from.cz(),
                        from.cy(),
                        from.cx(),
                        range.min().cz(),
                        range.max().cz(),
                        range.min().cy(),
                        range.max().cy(),
                        range.min().cx(),
                        range.max().cx(),
                        limit)
                .stream()
                .map(HeadRow::head)
                .toList();
    }

    private static Object[] insertArguments(Write write) {
        ChunkKey key = write.key();
        return new Object[] {
            key.toString(),
            key.world().value(),
            key.room().room().value(),
            key.coord().cx(),
            key.coord().cy(),
            key.coord().cz(),
            AgpcCodec.VERSION,
            write.image().bytes().toArray(),
            write.image().bodyBytes(),
            write.image().checksum().hex(),
            write.image().contentHash().hex(),
            write.revision(),
            write.createdAt().toEpochMilli(),
            write.at().toEpochMilli()
        };
    }

    private static Object[] revisionArguments(Write write, ChunkAction action) {
        return new Object[] {
            write.key().toString(),
            write.revision(),
            write.actor(),
            action.storedName(),
            write.image().checksum().hex(),
            write.image().bytes().toArray(),
            write.at().toEpochMilli(),
            write.editId(),
            write.requestHash().hex()
        };
    }

    private static HeadRow head(ResultSet row, int number) throws SQLException {
        return new HeadRow(
                new ChunkHead(
                        ChunkKey.find(row.getString(1)).orElseThrow(),
                        row.getLong(2),
                        new Checksum(row.getString(3)),
                        Instant.ofEpochMilli(row.getLong(4))),
                row.getString(5).equals("corrupt"));
    }

    private static EditRow edit(ResultSet row, int number) throws SQLException {
        String action = row.getString(5);
        return new EditRow(
                row.getLong(1),
                new Checksum(row.getString(2)),
                Instant.ofEpochMilli(row.getLong(3)),
                row.getString(4),
                switch (action) {
                    case "create" -> ChunkAction.CREATE;
                    case "delete" -> ChunkAction.DELETE;
                    default -> ChunkAction.UPDATE;
                });
    }

    private static List<String> sorted(Collection<ChunkKey> keys) {
        TreeSet<String> sorted = new TreeSet<>();
        keys.forEach(key -> sorted.add(key.toString()));
        return List.copyOf(sorted);
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
