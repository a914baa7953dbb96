package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkCoord;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkImage;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkHead;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/**
 * Chunks in the database; call inside work of StoreThreads. Concurrency is the database's: every
 * write names the revision it replaces and tells by its count whether it did. A chunk whose newest
 * state is in memory only ({@code dirty}) is changed by nobody else.
 */
@Repository
public final class ChunkStore {
    private static final String HEAD =
            """
            SELECT key, revision, checksum, updated_at,
                   CASE WHEN state = 'corrupt' THEN 1 ELSE 0 END, format_version,
                   (SELECT value FROM meta WHERE key = 'asset_revision')
            FROM chunks
            """;

    /**
     * Chunks of a room that an import still makes are not there for any reader. Where there is no
     * such room, which is asked once, no row has to be looked at for it.
     */
    static final String SEEN =
            """
             AND (NOT EXISTS (SELECT 1 FROM rooms i WHERE i.state = 'importing')
                 OR NOT EXISTS (SELECT 1 FROM rooms h WHERE h.state = 'importing'
                     AND h.world_id = chunks.world_id AND h.id = chunks.room_id))
            """;

    private static final String FIND_HEAD = HEAD + "WHERE key = ?" + SEEN;
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
            WHERE key = ? AND revision = ? AND dirty = 0
            """;
    private static final String UPDATE_UNSEEN = UPDATE + " AND checksum = ? AND state = 'ok'";
    private static final String DELETE =
            "DELETE FROM chunks WHERE key = ? AND revision = ? AND dirty = 0";
    private static final String INSERT_REVISION =
            """
            INSERT INTO revisions (chunk_key, revision, actor, action, checksum, payload,
                                   created_at, edit_id, request_hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String ERASE = "DELETE FROM chunks WHERE key = ?";
    private static final String ERASE_REVISIONS =
            "DELETE FROM revisions WHERE chunk_key = ? AND edit_id = ?";
    private static final String MARK_CORRUPT =
            "UPDATE chunks SET state = 'corrupt' WHERE key = ? AND revision = ?";
    private static final String RESTORE =
            "UPDATE chunks SET state = 'ok', payload = ? WHERE key = ? AND revision = ?";
    private static final String LIST =
            HEAD
                    + """
                    WHERE world_id = ? AND room_id = ? AND (cz, cy, cx) > (?, ?, ?)
                      AND cz BETWEEN ? AND ? AND cy BETWEEN ? AND ? AND cx BETWEEN ? AND ?
                    """
                    + SEEN
                    + " ORDER BY cz, cy, cx LIMIT ?";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public ChunkStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A head with what only the store knows of it.
     *
     * @param assetRevision version of the assets' flags in the same snapshot
     */
    public record HeadRow(ChunkHead head, boolean corrupt, int formatVersion, long assetRevision) {}

    /** Who writes what, and how a retry is known; the id is null for what nobody retries. */
    public record Origin(
            String actor, ChunkAction action, @Nullable String editId, Checksum requestHash) {}

    /**
     * One new state of one chunk with its history row.
     *
     * @param stored the image as it is stored: raw or compressed
     */
    public record Write(
            ChunkKey key,
            long revision,
            ChunkImage image,
            Bytes stored,
            Instant createdAt,
            Instant at,
            Origin origin) {}

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
        return findHeads(keys, _ -> Optional.empty());
    }

    /**
     * The same, without reading what is known: every value read of a row costs a call into the
     * database.
     *
     * @param known the head of a verified payload of the current format by its checksum, which
     *     covers all of the head
     */
    public Map<ChunkKey, HeadRow> findHeads(
            Collection<ChunkKey> keys, Function<Checksum, Optional<ChunkHead>> known) {
        Set<String> asked = HashSet.newHashSet(keys.size());
        keys.forEach(key -> asked.add(key.toString()));
        if (asked.isEmpty()) {
            return Map.of();
        }
        Object[] padded = padded(asked);
        HeadReader reader = new HeadReader(asked, known);
        jdbc.query(
                HEAD + "WHERE key IN (" + marks(padded.length) + ")" + SEEN, reader::read, padded);
        // Two rows of one checksum: one of them is damaged, and only the keys tell which.
        return reader.rows == reader.heads.size() ? reader.heads : findHeads(keys);
    }

    /** Reads heads of one snapshot. */
    private static final class HeadReader {
        private final Set<String> asked;
        private final Function<Checksum, Optional<ChunkHead>> known;
        private final Map<ChunkKey, HeadRow> heads = new HashMap<>();
        private int rows;
        private long assetRevision;

        private HeadReader(Set<String> asked, Function<Checksum, Optional<ChunkHead>> known) {
            this.asked = asked;
            this.known = known;
        }

