package dev.terrane.world.imports.store;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.support.store.DatabaseKind;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.world.flags.Viewer;
import dev.terrane.world.imports.ImportJob;
import dev.terrane.world.imports.ImportJob.State;
import dev.terrane.world.imports.ImportReport;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * Import jobs in the database; call inside work of StoreThreads. A job is run by the process whose
 * lease it bears; every write of it names owner and state, so that one that was overtaken writes
 * nothing.
 */
@Repository
public final class ImportJobStore {
    private static final String COLUMNS =
            """
            SELECT id, world_id, room_id, kind, file_name, map_name, other_job, mode, prefer, actor,
                   viewer, request_key, request_hash, state, resume_state, attempts, makes_room,
                   sliced, asset_revision, cursor, total, staged, planned, changing, committed,
                   kept_bytes, report, rolled_back_by, created_at, updated_at
            FROM import_jobs j
            """;
    private static final String OPEN = "state NOT IN ('done', 'failed', 'cancelled')";
    private static final String RUNNING =
            "state IN ('staging', 'planning', 'committing', 'finishing', 'cancelling')";
    private static final String INSERT =
            """
            INSERT INTO import_jobs (id, world_id, room_id, kind, file_name, map_name, other_job, mode,
                prefer, actor, viewer, request_key, request_hash, state, kept_bytes, report,
                created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'staging', ?, ?, ?, ?)
            """;
    private static final String UPDATE =
            """
            UPDATE import_jobs SET other_job = ?, mode = ?, prefer = ?, state = ?, resume_state = ?, attempts = ?,
                makes_room = ?, sliced = ?, asset_revision = ?, cursor = ?, total = ?, staged = ?,
                planned = ?, changing = ?, committed = ?, kept_bytes = ?, report = ?, updated_at = ?
            WHERE id = ?
            """;
    private static final String HOLD =
            """
            UPDATE import_jobs SET lease_until = ? WHERE id = ? AND owner = ? AND state = ?
            """;
    // Jobs of one room run in their order; one that keeps an unseen room keeps it to itself.
    private static final String NEXT =
            COLUMNS
                    + " WHERE "
                    + RUNNING
                    + """
                      AND (owner = '' OR owner = ? OR lease_until < ?)
                      AND (state = 'cancelling' OR NOT EXISTS (
                          SELECT 1 FROM import_jobs o
                          WHERE o.world_id = j.world_id AND o.room_id = j.room_id
                            AND (o.created_at < j.created_at
                                OR o.created_at = j.created_at AND o.id < j.id)
                            AND (o.state IN ('staging', 'planning', 'committing', 'finishing',
                                             'cancelling')
                                OR o.state = 'suspended' AND o.makes_room = 2)))
                    ORDER BY CASE WHEN state = 'cancelling' THEN 0 ELSE 1 END, created_at, id LIMIT 1
                    """;
    // A process that still has most of its lease writes nothing.
    private static final String CLAIM =
            """
            UPDATE import_jobs SET owner = ?, lease_until = ?
            WHERE id = ? AND (owner <> ? OR lease_until < ?)
            """;
    private static final String LIST =
            COLUMNS
                    + """
                    WHERE world_id = ? AND (created_at < ? OR created_at = ? AND id < ?)
                    """;
    private static final String LAST =
            COLUMNS
                    + """
                    WHERE world_id = ? AND room_id = ? AND map_name = ? AND kind = 'import'
                      AND state = 'done' AND rolled_back_by = ''
                    ORDER BY created_at DESC, id DESC LIMIT 1
                    """;
    // Finished long ago, or a plan nobody came back to; never what a later import compares with.
    private static final String OVER =
            """
            SELECT id FROM import_jobs j
            WHERE (state IN ('failed', 'cancelled') AND updated_at < ?)
               OR (state = 'done' AND updated_at < ?
                   AND (kind = 'rollback' OR rolled_back_by <> '' OR EXISTS (
                       SELECT 1 FROM import_jobs n
                       WHERE n.world_id = j.world_id AND n.room_id = j.room_id
                         AND n.map_name = j.map_name AND n.kind = 'import' AND n.state = 'done'
                         AND n.rolled_back_by = '' AND (n.created_at > j.created_at
                             OR n.created_at = j.created_at AND n.id > j.id)))
                   AND NOT EXISTS (SELECT 1 FROM import_jobs n WHERE n.other_job = j.id
                       AND n.state NOT IN ('done', 'failed', 'cancelled')))
            ORDER BY updated_at LIMIT ?
            """;

    private final JdbcTemplate jdbc;
    private final DatabaseKind kind;

    /** Makes a store over the service's database. */
    public ImportJobStore(JdbcTemplate jdbc, StoreThreads threads) {
        this.jdbc = jdbc;
        this.kind = threads.kind();
    }

    /** A job of a world that is not over. */
    public Optional<String> findOpen(WorldId world) {
        String sql =
                "SELECT id FROM import_jobs WHERE world_id = ? AND "
                        + OPEN
                        + " ORDER BY created_at, id LIMIT 1";
        return jdbc.query(sql, (row, _) -> row.getString(1), world.value()).stream().findFirst();
    }

