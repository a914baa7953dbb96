package dev.terrane.session.hosting.store;

import dev.terrane.core.session.format.StepCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.SoftStepWorld;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.support.store.StoreThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sessions in a SQL database. Safe for all threads; every statement runs in a store thread. */
public final class SqlSessionStore implements SessionStore {
    private static final String SESSION_COLUMNS =
            """
            SELECT name, generation, spec_hash, first_generation, state, fault, paused, clock_hertz, clock_step,
                   world, room, revision, step_index, body_count, digest
            FROM sessions
            """;
    private static final String INSERT_SESSION =
            """
            INSERT INTO sessions (name, generation, spec_hash, first_generation, state, fault, paused, clock_hertz,
                clock_step, world, room, revision, step_index, body_count, digest, created_at,
                updated_at)
            VALUES (:name, :generation, :specHash, :generation, 'running', NULL, 0, :hertz, :step, :world, :room,
                0, 0, :bodies, :digest, :now, :now)
            ON CONFLICT (name) DO UPDATE SET
                generation = excluded.generation, spec_hash = excluded.spec_hash,
                first_generation = excluded.first_generation,
                state = excluded.state, fault = NULL, paused = 0,
                clock_hertz = excluded.clock_hertz, clock_step = excluded.clock_step,
                world = excluded.world, room = excluded.room, revision = 0, step_index = 0,
                body_count = excluded.body_count, digest = excluded.digest,
                updated_at = excluded.updated_at
            WHERE sessions.state = 'disposed'
            """;
    private static final String INSERT_GENERATION =
            """
            INSERT INTO generations (session_name, generation, ordinal, engine, definition, made_by,
                created_at)
            SELECT :name, :generation, COALESCE(MAX(ordinal), 0) + 1, :engine, :definition, :madeBy,
                :now
            FROM generations WHERE session_name = :name
            """;
    private static final String ROLL_OVER =
            """
            UPDATE sessions SET generation = :next, revision = 0, step_index = 0,
                body_count = :bodies, digest = :digest, updated_at = :now
            WHERE name = :name AND generation = :from AND revision = :revision
              AND state = 'running'
            """;
    private static final String SUCCESSOR =
            """
            SELECT later.generation, later.made_by FROM generations earlier
            JOIN generations later
              ON later.session_name = earlier.session_name AND later.ordinal = earlier.ordinal + 1
            WHERE earlier.session_name = :name AND earlier.generation = :generation
            """;
    private static final String RETIRE_ALL =
            """
            UPDATE generations SET retired_at = :now
            WHERE session_name = :name AND retired_at IS NULL
            """;
    private static final String INSERT_PINNED =
            """
            INSERT INTO pinned_chunks (session_name, generation, cx, cy, cz, revision, checksum)
            VALUES (:name, :generation, :cx, :cy, :cz, :revision, :checksum)
            """;

    private final StoreThreads threads;
    private final JdbcClient sql;
    private final InstantSource clock;
    private final JdbcTemplate template;
    private final SqlBases bases;
    private final SqlAnswers answers;
    private final SqlRetention retention;

    /** On the service's store. */
    public SqlSessionStore(StoreThreads threads, JdbcTemplate template, InstantSource clock) {
        this.threads = threads;
        this.template = template;
        this.sql = JdbcClient.create(template);
        this.clock = clock;
        this.bases = new SqlBases(sql, clock);
        this.answers = new SqlAnswers(sql);
        this.retention = new SqlRetention(threads, sql, clock);
    }

    @Override
    public boolean create(NewSession session) {
        return threads.write(
                () -> {
                    if (insertSession(session.record()) == 0) {
                        return false;
                    }
                    insertGeneration(session, "create");
                    return true;
                });
    }

    private void insertGeneration(NewSession session, String madeBy) {
        SessionRecord record = session.record();
        sql.sql(INSERT_GENERATION)
                .param("name", record.name().value())
                .param("generation", record.generation().value())
                .param("engine", SoftStepWorld.ENGINE)
                .param("definition", session.definition().value())
                .param("madeBy", madeBy)
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
    }

