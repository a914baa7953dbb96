package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkRevision;
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
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What chunks were, one row a revision, also after their deletion; call inside StoreThreads. */
@Repository
public final class HistoryStore {
    private static final String COLUMNS =
            """
            SELECT chunk_key, revision, actor, action, checksum, created_at,
                   substr(payload, 5, 2)
            FROM revisions
            """;
    private static final String FIND = COLUMNS + "WHERE chunk_key = ? AND revision = ?";
    private static final String LIST =
            COLUMNS + "WHERE chunk_key = ? AND revision < ? ORDER BY revision DESC LIMIT ?";
    private static final String FIND_EDIT =
            """
            SELECT revision, checksum, created_at, request_hash, action
            FROM revisions WHERE chunk_key = ? AND edit_id = ?
            """;
    private static final String FIND_EDITS =
            """
            SELECT r.revision, r.checksum, r.created_at, r.request_hash, r.action, r.chunk_key,
                   r.edit_id
            FROM wanted CROSS JOIN revisions r
            WHERE r.chunk_key = wanted.chunk_key AND r.edit_id = wanted.edit_id
            """;
    private static final String FIND_ELSEWHERE =
            """
            SELECT chunk_key FROM revisions
            WHERE edit_id = ? AND actor = ? AND chunk_key <> ? LIMIT 1
            """;
    private static final String LAST_REVISION =
            "SELECT COALESCE(MAX(revision), 0) FROM revisions WHERE chunk_key = ?";
    private static final String FIND_BASE =
            """
            SELECT MAX(revision) FROM revisions WHERE chunk_key = ? AND checksum = ?
            AND action <> 'delete'
            """;
    private static final String OTHERS_AFTER =
            """
            SELECT COUNT(*) FROM revisions
            WHERE chunk_key = ? AND revision > ? AND action NOT IN ('reflag', 'migrate')
            """;
    private static final String PAYLOAD =
            "SELECT payload FROM revisions WHERE chunk_key = ? AND revision = ?";
    private static final String KEYS =
            """
            SELECT DISTINCT chunk_key FROM revisions
            WHERE chunk_key > ? AND chunk_key >= ? AND chunk_key < ? ORDER BY chunk_key LIMIT ?
            """;
    private static final String WITH_PAYLOAD =
            """
            SELECT revision FROM revisions
            WHERE chunk_key = ? AND payload IS NOT NULL AND revision < ?
            ORDER BY revision DESC
            """;
    private static final String DROP_PAYLOAD =
            "UPDATE revisions SET payload = NULL WHERE chunk_key = ? AND revision = ?";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public HistoryStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** What the edit of an id did. */
    public record EditRow(
            long revision, Checksum checksum, Instant at, String requestHash, ChunkAction action) {}

    /** What the edit with this id did to the chunk, if it was committed. */
    public Optional<EditRow> findEdit(ChunkKey key, String editId) {
        return jdbc.query(FIND_EDIT, HistoryStore::edit, key.toString(), editId).stream()
                .findFirst();
    }

    /** An edit by its chunk and its id. */
    public record EditName(ChunkKey key, String editId) {}

    /** What those of these edits did that were committed. */
    public Map<EditName, EditRow> findEdits(Collection<EditName> names) {
        Map<EditName, EditRow> found = new HashMap<>();
        if (names.isEmpty()) {
            return found;
        }
        List<EditName> padded = new ArrayList<>(names);
        int size = ChunkStore.padded(padded.size());
        while (padded.size() < size) {
            padded.add(padded.getLast());
        }
        Object[] arguments = new Object[2 * size];
        for (int i = 0; i < size; i++) {
            arguments[2 * i] = padded.get(i).key().toString();
            arguments[2 * i + 1] = padded.get(i).editId();
        }
        jdbc.query(
                "WITH wanted (chunk_key, edit_id) AS (VALUES "
                        + String.join(", ", Collections.nCopies(size, "(?, ?)"))
                        + ") "
                        + FIND_EDITS,
                row -> {
                    found.put(
                            new EditName(
                                    ChunkKey.find(row.getString(6)).orElseThrow(),
                                    row.getString(7)),
                            edit(row, 0));
                },
                arguments);
        return found;
    }

