package dev.terrane.world.chunks.store;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkHead;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was committed, numbered in the order of the commits: whoever appends holds one lock until
 * its transaction ends, so a number that can be read is followed by higher ones only. PostgreSQL
 * only; call inside work of StoreThreads.
 */
@Repository
public final class ReplicaEventStore {
    private static final String LOCK =
            "SELECT pg_advisory_xact_lock(hashtextextended('terrane.world.chunk_events', 0))";
    private static final String APPEND =
            """
            INSERT INTO chunk_events (chunk_key, revision, checksum, kind, flags, written_at, at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String AFTER =
            """
            SELECT id, chunk_key, revision, checksum, kind, flags, written_at FROM chunk_events
            WHERE id > ? ORDER BY id LIMIT ?
            """;
    private static final String FLOOR = "SELECT value FROM meta WHERE key = 'events_floor'";
    private static final String RAISE_FLOOR =
            """
            UPDATE meta SET value = CAST(? AS TEXT)
            WHERE key = 'events_floor' AND CAST(value AS BIGINT) < ?
            """;

    /** What more than can be told one by one is stored as. */
    private static final String WIDELY = "widely";

    private static final String GATE = "gate";

    private final JdbcTemplate jdbc;

    /** Makes a store over the service's database. */
    public ReplicaEventStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** One row; without a change it says that more has changed than can be told. */
    public record Row(long id, Optional<ChunkChange> change) {}

    /**
     * What follows a number, as one snapshot has it.
     *
     * @param floor highest number that was dropped
     * @param head highest number given
     */
    public record Page(long floor, long head, List<Row> rows) {
        public Page {
            rows = List.copyOf(rows);
        }
    }

    /** Inside a write, as its last statements: appends changes. */
    public void append(List<ChunkChange> changes, Instant now) {
        lock();
        jdbc.batchUpdate(
                APPEND,
                changes.stream()
                        .map(
                                change ->
                                        new Object[] {
                                            change.head().key().toString(),
                                            change.head().revision(),
                                            change.head().checksum().hex(),
                                            kind(change.kind()),
                                            flags(change.flags()),
                                            change.head().updatedAt().toEpochMilli(),
                                            now.toEpochMilli()
                                        })
                        .toList());
    }

    /** Inside a write, as its last statements: says that more has changed than can be told. */
    public void appendWidely(Instant now) {
        lock();
        jdbc.update(APPEND, "", 0, "", WIDELY, "", 0, now.toEpochMilli());
    }

    private void lock() {
        jdbc.query(LOCK, _ -> {});
    }

    /** Highest number given. */
    public long head() {
        Long head =
                jdbc.queryForObject("SELECT COALESCE(MAX(id), 0) FROM chunk_events", Long.class);
        return Math.max(head == null ? 0 : head, floor());
    }

    private long floor() {
        return Long.parseLong(String.valueOf(jdbc.queryForObject(FLOOR, String.class)));
    }

    /** What follows a number. */
    public Page after(long id, int limit) {
        return new Page(floor(), head(), jdbc.query(AFTER, ReplicaEventStore::row, id, limit));
    }

    /** Drops what is older than a time, and what is too many. */
    public void trim(Instant before, long keep) {
        Long old =
                jdbc.queryForObject(
                        "SELECT COALESCE(MAX(id), 0) FROM chunk_events WHERE at < ?",
                        Long.class,
                        before.toEpochMilli());
        long last = Math.max(old == null ? 0 : old, head() - keep);
        if (last > floor()) {
            jdbc.update("DELETE FROM chunk_events WHERE id <= ?", last);
            jdbc.update(RAISE_FLOOR, last, last);
        }
    }

    private static String kind(ChunkChange.Kind kind) {
        return switch (kind) {
            case ChunkChange.Kind.Wrote(ChunkAction action) -> action.storedName();
            case ChunkChange.Kind.Gate() -> GATE;
            case ChunkChange.Kind.Pending _, ChunkChange.Kind.Durable(), ChunkChange.Kind.Lost() ->
                    throw new IllegalArgumentException("not on a shared database: " + kind);
        };
    }

    private static String flags(ContentFlags flags) {
        if (flags.isNone()) {
            return "";
        }
        ObjectNode json = JsonMapper.shared().createObjectNode();
        for (ContentCategory category : ContentCategory.values()) {
            json.put(category.jsonName(), flags.severity(category).number());
        }
        json.put("mature", flags.mature());
        flags.sources().forEach(json.putArray("sources")::add);
        return json.toString();
    }

    private static ContentFlags flags(String text) {
        if (text.isEmpty()) {
            return ContentFlags.NONE;
        }
        JsonNode json = JsonMapper.shared().readTree(text);
        Map<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            severities.put(
                    category,
                    Severity.find(json.path(category.jsonName()).intValue()).orElseThrow());
        }
        List<String> sources = new ArrayList<>();
        json.path("sources").forEach(source -> sources.add(source.stringValue()));
        return new ContentFlags(severities, json.path("mature").booleanValue(), sources);
    }

    private static Row row(ResultSet row, int number) throws SQLException {
        long id = row.getLong(1);
        String kind = row.getString(5);
        if (kind.equals(WIDELY)) {
            return new Row(id, Optional.empty());
        }
        ChunkHead head =
                new ChunkHead(
                        ChunkKey.find(row.getString(2)).orElseThrow(),
                        row.getLong(3),
                        new Checksum(row.getString(4)),
                        Instant.ofEpochMilli(row.getLong(7)));
        return new Row(
                id,
                Optional.of(
                        new ChunkChange(
                                head,
                                kind.equals(GATE)
                                        ? new ChunkChange.Kind.Gate()
                                        : new ChunkChange.Kind.Wrote(ChunkAction.of(kind)),
                                flags(row.getString(6)))));
    }
}