        private void read(ResultSet row) throws SQLException {
            if (rows++ == 0) {
                assetRevision = assetRevision(row);
            }
            Checksum checksum = new Checksum(row.getString(3));
            Optional<ChunkHead> head =
                    known.apply(checksum).filter(h -> asked.contains(h.key().toString()));
            HeadRow found =
                    head.isEmpty()
                            ? head(row, rows)
                            : new HeadRow(
                                    head.get(), isCorrupt(row), AgpcCodec.VERSION, assetRevision);
            heads.put(found.head().key(), found);
        }
    }

    /** The chunk's stored image. */
    public Optional<Bytes> findPayload(ChunkKey key) {
        return jdbc
                .query(FIND_PAYLOAD, (row, _) -> Bytes.wrap(row.getBytes(1)), key.toString())
                .stream()
                .findFirst();
    }

    /** The stored images of those that exist. */
    public Map<ChunkKey, Bytes> findPayloads(Collection<ChunkKey> keys) {
        Map<ChunkKey, Bytes> found = new HashMap<>();
        if (!keys.isEmpty()) {
            jdbc.query(
                    "SELECT key, payload FROM chunks WHERE key IN (" + marks(keys.size()) + ")",
                    row -> {
                        found.put(
                                ChunkKey.find(row.getString(1)).orElseThrow(),
                                Bytes.wrap(row.getBytes(2)));
                    },
                    keys.stream().map(ChunkKey::toString).toArray());
        }
        return found;
    }

    /** False if the chunk exists; then nothing was written. */
    public boolean create(Write write, Chunk chunk) {
        if (jdbc.update(INSERT, insertArguments(write)) != 1) {
            return false;
        }
        jdbc.update(INSERT_REVISION, revisionArguments(write));
        new ChunkIndex(jdbc).insert(chunk);
        return true;
    }

    /** Creates many chunks of which none exists. */
    public void createAll(List<Write> writes, List<Chunk> chunks) {
        List<Object[]> inserts = new ArrayList<>(writes.size());
        List<@Nullable Object[]> revisions = new ArrayList<>(writes.size());
        for (Write write : writes) {
            inserts.add(insertArguments(write));
            revisions.add(revisionArguments(write));
        }
        jdbc.batchUpdate(INSERT, inserts);
        jdbc.batchUpdate(INSERT_REVISION, revisions);
        new ChunkIndex(jdbc).insertAll(chunks);
    }

    /**
     * Writes updates of different chunks, all of them or, if one throws, some.
     *
     * @throws MovedException if a chunk is not at the revision its update replaces
     */
    void updateAll(List<ChunkUpdates.Update> updates) {
        updateAll(
                UPDATE,
                updates.stream()
                        .map(update -> updateArguments(update.write(), update.replaced()))
                        .toList(),
                updates);
    }

    /**
     * The same of chunks this transaction has not read.
     *
     * @throws MovedException if a chunk is not what its update replaces, or not sound
     */
    void updateUnseen(List<ChunkUpdates.Update> updates) {
        List<Object[]> chunks = new ArrayList<>(updates.size());
        for (ChunkUpdates.Update update : updates) {
            Object[] seen = updateArguments(update.write(), update.replaced());
            Object[] arguments = Arrays.copyOf(seen, seen.length + 1);
            arguments[seen.length] = update.replaced().checksum().hex();
            chunks.add(arguments);
        }
        updateAll(UPDATE_UNSEEN, chunks, updates);
    }