    /** Another chunk that this caller changed with this id. */
    public Optional<String> findElsewhere(ChunkKey key, String editId, String actor) {
        return jdbc
                .query(FIND_ELSEWHERE, (row, _) -> row.getString(1), editId, actor, key.toString())
                .stream()
                .findFirst();
    }

    /** The highest revision the chunk ever had, 0 for none. */
    public long lastRevision(ChunkKey key) {
        Long last = jdbc.queryForObject(LAST_REVISION, Long.class, key.toString());
        return last == null ? 0 : last;
    }

    /** When a revision was made; long ago if there is no such revision. */
    public Instant timeOf(ChunkKey key, long revision) {
        return revision == 0
                ? Instant.EPOCH
                : find(key, revision).map(row -> row.head().updatedAt()).orElse(Instant.EPOCH);
    }

    /** One revision. */
    public Optional<ChunkRevision> find(ChunkKey key, long revision) {
        return jdbc.query(FIND, HistoryStore::revision, key.toString(), revision).stream()
                .findFirst();
    }

    /** Revisions below one, the newest first. */
    public List<ChunkRevision> list(ChunkKey key, long before, int limit) {
        return jdbc.query(LIST, HistoryStore::revision, key.toString(), before, limit);
    }

    /** The newest revision, perhaps a deletion. */
    public Optional<ChunkRevision> findLast(ChunkKey key) {
        return list(key, Long.MAX_VALUE, 1).stream().findFirst();
    }

    /** The newest revision with this checksum that is not a deletion; 0 for none. */
    public long findBase(ChunkKey key, String checksum) {
        Long found = jdbc.queryForObject(FIND_BASE, Long.class, key.toString(), checksum);
        return found == null ? 0 : found;
    }

    /** Whether everything after a revision was done by the server itself. */
    public boolean isServersSince(ChunkKey key, long revision) {
        Long others = jdbc.queryForObject(OTHERS_AFTER, Long.class, key.toString(), revision);
        return others != null && others == 0;
    }

    /** What a revision's payload is; empty when it was pruned or is a deletion. */
    public Optional<Bytes> findPayload(ChunkKey key, long revision) {
        return jdbc
                .query(
                        PAYLOAD,
                        (row, _) -> Optional.ofNullable(row.getBytes(1)).map(Bytes::wrap),
                        key.toString(),
                        revision)
                .stream()
                .findFirst()
                .flatMap(payload -> payload);
    }

    /** Keys that ever had a chunk, in order after one. */
    public List<String> scan(Scope scope, String after, int limit) {
        return jdbc.query(
                KEYS, (row, _) -> row.getString(1), after, scope.start(), scope.end(), limit);
    }

    /** Revisions below one that have a payload, the newest first. */
    public List<Long> withPayload(String key, long before) {
        return jdbc.query(WITH_PAYLOAD, (row, _) -> row.getLong(1), key, before);
    }

    /** Drops one revision's payload; its row stays. */
    public void dropPayload(String key, long revision) {
        jdbc.update(DROP_PAYLOAD, key, revision);
    }

    private static ChunkRevision revision(ResultSet row, int number) throws SQLException {
        return new ChunkRevision(
                new ChunkHead(
                        ChunkKey.find(row.getString(1)).orElseThrow(),
                        row.getLong(2),
                        new Checksum(row.getString(5)),
                        Instant.ofEpochMilli(row.getLong(6))),
                row.getString(3),
                ChunkAction.of(row.getString(4)),
                formatVersion(row.getBytes(7)));
    }

    /** Bytes 4 and 5 of an image, little-endian; what is too short for them states none. */
    private static int formatVersion(byte @Nullable [] bytes) {
        if (bytes == null) {
            return -1;
        }
        return bytes.length < 2 ? 0 : (bytes[0] & 0xFF) | (bytes[1] & 0xFF) << 8;
    }

    private static EditRow edit(ResultSet row, int number) throws SQLException {
        return new EditRow(
                row.getLong(1),
                new Checksum(row.getString(2)),
                Instant.ofEpochMilli(row.getLong(3)),
                row.getString(4),
                ChunkAction.of(row.getString(5)));
    }
}
