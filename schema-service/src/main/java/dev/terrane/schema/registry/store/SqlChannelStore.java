package dev.terrane.schema.registry.store;

import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.channels.ChannelMove;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelPointer;
import dev.terrane.schema.registry.channels.ChannelStore;
import dev.terrane.support.store.StoreThreads;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Channels in SQLite or PostgreSQL. */
@Component
final class SqlChannelStore implements ChannelStore {
    private static final String FIND =
            """
            SELECT channel, name, version, revision
            FROM schema_channel
            WHERE channel = :channel AND name = :name
            """;
    private static final String LIST =
            """
            SELECT channel, name, version, revision
            FROM schema_channel
            WHERE channel = :channel AND name > :after
            ORDER BY name
            LIMIT :limit
            """;
    private static final String POINT =
            """
            INSERT INTO schema_channel (channel, name, version, revision)
            VALUES (:channel, :name, :version, :revision)
            ON CONFLICT (channel, name)
            DO UPDATE SET version = excluded.version, revision = excluded.revision
            """;
    private static final String RECORD =
            """
            INSERT INTO schema_channel_move
                (channel, name, revision, from_version, to_version, is_rollback, reason,
                 moved_at_millis, moved_by)
            VALUES (:channel, :name, :revision, :from, :to, :rollback, :reason, :at, :by)
            """;
    private static final String MOVES =
            """
            SELECT channel, name, revision, from_version, to_version, is_rollback, reason,
                   moved_at_millis, moved_by
            FROM schema_channel_move
            WHERE channel = :channel AND name = :name AND revision < :before
            ORDER BY revision DESC
            LIMIT :limit
            """;
    private static final String VERSION =
            "SELECT coalesce(retired_at_millis, 0) FROM schema_version"
                    + " WHERE name = :name AND version = :version";

    /** Moves a rollback looks back over. */
    private static final int MOVES_SEEN = 10_000;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final SqlNames names;

    SqlChannelStore(StoreThreads threads, JdbcClient sql, SqlNames names) {
        this.threads = threads;
        this.sql = sql;
        this.names = names;
    }

    @Override
    public Optional<ChannelPointer> find(ChannelName channel, SchemaName schema) {
        return threads.read(
                () ->
                        key(sql.sql(FIND), channel, schema)
                                .query((row, _) -> Rows.pointer(row))
                                .optional());
    }

    @Override
    public List<ChannelPointer> list(ChannelName channel, @Nullable SchemaName after, int limit) {
        return threads.read(
                () ->
                        sql.sql(LIST)
                                .param("channel", channel.value())
                                .param("after", after == null ? "" : after.value())
                                .param("limit", limit)
                                .query((row, _) -> Rows.pointer(row))
                                .list());
    }

    @Override
    public MoveResult move(
            ChannelName channel, SchemaName schema, int version, OptionalLong expected, Cause why) {
        return threads.write(
                () -> {
                    names.advance(schema);
                    Optional<ChannelPointer> current = find(channel, schema);
                    if (current.isPresent() && current.get().id().version() == version) {
                        return new MoveResult.Unchanged(current.get());
                    }
                    if (isOther(current, expected)) {
                        return stale(current);
                    }
                    return point(channel, schema, current, version, false, why);
                });
    }

    @Override
    public MoveResult rollback(
            ChannelName channel, SchemaName schema, OptionalLong expected, Cause why) {
        return threads.write(
                () -> {
                    names.advance(schema);
                    Optional<ChannelPointer> current = find(channel, schema);
                    if (isOther(current, expected)) {
                        return stale(current);
                    }
                    int earlier = earlier(channel, schema);
                    return earlier == 0
                            ? new MoveResult.NoEarlier()
                            : point(channel, schema, current, earlier, true, why);
                });
    }

    /** Where it pointed before the newest move that no rollback has undone; 0 for nowhere. */
    private int earlier(ChannelName channel, SchemaName schema) {
        int undone = 0;
        for (ChannelMove move : moves(channel, schema, Long.MAX_VALUE, MOVES_SEEN)) {
            if (move.isRollback()) {
                undone++;
            } else if (undone > 0) {
                undone--;
            } else {
                return move.fromVersion();
            }
        }
        return 0;
    }

    private MoveResult point(
            ChannelName channel,
            SchemaName schema,
            Optional<ChannelPointer> current,
            int version,
            boolean isRollback,
            Cause why) {
        Optional<Long> retiredAt =
                sql.sql(VERSION)
                        .param("name", schema.value())
                        .param("version", version)
                        .query(Long.class)
                        .optional();
        if (retiredAt.isEmpty()) {
            return new MoveResult.NoVersion(version);
        }
        if (retiredAt.get() != 0) {
            return new MoveResult.Retired(version);
        }
        ChannelMove move =
                new ChannelMove(
                        channel,
                        schema,
                        current.map(ChannelPointer::revision).orElse(0L) + 1,
                        current.map(pointer -> pointer.id().version()).orElse(0),
                        version,
                        isRollback,
                        why.reason(),
                        why.at(),
                        why.subject());
        key(sql.sql(POINT), channel, schema)
                .param("version", version)
                .param("revision", move.revision())
                .update();
        key(sql.sql(RECORD), channel, schema)
                .param("revision", move.revision())
                .param("from", move.fromVersion())
                .param("to", version)
                .param("rollback", isRollback)
                .param("reason", why.reason())
                .param("at", why.at().toEpochMilli())
                .param("by", why.subject())
                .update();
        ChannelPointer pointer =
                new ChannelPointer(channel, new SchemaId(schema, version), move.revision());
        return new MoveResult.Moved(pointer, move);
    }

    @Override
    public List<ChannelMove> moves(ChannelName channel, SchemaName schema, long before, int limit) {
        return threads.read(
                () ->
                        key(sql.sql(MOVES), channel, schema)
                                .param("before", before)
                                .param("limit", limit)
                                .query((row, _) -> Rows.move(row))
                                .list());
    }

    private static boolean isOther(Optional<ChannelPointer> current, OptionalLong expected) {
        return expected.isPresent()
                && expected.getAsLong() != current.map(ChannelPointer::revision).orElse(0L);
    }

    private static MoveResult stale(Optional<ChannelPointer> current) {
        return new MoveResult.Stale(
                current.map(ChannelPointer::revision).orElse(0L),
                current.map(pointer -> pointer.id().version()).orElse(0));
    }

    private static JdbcClient.StatementSpec key(
            JdbcClient.StatementSpec statement, ChannelName channel, SchemaName schema) {
        return statement.param("channel", channel.value()).param("name", schema.value());
    }
}