    /** What jobs that are not over hold. */
    public record Load(int jobs, long bytes) {}

    /** Begins a job with its files. */
    public void insert(ImportJob job) {
        ImportJob.Order order = job.order();
        jdbc.update(
                INSERT,
                job.id(),
                job.room().world().value(),
                job.room().room().value(),
                name(order.kind()),
                order.source().fileName(),
                order.source().mapName(),
                order.otherJob(),
                name(order.mode()),
                name(order.prefer()),
                order.asker().actor(),
                text(order.asker().viewer()),
                order.asker().requestKey(),
                order.asker().requestHash(),
                job.keptBytes(),
                JsonMapper.shared().writeValueAsString(job.report()),
                job.createdAt().toEpochMilli(),
                job.updatedAt().toEpochMilli());
    }

    /** Keeps a file of a job. */
    public void addFile(String job, String path, boolean map, Bytes content) {
        jdbc.update(
                "INSERT INTO import_files (job_id, path, map, content) VALUES (?, ?, ?, ?)",
                job,
                path,
                map ? 1 : 0,
                content.toArray());
    }

    /** The map of a job. */
    public Bytes getMap(String job) {
        return Bytes.wrap(
                Objects.requireNonNull(
                        jdbc.queryForObject(
                                "SELECT content FROM import_files WHERE job_id = ? AND map = 1",
                                byte[].class,
                                job)));
    }

    /** The files the map of a job refers to. */
    public Map<String, Bytes> getFiles(String job) {
        Map<String, Bytes> files = new HashMap<>();
        jdbc.query(
                "SELECT path, content FROM import_files WHERE job_id = ? AND map = 0",
                row -> {
                    files.put(row.getString(1), Bytes.wrap(row.getBytes(2)));
                },
                job);
        return files;
    }

    /** Drops the files of a job. */
    public void dropFiles(String job) {
        jdbc.update("DELETE FROM import_files WHERE job_id = ?", job);
    }

    /** The job with this id. */
    public Optional<ImportJob> find(String id) {
        return jdbc.query(COLUMNS + "WHERE id = ?", ImportJobStore::job, id).stream().findFirst();
    }

    /** The job, kept from others until this transaction ends. */
    public Optional<ImportJob> lock(String id) {
        String sql = COLUMNS + "WHERE id = ?" + (isPostgres() ? " FOR UPDATE" : "");
        return jdbc.query(sql, ImportJobStore::job, id).stream().findFirst();
    }

    /** The job somebody asked for under this key. */
    public Optional<ImportJob> find(String actor, String requestKey) {
        return jdbc
                .query(
                        COLUMNS + "WHERE actor = ? AND request_key = ?",
                        ImportJobStore::job,
                        actor,
                        requestKey)
                .stream()
                .findFirst();
    }

    /** When the newest job of a world was begun. */
    public Optional<Instant> findNewest(WorldId world) {
        Long newest =
                jdbc.queryForObject(
                        "SELECT MAX(created_at) FROM import_jobs WHERE world_id = ?",
                        Long.class,
                        world.value());
        return Optional.ofNullable(newest).map(Instant::ofEpochMilli);
    }

    /** Jobs of a world, of one room or of all, the newest first, after one. */
    public List<ImportJob> list(WorldId world, String room, Instant after, String id, int limit) {
        List<Object> arguments = new ArrayList<>();
        arguments.add(world.value());
        arguments.add(after.toEpochMilli());
        arguments.add(after.toEpochMilli());
        arguments.add(id);
        String sql = LIST;
        if (!room.isEmpty()) {
            sql += " AND room_id = ?";
            arguments.add(room);
        }
        arguments.add(limit);
        return jdbc.query(
                sql + " ORDER BY created_at DESC, id DESC LIMIT ?",
                ImportJobStore::job,
                arguments.toArray());
    }

    /** The last import of a map into a room that is done and not taken back. */
    public Optional<ImportJob> findLast(RoomKey room, String mapName) {
        return jdbc
                .query(
                        LAST,
                        ImportJobStore::job,
                        room.world().value(),
                        room.room().value(),
                        mapName)
                .stream()
                .findFirst();
    }

    /** What jobs that are not over hold together. */
    public Load load() {
        return Objects.requireNonNull(
                jdbc.queryForObject(
                        "SELECT COUNT(*), COALESCE(SUM(kept_bytes), 0) FROM import_jobs WHERE "
                                + OPEN,
                        (row, _) -> new Load(row.getInt(1), row.getLong(2))));
    }

    /** Takes the next job to run, until a time; inside a write. */
    public Optional<ImportJob> claim(String owner, Instant now, Instant until) {
        // One process owns an SQLite file: what another held, it holds no more.
        long free = isPostgres() ? now.toEpochMilli() : Long.MAX_VALUE;
        String sql = NEXT + (isPostgres() ? " FOR UPDATE OF j SKIP LOCKED" : "");
        Optional<ImportJob> next =
                jdbc.query(sql, ImportJobStore::job, owner, free).stream().findFirst();
        long half = (now.toEpochMilli() + until.toEpochMilli()) / 2;
        next.ifPresent(
                job -> jdbc.update(CLAIM, owner, until.toEpochMilli(), job.id(), owner, half));
        return next;
    }

