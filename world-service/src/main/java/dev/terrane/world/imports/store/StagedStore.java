package dev.terrane.world.imports.store;

import static dev.terrane.world.imports.store.ImportJobStore.name;
import static dev.terrane.world.imports.store.ImportJobStore.valueOrNull;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.world.imports.StagedChunk;
import dev.terrane.world.imports.StagedChunk.Kind;
import dev.terrane.world.imports.StagedChunk.Outcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Staged chunks in the order of their keys; call inside work of StoreThreads. */
@Repository
public final class StagedStore {
    // An import compares with what the import before it staged, a roll-back with its own.
    private static final String COLUMNS =
            """
            SELECT s.chunk_key, s.theirs, COALESCE(s.base, b.theirs), s.kind, s.conflicts, s.detail,
                   s.base_revision, s.base_checksum, s.outcome, s.revision
            FROM import_chunks s
            LEFT JOIN import_chunks b ON b.job_id = ? AND b.chunk_key = s.chunk_key
            WHERE s.job_id = ? AND s.chunk_key > ?
            """;
    private static final String WITHOUT_IMAGES =
            """
            SELECT s.chunk_key, NULL, NULL, s.kind, s.conflicts, s.detail,
                   s.base_revision, s.base_checksum, s.outcome, s.revision
            FROM import_chunks s WHERE s.job_id = ? AND s.chunk_key > ?
            """;
    private static final String ORDER = " ORDER BY s.chunk_key LIMIT ?";
    private static final String INSERT =
            "INSERT INTO import_chunks (job_id, chunk_key, theirs, base) VALUES (?, ?, ?, ?)";
    private static final String ADD_GONE =
            """
            INSERT INTO import_chunks (job_id, chunk_key)
            SELECT ?, b.chunk_key FROM import_chunks b
            WHERE b.job_id = ? AND b.theirs IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM import_chunks s WHERE s.job_id = ? AND s.chunk_key = b.chunk_key)
            """;
    private static final String PLAN =
            """
            UPDATE import_chunks SET kind = ?, conflicts = ?, detail = ?, base_revision = ?,
                   base_checksum = ?
            WHERE job_id = ? AND chunk_key = ?
            """;
    private static final String RESULT =
            "UPDATE import_chunks SET outcome = ?, revision = ? WHERE job_id = ? AND chunk_key = ?";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public StagedStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Stages chunks. */
    public void insert(String job, List<StagedChunk> chunks) {
        jdbc.batchUpdate(
                INSERT,
                chunks.stream()
                        .map(
                                chunk ->
                                        new @Nullable Object[] {
                                            job,
                                            chunk.key().toString(),
                                            array(chunk.theirs()),
                                            array(chunk.base())
                                        })
                        .toList());
    }

    private static byte @Nullable [] array(@Nullable Bytes bytes) {
        return bytes == null ? null : bytes.toArray();
    }

    /** Keys that are staged. */
    public Set<String> keys(String job) {
        return new HashSet<>(
                jdbc.query(
                        "SELECT chunk_key FROM import_chunks WHERE job_id = ?",
                        (row, _) -> row.getString(1),
                        job));
    }

    /** Adds the chunks an earlier job's map had and this one's has not; their number. */
    public int addGone(String job, String earlier) {
        return jdbc.update(ADD_GONE, job, earlier, job);
    }

    /** How many the commit wrote or removed. */
    public int countWritten(String job) {
        Integer count =
                jdbc.queryForObject(
                        "SELECT COUNT(*) FROM import_chunks"
                                + " WHERE job_id = ? AND outcome IN ('wrote', 'removed')",
                        Integer.class,
                        job);
        return count == null ? 0 : count;
    }

    /** Chunks after a key. */
    public List<StagedChunk> list(String job, String earlier, String after, int limit) {
        return jdbc.query(COLUMNS + ORDER, StagedStore::chunk, earlier, job, after, limit);
    }

