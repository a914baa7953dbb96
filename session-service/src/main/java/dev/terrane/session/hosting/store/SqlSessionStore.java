package dev.terrane.session.hosting.store;

import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.FactCodec;
import dev.terrane.core.session.format.StepCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.support.store.StoreThreads;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sessions in a SQL database. Safe for all threads; every statement runs in a store thread. */
public final class SqlSessionStore implements SessionStore {
    private static final String SESSION_COLUMNS =
            """
            SELECT name, generation, spec_hash, state, fault, paused, clock_hertz, clock_step,
                   world, room, revision, step_index, body_count, digest
            FROM sessions
            """;
    private static final String INSERT_SESSION =
            """
            INSERT INTO sessions (name, generation, spec_hash, state, fault, paused, clock_hertz,
                clock_step, world, room, revision, step_index, body_count, digest, created_at,
                updated_at)
            VALUES (:name, :generation, :specHash, 'running', NULL, 0, :hertz, :step, :world, :room,
                0, 0, :bodies, :digest, :now, :now)
            ON CONFLICT (name) DO UPDATE SET
                generation = excluded.generation, spec_hash = excluded.spec_hash,
                state = excluded.state, fault = NULL, paused = 0,
                clock_hertz = excluded.clock_hertz, clock_step = excluded.clock_step,
                world = excluded.world, room = excluded.room, revision = 0, step_index = 0,
                body_count = excluded.body_count, digest = excluded.digest,
                updated_at = excluded.updated_at
            WHERE sessions.state = 'disposed'
            """;
    private static final String INSERT_GENERATION =
            """
            INSERT INTO generations (session_name, generation, ordinal, engine, definition, created_at)
            SELECT :name, :generation, COALESCE(MAX(ordinal), 0) + 1, :engine, :definition, :now
            FROM generations WHERE session_name = :name
            """;
    private static final String INSERT_PINNED =
            """
            INSERT INTO pinned_chunks (session_name, generation, cx, cy, cz, revision, checksum)
            VALUES (:name, :generation, :cx, :cy, :cz, :revision, :checksum)
            """;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final InstantSource clock;
    private final CommitWriter writer;

    /** On the service's store. */
    public SqlSessionStore(StoreThreads threads, JdbcClient sql, InstantSource clock) {
        this.threads = threads;
        this.sql = sql;
        this.clock = clock;
        this.writer = new CommitWriter(sql, clock);
    }

    @Override
    public boolean create(NewSession session) {
        return threads.write(
                () -> {
                    SessionRecord record = session.record();
                    if (insertSession(record) == 0) {
                        return false;
                    }
                    sql.sql(INSERT_GENERATION)
                            .param("name", record.name().value())
                            .param("generation", record.generation().value())
                            .param("engine", dev.terrane.core.session.physics.SoftStepWorld.ENGINE)
                            .param("definition", session.definition().value())
                            .param("now", clock.millis())
                            .update();
                    for (RoomColliders.PinnedChunk chunk : session.pinned()) {
                        sql.sql(INSERT_PINNED)
                                .param("name", record.name().value())
                                .param("generation", record.generation().value())
                                .param("cx", chunk.cx())
                                .param("cy", chunk.cy())
                                .param("cz", chunk.cz())
                                .param("revision", chunk.revision())
                                .param("checksum", chunk.checksum())
                                .update();
                    }
                    return true;
                });
    }

    private int insertSession(SessionRecord record) {
        Clock pace = record.clock();
        RoomColliders.RoomName room = record.room();
        return sql.sql(INSERT_SESSION)
                .param("name", record.name().value())
                .param("generation", record.generation().value())
                .param("specHash", record.specHash().toBytes())
                .param("hertz", pace == null ? 0 : pace.hertz())
                .param("step", pace == null ? null : StepCodec.encode(pace.step()))
                .param("world", room == null ? "" : room.world())
                .param("room", room == null ? "" : room.room())
                .param("bodies", record.progress().bodyCount())
                .param("digest", record.progress().digest().toBytes())
                .param("now", clock.millis())
                .update();
    }

    @Override
    public Optional<SessionRecord> find(SessionId name) {
        return threads.read(() -> findNow(name));
    }