    @Override
    public boolean rollOver(NewSession next, Generation from, long revision) {
        SessionRecord record = next.record();
        return threads.write(
                () -> {
                    int moved =
                            sql.sql(ROLL_OVER)
                                    .param("next", record.generation().value())
                                    .param("bodies", record.progress().bodyCount())
                                    .param("digest", record.progress().digest().toBytes())
                                    .param("now", clock.millis())
                                    .param("name", record.name().value())
                                    .param("from", from.value())
                                    .param("revision", revision)
                                    .update();
                    if (moved == 0) {
                        return false;
                    }
                    retireGeneration(record.name(), from);
                    insertGeneration(next, "rollover");
                    return true;
                });
    }

    private void retireGeneration(SessionId name, Generation generation) {
        sql.sql(
                        """
                        UPDATE generations SET retired_at = :now
                        WHERE session_name = :name AND generation = :generation
                        """)
                .param("now", clock.millis())
                .param("name", name.value())
                .param("generation", generation.value())
                .update();
    }

    private int insertSession(SessionRecord record) {
        Clock pace = record.clock();
        RoomColliders.RoomName room = record.room();
        return sql.sql(INSERT_SESSION)
                .param("name", record.name().value())
                .param("generation", record.generation().value())
                .param("specHash", record.creation().specHash().toBytes())
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
                .query((row, number) -> Rows.session(row))
                .optional();
    }

    @Override
    public List<SessionRecord> list(@Nullable SessionId after, int limit) {
        return threads.read(
                () -> {
                    List<SessionRecord> found = new ArrayList<>();
                    String last = after == null ? "" : after.value();
                    while (found.size() < limit) {
                        List<Rows.Listed> page = pageAfter(last, limit - found.size());
                        page.forEach(row -> row.record().ifPresent(found::add));
                        if (page.isEmpty()) {
                            break;
                        }
                        last = page.getLast().name();
                    }
                    return found;
                });
    }

    private List<Rows.Listed> pageAfter(String name, int limit) {
        return sql.sql(SESSION_COLUMNS + "WHERE name > :after ORDER BY name LIMIT :limit")
                .param("after", name)
                .param("limit", limit)
                .query((row, number) -> Rows.listed(row))
                .list();
    }

    @Override
    public List<SessionRecord> listAlive() {
        return threads.read(
                () ->
                        sql
                                .sql(SESSION_COLUMNS + "WHERE state <> 'disposed' ORDER BY name")
                                .query((row, number) -> Rows.listed(row))
                                .list()
                                .stream()
                                .flatMap(row -> row.told().stream())
                                .toList());
    }

    @Override
    public List<RoomColliders.PinnedChunk> pinned(SessionId name, Generation generation) {
        return threads.read(() -> pinnedNow(name, generation));
    }

    private List<RoomColliders.PinnedChunk> pinnedNow(SessionId name, Generation generation) {
        return sql.sql(
                        """
                        SELECT cx, cy, cz, revision, checksum FROM pinned_chunks
                        WHERE session_name = :name AND generation = :generation
                        ORDER BY cz, cy, cx
                        """)
                .param("name", name.value())
                .param("generation", generation.value())
                .query((row, number) -> Rows.pinned(row))
                .list();
    }

    @Override
    public Optional<Restorable> load(SessionId name) {
        return threads.read(() -> findNow(name).map(this::loadNow));
    }

    private Restorable loadNow(SessionRecord record) {
        SessionId name = record.name();
        Generation generation = record.generation();
        StoredCheckpoint base = bases.base(name, generation).orElse(null);
        long last = base == null ? 0 : base.number();
        List<Bytes> chunks = chunksAfter(name, generation, last);
        Bytes definition = bases.definition(name, generation).orElse(null);
        return new Restorable(
                definition != null
                        ? record
                        : record.faulted("no definition is stored of generation " + generation),
                definition != null ? definition : new Bytes(new byte[0]),
                base,
                chunks,
                last + chunks.size(),
                pinnedNow(name, generation));
    }