    /** Whether there is a job to run for this owner. */
    public boolean hasNext(String owner, Instant now) {
        long free = isPostgres() ? now.toEpochMilli() : Long.MAX_VALUE;
        return !jdbc.query(NEXT, ImportJobStore::job, owner, free).isEmpty();
    }

    /** Keeps a job in this state for its owner; false if it is no longer the owner's or there. */
    public boolean hold(String id, String owner, State state, Instant until) {
        return jdbc.update(HOLD, until.toEpochMilli(), id, owner, name(state)) == 1;
    }

    /** Writes what may change of a job. */
    public void update(ImportJob job) {
        ImportJob.Progress progress = job.progress();
        State resume = job.resumeState();
        jdbc.update(
                UPDATE,
                job.order().otherJob(),
                name(job.order().mode()),
                name(job.order().prefer()),
                name(job.state()),
                resume == null ? "" : name(resume),
                job.attempts(),
                job.roomMade().number(),
                job.sliced() ? 1 : 0,
                job.assetRevision(),
                job.cursor(),
                progress.total(),
                progress.staged(),
                progress.planned(),
                progress.changing(),
                progress.committed(),
                job.keptBytes(),
                JsonMapper.shared().writeValueAsString(job.report()),
                job.updatedAt().toEpochMilli(),
                job.id());
    }

    /** Notes what took an import back. */
    public void markRolledBack(String id, String by) {
        jdbc.update("UPDATE import_jobs SET rolled_back_by = ? WHERE id = ?", by, id);
    }

    /** Jobs that may be forgotten. */
    public List<String> listOver(Instant finishedBefore, int limit) {
        long time = finishedBefore.toEpochMilli();
        return jdbc.query(OVER, (row, _) -> row.getString(1), time, time, limit);
    }

    /** Plans and suspended jobs nobody came back to. */
    public List<String> listForgotten(Instant before, int limit) {
        return jdbc.query(
                """
                SELECT id FROM import_jobs
                WHERE state IN ('planned', 'suspended') AND updated_at < ? LIMIT ?
                """,
                (row, _) -> row.getString(1),
                before.toEpochMilli(),
                limit);
    }

    /** Forgets a job and all that it staged. */
    public void delete(String id) {
        jdbc.update("DELETE FROM import_jobs WHERE id = ?", id);
    }

    private boolean isPostgres() {
        return kind == DatabaseKind.POSTGRESQL;
    }

    private static ImportJob job(ResultSet row, int number) throws SQLException {
        ImportJob.Order order =
                new ImportJob.Order(
                        value(ImportJob.Kind.class, row.getString(4)),
                        new ImportJob.Source(row.getString(5), row.getString(6)),
                        row.getString(7),
                        value(ImportJob.Mode.class, row.getString(8)),
                        value(ImportJob.Choice.class, row.getString(9)),
                        new ImportJob.Asker(
                                row.getString(10),
                                viewer(row.getString(11)),
                                row.getString(12),
                                row.getString(13)));
        return new ImportJob(
                row.getString(1),
                RoomKey.of(row.getString(2), row.getString(3)),
                order,
                value(State.class, row.getString(14)),
                row.getString(15).isEmpty() ? null : value(State.class, row.getString(15)),
                row.getInt(16),
                ImportJob.RoomMade.of(row.getInt(17)),
                row.getInt(18) == 1,
                row.getLong(19),
                row.getString(20),
                new ImportJob.Progress(
                        row.getInt(21),
                        row.getInt(22),
                        row.getInt(23),
                        row.getInt(24),
                        row.getInt(25)),
                row.getLong(26),
                JsonMapper.shared().readValue(row.getString(27), ImportReport.class),
                row.getString(28),
                Instant.ofEpochMilli(row.getLong(29)),
                Instant.ofEpochMilli(row.getLong(30)));
    }

    /** What a viewer may see, as it is kept. */
    private record ViewerText(Map<String, Integer> content, boolean mature, boolean trusted) {}

    private static String text(Viewer viewer) {
        Map<String, Integer> content = new HashMap<>();
        for (ContentCategory category : ContentCategory.values()) {
            content.put(category.jsonName(), viewer.allowance(category));
        }
        return JsonMapper.shared()
                .writeValueAsString(new ViewerText(content, viewer.mature(), viewer.trusted()));
    }

    private static Viewer viewer(String text) {
        ViewerText read = JsonMapper.shared().readValue(text, ViewerText.class);
        return read.trusted() ? Viewer.TRUSTED : Viewer.of(read.content(), read.mature());
    }

    static String name(Enum<?> value) {
        return ImportJob.nameOf(value);
    }

    static <E extends Enum<E>> E value(Class<E> type, String name) {
        return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
    }

    static <E extends Enum<E>> @Nullable E valueOrNull(Class<E> type, String name) {
        return name.isEmpty() ? null : value(type, name);
    }
}