    private Optional<SessionRecord> findNow(SessionId name) {
        return sql.sql(SESSION_COLUMNS + "WHERE name = :name")
                .param("name", name.value())
                .query((row, number) -> record(row))
                .optional();
    }

    @Override
    public List<SessionRecord> list(@Nullable SessionId after, int limit) {
        return threads.read(
                () ->
                        sql.sql(SESSION_COLUMNS + "WHERE name > :after ORDER BY name LIMIT :limit")
                                .param("after", after == null ? "" : after.value())
                                .param("limit", limit)
                                .query((row, number) -> record(row))
                                .list());
    }

    @Override
    public List<SessionRecord> listAlive() {
        return threads.read(
                () ->
                        sql.sql(SESSION_COLUMNS + "WHERE state <> 'disposed' ORDER BY name")
                                .query((row, number) -> record(row))
                                .list());
    }

    @Override
    public List<RoomColliders.PinnedChunk> pinned(SessionId name, Generation generation) {
        return threads.read(
                () ->
                        sql.sql(
                                        """
                                        SELECT cx, cy, cz, revision, checksum FROM pinned_chunks
                                        WHERE session_name = :name AND generation = :generation
                                        ORDER BY cz, cy, cx
                                        """)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .query(
                                        (row, number) ->
                                                new RoomColliders.PinnedChunk(
                                                        row.getInt("cx"),
                                                        row.getInt("cy"),
                                                        row.getInt("cz"),
                                                        row.getLong("revision"),
                                                        row.getString("checksum")))
                                .list());
    }

    @Override
    public Optional<Restorable> load(SessionId name) {
        return threads.read(() -> findNow(name).map(this::loadNow));
    }

    private Restorable loadNow(SessionRecord record) {
        String name = record.name().value();
        String generation = record.generation().value();
        byte[] definition =
                sql.sql(
                                """
                                SELECT definition FROM generations
                                WHERE session_name = :name AND generation = :generation
                                """)
                        .param("name", name)
                        .param("generation", generation)
                        .query((row, number) -> row.getBytes(1))
                        .single();
        Optional<StoredCheckpoint> checkpoint =
                sql.sql(
                                """
                                SELECT revision, step_index, number, state FROM checkpoints
                                WHERE session_name = :name AND generation = :generation
                                ORDER BY revision DESC LIMIT 1
                                """)
                        .param("name", name)
                        .param("generation", generation)
                        .query(
                                (row, number) ->
                                        new StoredCheckpoint(
                                                row.getLong("revision"),
                                                row.getLong("step_index"),
                                                row.getLong("number"),
                                                new Bytes(row.getBytes("state"))))
                        .optional();
        long base = checkpoint.map(StoredCheckpoint::number).orElse(0L);
        List<Bytes> chunks =
                sql.sql(
                                """
                                SELECT chunk FROM journal
                                WHERE session_name = :name AND generation = :generation
                                  AND number > :base
                                ORDER BY number
                                """)
                        .param("name", name)
                        .param("generation", generation)
                        .param("base", base)
                        .query((row, number) -> new Bytes(row.getBytes(1)))
                        .list();
        return new Restorable(
                record,
                new Bytes(definition),
                checkpoint.orElse(null),
                chunks,
                base + chunks.size());
    }

    @Override
    public List<Bytes> journal(SessionId name, Generation generation) {
        return threads.read(
                () ->
                        sql.sql(
                                        """
                                        SELECT chunk FROM journal
                                        WHERE session_name = :name AND generation = :generation
                                        ORDER BY number
                                        """)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .query((row, number) -> new Bytes(row.getBytes(1)))
                                .list());
    }

    @Override
    public Optional<StoredReceipt> findReceipt(
            SessionId name, Generation generation, CommandId.Client id) {
        return threads.read(
                () ->
                        sql.sql(
                                        """
                                        SELECT fingerprint, kind, error, before_revision,
                                            after_revision, step_index, fact_count
                                        FROM receipts
                                        WHERE session_name = :name AND generation = :generation
                                          AND command_id = :id
                                        """)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .param("id", id.text())
                                .query((row, number) -> receipt(id, row))
                                .optional());
    }

    @Override
    public List<ContactFact> facts(SessionId name, Generation generation, long revision) {
        return threads.read(
                () ->
                        sql.sql(
                                        """
                                        SELECT facts FROM facts
                                        WHERE session_name = :name AND generation = :generation
                                          AND revision = :revision
                                        """)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .param("revision", revision)
                                .query((row, number) -> require(FactCodec.decode(row.getBytes(1))))
                                .optional()
                                .orElse(List.of()));
    }