    private List<Bytes> chunksAfter(SessionId name, Generation generation, long number) {
        return sql.sql(
                        """
                        SELECT chunk FROM journal
                        WHERE session_name = :name AND generation = :generation
                          AND number > :number
                        ORDER BY number
                        """)
                .param("name", name.value())
                .param("generation", generation.value())
                .param("number", number)
                .query((row, place) -> new Bytes(row.getBytes(1)))
                .list();
    }

    @Override
    public List<Bytes> journal(SessionId name, Generation generation) {
        return threads.read(() -> chunksAfter(name, generation, 0));
    }

    @Override
    public List<JournalRow> journalAfter(
            SessionId name, Generation generation, long number, int limit) {
        return threads.read(() -> bases.rowsAfter(name, generation, number, limit));
    }

    @Override
    public Optional<Bytes> definition(SessionId name, Generation generation) {
        return threads.read(() -> bases.definition(name, generation));
    }

    @Override
    public Optional<StoredCheckpoint> base(SessionId name, Generation generation) {
        return threads.read(() -> bases.base(name, generation));
    }

    @Override
    public Optional<Candidate> findCandidate(SessionId name, Generation generation) {
        return threads.read(() -> bases.findCandidate(name, generation));
    }

    @Override
    public boolean acceptBase(
            SessionId name, Generation generation, Candidate candidate, List<JournalRow> archived) {
        return threads.write(() -> bases.accept(name, generation, candidate, archived));
    }

    @Override
    public void refuseBase(
            SessionId name, Generation generation, Candidate candidate, String defect) {
        threads.run(() -> bases.refuse(name, generation, candidate, defect));
    }

    @Override
    public Optional<Life> successor(SessionId name, Generation generation) {
        return threads.read(
                () ->
                        sql.sql(SUCCESSOR)
                                .param("name", name.value())
                                .param("generation", generation.value())
                                .query(
                                        (row, number) ->
                                                new Life(
                                                        new Generation(row.getString(1)),
                                                        row.getString(2).equals("rollover")))
                                .optional());
    }

    @Override
    public Pruned prune(Retention limits) {
        return retention.prune(limits);
    }

    @Override
    public List<StoredFacts> factsAfter(
            SessionId name, Generation generation, long step, int limit) {
        return threads.read(() -> answers.factsAfter(name, generation, step, limit));
    }

    @Override
    public Optional<StoredReceipt> findReceipt(
            SessionId name, Generation generation, CommandId id) {
        return threads.read(() -> answers.findReceipt(name, generation, id));
    }

    @Override
    public List<ContactFact> facts(SessionId name, Generation generation, long revision) {
        return threads.read(() -> answers.facts(name, generation, revision));
    }

    @Override
    public int pruneFacts(SessionId name, Generation generation, long beforeStep) {
        return threads.write(() -> answers.pruneFacts(name, generation, beforeStep));
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
                () -> {
                    // Compared as read: the column itself may be damaged.
                    if (findNow(name).filter(of -> of.generation().equals(generation)).isEmpty()) {
                        return;
                    }
                    sql.sql("UPDATE sessions SET state = 'disposed' WHERE name = :name")
                            .param("name", name.value())
                            .update();
                    // Whichever it was: a disposed session has no generation that lives.
                    sql.sql(RETIRE_ALL)
                            .param("now", clock.millis())
                            .param("name", name.value())
                            .update();
                });
    }

    @Override
    public CompletableFuture<List<Outcome>> commit(List<Commit> commits) {
        return threads.writeAsync(
                        () -> {
                            template.execute(
                                    (ConnectionCallback<Boolean>)
                                            connection -> writeRound(connection, commits));
                            return committed(commits.size());
                        })
                .exceptionallyCompose(
                        failure ->
                                commits.size() == 1
                                        ? CompletableFuture.completedFuture(
                                                List.of(new Outcome.Failed(failure)))
                                        : commitSingly(commits));
    }

    private boolean writeRound(Connection connection, List<Commit> commits) throws SQLException {
        try (CommitWriter writer = new CommitWriter(connection, clock.millis())) {
            writer.write(commits);
        }
        return true;
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
}