    private void updateAll(
            String update, List<Object[]> chunks, List<ChunkUpdates.Update> updates) {
        List<@Nullable Object[]> revisions = new ArrayList<>(updates.size());
        updates.forEach(one -> revisions.add(revisionArguments(one.write())));
        int[] counts = jdbc.batchUpdate(update, chunks);
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 1) {
                throw new MovedException(updates.get(i).write().key());
            }
        }
        jdbc.batchUpdate(INSERT_REVISION, revisions);
        new ChunkIndex(jdbc).change(updates);
    }

    /** A chunk is at another revision than its update replaces. */
    public static final class MovedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private MovedException(ChunkKey key) {
            super("chunk " + key + " moved");
        }
    }

    /** History of states that were replaced before they were written. */
    public void insertRevisions(List<Write> writes) {
        jdbc.batchUpdate(
                INSERT_REVISION, writes.stream().map(ChunkStore::revisionArguments).toList());
    }

    /** False if the chunk is not at {@code head}'s revision; then nothing was written. */
    public boolean delete(ChunkHead head, Instant at, Origin origin) {
        if (jdbc.update(DELETE, head.key().toString(), head.revision()) != 1) {
            return false;
        }
        jdbc.update(
                INSERT_REVISION,
                head.key().toString(),
                head.revision() + 1,
                origin.actor(),
                ChunkAction.DELETE.storedName(),
                head.checksum().hex(),
                null,
                at.toEpochMilli(),
                origin.editId(),
                origin.requestHash().hex());
        return true;
    }

    /**
     * Takes chunks away that nobody has seen, with the revisions this edit made; no trace stays.
     */
    public void erase(List<ChunkKey> keys, String editId) {
        jdbc.batchUpdate(
                ERASE_REVISIONS,
                keys.stream().map(key -> new Object[] {key.toString(), editId}).toList());
        jdbc.batchUpdate(ERASE, keys.stream().map(key -> new Object[] {key.toString()}).toList());
    }

    /** Sets a chunk aside whose payload does not verify; its bytes are kept. */
    public void markCorrupt(ChunkHead head) {
        jdbc.update(MARK_CORRUPT, head.key().toString(), head.revision());
    }

    /** Gives a chunk that was set aside its payload back; its revision stays. */
    public boolean restore(ChunkHead head, Bytes payload) {
        return jdbc.update(RESTORE, payload.toArray(), head.key().toString(), head.revision()) == 1;
    }

    /** Makes the derived rows of a chunk anew. */
    public void rebuild(Chunk chunk) {
        new ChunkIndex(jdbc).rewrite(chunk);
    }

    /** What of a chunk's row and derived rows is not what the chunk says. */
    public Optional<String> findDerivedFault(Chunk chunk) {
        ChunkImage image = AgpcCodec.encode(chunk);
        Long same =
                jdbc.queryForObject(
                        """
                        SELECT COUNT(*) FROM chunks WHERE key = ? AND format_version < ?
                        OR key = ? AND payload_len = ? AND content_hash = ?
                        """,
                        Long.class,
                        chunk.key().toString(),
                        AgpcCodec.VERSION,
                        chunk.key().toString(),
                        image.bodyBytes(),
                        image.contentHash().hex());
        return same == null || same == 0
                ? Optional.of("its row states another length or content")
                : new ChunkIndex(jdbc).findFault(chunk);
    }

    /** Heads in the order of their keys after one, for work that goes over all chunks. */
    public List<HeadRow> scan(Scope scope, String after, int limit) {
        return jdbc.query(
                HEAD + "WHERE key > ? AND key >= ? AND key < ?" + SEEN + " ORDER BY key LIMIT ?",
                ChunkStore::head,
                after,
                scope.start(),
                scope.end(),
                limit);
    }

    /** Heads in the order (cz, cy, cx) after a coordinate, null for the beginning. */
    public List<HeadRow> list(RoomKey room, Range range, Optional<ChunkCoord> after, int limit) {
        ChunkCoord from = after.orElse(Range.ALL.min());
        // No chunk can be at the smallest int32 on every axis: bounds there are not exact.
        return jdbc.query(
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
                limit);
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
            write.stored().toArray(),
            write.image().bodyBytes(),
            write.image().checksum().hex(),
            write.image().contentHash().hex(),
            write.revision(),
            write.createdAt().toEpochMilli(),
            write.at().toEpochMilli()
        };
    }

    private static Object[] updateArguments(Write write, ChunkHead replaced) {
        return new Object[] {
            write.stored().toArray(),
            write.image().bodyBytes(),
            AgpcCodec.VERSION,
            write.image().checksum().hex(),
            write.image().contentHash().hex(),
            write.revision(),
            write.at().toEpochMilli(),
            write.key().toString(),
            replaced.revision()
        };
    }

    private static @Nullable Object[] revisionArguments(Write write) {
        return new @Nullable Object[] {
            write.key().toString(),
            write.revision(),
            write.origin().actor(),
            write.origin().action().storedName(),
            write.image().checksum().hex(),
            write.stored().toArray(),
            write.at().toEpochMilli(),
            write.origin().editId(),
            write.origin().requestHash().hex()
        };
    }

    private static HeadRow head(ResultSet row, int number) throws SQLException {
        return new HeadRow(
                new ChunkHead(
                        ChunkKey.find(row.getString(1)).orElseThrow(),
                        row.getLong(2),
                        new Checksum(row.getString(3)),
                        Instant.ofEpochMilli(row.getLong(4))),
                isCorrupt(row),
                row.getInt(6),
                assetRevision(row));
    }

    private static boolean isCorrupt(ResultSet row) throws SQLException {
        return row.getInt(5) == 1;
    }

    private static long assetRevision(ResultSet row) throws SQLException {
        return Long.parseLong(row.getString(7));
    }

    /**
     * The values, the last one repeated up to a power of two: lists of all lengths make few
     * statements, which connections keep.
     */
    static Object[] padded(Collection<String> values) {
        List<Object> padded = new ArrayList<>(values);
        int size = padded(values.size());
        while (padded.size() < size) {
            padded.add(padded.getLast());
        }
        return padded.toArray();
    }

    /** The power of two that a list of this length, at least 1, is filled up to. */
    static int padded(int count) {
        return Integer.highestOneBit(2 * count - 1);
    }

    static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