    @Override
    public void setPaused(SessionId name, boolean paused) {
        threads.run(
                () ->
                        sql.sql("UPDATE sessions SET paused = :paused WHERE name = :name")
                                .param("paused", paused ? 1 : 0)
                                .param("name", name.value())
                                .update());
    }

    @Override
    public void setFault(SessionId name, Generation generation, String fault) {
        threads.run(
                () ->
                        sql.sql(
                                        """
                                        UPDATE sessions SET state = 'faulted', fault = :fault
                                        WHERE name = :name AND generation = :generation
                                          AND state = 'running'
                                        """)
                                .param("fault", fault)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .update());
    }

    @Override
    public void retire(SessionId name, Generation generation) {
        threads.run(
                () ->
                        sql.sql(
                                        """
                                        UPDATE sessions SET state = 'disposed'
                                        WHERE name = :name AND generation = :generation
                                        """)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .update());
    }

    @Override
    public int pruneFacts(SessionId name, Generation generation, long beforeStep) {
        return threads.write(
                () ->
                        sql.sql(
                                        """
                                        DELETE FROM facts
                                        WHERE session_name = :name AND generation = :generation
                                          AND step_index < :before
                                        """)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .param("before", beforeStep)
                                .update());
    }

    @Override
    public CompletableFuture<List<Outcome>> commit(List<Commit> commits) {
        return threads.writeAsync(
                        () -> {
                            commits.forEach(writer::write);
                            return committed(commits.size());
                        })
                .exceptionallyCompose(
                        failure ->
                                commits.size() == 1
                                        ? CompletableFuture.completedFuture(
                                                List.of(new Outcome.Failed(failure)))
                                        : commitSingly(commits));
    }

    private static List<Outcome> committed(int count) {
        return Collections.nCopies(count, new Outcome.Committed());
    }

    /** One of them may be to blame: it shall not take the others down. */
    private CompletableFuture<List<Outcome>> commitSingly(List<Commit> commits) {
        CompletableFuture<List<Outcome>> all = CompletableFuture.completedFuture(List.of());
        for (Commit commit : commits) {
            all = all.thenCombine(commit(List.of(commit)), SqlSessionStore::joined);
        }
        return all;
    }

    private static List<Outcome> joined(List<Outcome> before, List<Outcome> after) {
        List<Outcome> both = new ArrayList<>(before);
        both.addAll(after);
        return both;
    }

    private static StoredReceipt receipt(CommandId.Client id, ResultSet row) throws SQLException {
        var receipt =
                new Receipt(
                        id,
                        CommandKind.find(row.getInt("kind")).orElseThrow(),
                        ReceiptError.find(row.getInt("error")).orElseThrow(),
                        row.getLong("before_revision"),
                        row.getLong("after_revision"),
                        row.getLong("step_index"),
                        row.getInt("fact_count"));
        return new StoredReceipt(receipt, Hash.fromBytes(row.getBytes("fingerprint")));
    }

    private static SessionRecord record(ResultSet row) throws SQLException {
        int hertz = row.getInt("clock_hertz");
        Clock clock = null;
        if (hertz > 0) {
            StepSpec step = require(StepCodec.decode(row.getBytes("clock_step")));
            clock = new Clock(hertz, step);
        }
        String world = row.getString("world");
        return new SessionRecord(
                new SessionId(row.getString("name")),
                new Generation(row.getString("generation")),
                Hash.fromBytes(row.getBytes("spec_hash")),
                SessionRecord.State.of(row.getString("state")),
                row.getString("fault"),
                row.getInt("paused") == 1,
                clock,
                world.isEmpty() ? null : new RoomColliders.RoomName(world, row.getString("room")),
                new SessionRecord.Progress(
                        row.getLong("revision"),
                        row.getLong("step_index"),
                        row.getInt("body_count"),
                        Hash.fromBytes(row.getBytes("digest"))));
    }

    private static <T> T require(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> value;
            case Decoded.Rejected<T>(var reason, String location) ->
                    throw new IllegalStateException("stored bytes: " + reason + " at " + location);
        };
    }
}