    /** One chunk. */
    public Optional<StagedChunk> find(String job, String earlier, ChunkKey key) {
        return jdbc
                .query(
                        COLUMNS.replace("s.chunk_key > ?", "s.chunk_key = ?"),
                        StagedStore::chunk,
                        earlier,
                        job,
                        key.toString())
                .stream()
                .findFirst();
    }

    /** Chunks after a key of which the commit may write something. */
    public List<StagedChunk> listChanging(String job, String earlier, String after, int limit) {
        return jdbc.query(
                COLUMNS + " AND s.kind <> 'untouched'" + ORDER,
                StagedStore::chunk,
                earlier,
                job,
                after,
                limit);
    }

    /** Chunks after a key, of one kind or of all, without their images. */
    public List<StagedChunk> listPlans(String job, @Nullable Kind kind, String after, int limit) {
        return kind == null
                ? jdbc.query(WITHOUT_IMAGES + ORDER, StagedStore::chunk, job, after, limit)
                : jdbc.query(
                        WITHOUT_IMAGES + " AND s.kind = ?" + ORDER,
                        StagedStore::chunk,
                        job,
                        after,
                        name(kind),
                        limit);
    }

    /** Chunks after a key that the commit wrote or removed, without their images. */
    public List<StagedChunk> listWritten(String job, String after, int limit) {
        return jdbc.query(
                WITHOUT_IMAGES + " AND s.outcome IN ('wrote', 'removed')" + ORDER,
                StagedStore::chunk,
                job,
                after,
                limit);
    }

    /** Notes plans. */
    public void setPlans(String job, List<StagedChunk> chunks) {
        jdbc.batchUpdate(
                PLAN,
                chunks.stream()
                        .map(
                                chunk -> {
                                    Kind kind = chunk.plan().kind();
                                    return new Object[] {
                                        kind == null ? "" : name(kind),
                                        chunk.plan().conflicts(),
                                        chunk.plan().detail(),
                                        chunk.plan().revision(),
                                        chunk.plan().checksum(),
                                        job,
                                        chunk.key().toString()
                                    };
                                })
                        .toList());
    }

    /** Notes that every chunk is new. */
    public void setAllAdded(String job) {
        jdbc.update("UPDATE import_chunks SET kind = 'added' WHERE job_id = ?", job);
    }

    /** Notes what the commit did. */
    public void setResults(String job, List<StagedChunk> chunks) {
        jdbc.batchUpdate(
                RESULT,
                chunks.stream()
                        .map(
                                chunk ->
                                        new Object[] {
                                            chunk.result().outcome() == Outcome.NONE
                                                    ? ""
                                                    : name(chunk.result().outcome()),
                                            chunk.result().revision(),
                                            job,
                                            chunk.key().toString()
                                        })
                        .toList());
    }

    /** Drops all of a job. */
    public void dropAll(String job) {
        jdbc.update("DELETE FROM import_chunks WHERE job_id = ?", job);
    }

    /** Drops what nobody compares with later. */
    public void dropImages(String job) {
        jdbc.update("UPDATE import_chunks SET theirs = NULL, base = NULL WHERE job_id = ?", job);
    }

    private static StagedChunk chunk(ResultSet row, int number) throws SQLException {
        return new StagedChunk(
                ChunkKey.find(row.getString(1)).orElseThrow(),
                bytes(row.getBytes(2)),
                bytes(row.getBytes(3)),
                new StagedChunk.Plan(
                        valueOrNull(Kind.class, row.getString(4)),
                        row.getInt(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getString(8)),
                new StagedChunk.Result(
                        row.getString(9).isEmpty()
                                ? Outcome.NONE
                                : Outcome.valueOf(row.getString(9).toUpperCase(Locale.ROOT)),
                        row.getLong(10)));
    }

    private static @Nullable Bytes bytes(byte @Nullable [] bytes) {
        return bytes == null ? null : Bytes.wrap(bytes);
    }
}
