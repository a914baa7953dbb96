package dev.terrane.session.hosting.store;

import dev.terrane.core.session.model.Receipt;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Writes one round of commits on the writer's connection: each statement is prepared once a round
 * and sent as a batch, so a session costs what its rows cost. Lives inside one write transaction.
 */
final class CommitWriter implements AutoCloseable {
    private static final String ADVANCE =
            """
            UPDATE sessions
            SET revision = ?, step_index = ?, body_count = ?, digest = ?,
                state = CASE WHEN ? = 1 THEN 'disposed' ELSE state END, updated_at = ?
            WHERE name = ? AND generation = ? AND revision = ?
            """;
    private static final String RETIRE =
            """
            UPDATE generations SET retired_at = ? WHERE session_name = ? AND generation = ?
            """;
    private static final String INSERT_JOURNAL =
            """
            INSERT INTO journal (session_name, generation, number, first_index, command_count,
                step_index, chunk, committed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String INSERT_RECEIPT =
            """
            INSERT INTO receipts (session_name, generation, command_id, fingerprint, kind, error,
                before_revision, after_revision, step_index, fact_count, committed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;
    private static final String INSERT_FACTS =
            """
            INSERT INTO facts (session_name, generation, revision, step_index, facts)
            VALUES (?, ?, ?, ?, ?)
            """;
    private static final String INSERT_CHECKPOINT =
            """
            INSERT INTO checkpoints (session_name, generation, revision, step_index, number, state,
                verified, created_at)
            VALUES (?, ?, ?, ?, ?, ?, 0, ?)
            ON CONFLICT (session_name, generation, revision) DO NOTHING
            """;
    private static final String UNPIN =
            """
            DELETE FROM pinned_chunks
            WHERE session_name = ? AND generation = ? AND cx = ? AND cy = ? AND cz = ?
            """;
    private static final String PIN =
            """
            INSERT INTO pinned_chunks (session_name, generation, cx, cy, cz, revision, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """;

    private final Connection connection;
    private final long now;
    private final Batch advance = new Batch(ADVANCE);
    private final List<Batch> others;
    private final Batch retire = new Batch(RETIRE);
    private final Batch journal = new Batch(INSERT_JOURNAL);
    private final Batch receipts = new Batch(INSERT_RECEIPT);
    private final Batch facts = new Batch(INSERT_FACTS);
    private final Batch checkpoints = new Batch(INSERT_CHECKPOINT);
    private final Batch unpin = new Batch(UNPIN);
    private final Batch pin = new Batch(PIN);

    CommitWriter(Connection connection, long now) {
        this.connection = connection;
        this.now = now;
        this.others = List.of(retire, journal, receipts, facts, checkpoints, unpin, pin);
    }

    /**
     * Moves the sessions on and appends their journal rows with all that belongs to them.
     *
     * @throws DataIntegrityViolationException if one does not stand where its commit begins
     */
    void write(List<SessionStore.Commit> commits) throws SQLException {
        for (SessionStore.Commit commit : commits) {
            add(commit);
        }
        int[] counts = advance.run();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 1) {
                SessionStore.Commit late = commits.get(i);
                throw new DataIntegrityViolationException(
                        late.name() + " does not stand at revision " + late.expectedRevision());
            }
        }
        for (Batch batch : others) {
            batch.run();
        }
    }

    private void add(SessionStore.Commit commit) throws SQLException {
        String name = commit.name().value();
        String generation = commit.generation().value();
        SessionRecord.Progress progress = commit.progress();
        advance.add(
                progress.revision(),
                progress.stepIndex(),
                progress.bodyCount(),
                progress.digest().toBytes(),
                commit.disposed() ? 1 : 0,
                now,
                name,
                generation,
                commit.expectedRevision());
        journal.add(
                name,
                generation,
                commit.number(),
                commit.expectedRevision(),
                commit.commandCount(),
                progress.stepIndex(),
                commit.chunk().value(),
                now);
        if (commit.disposed()) {
            retire.add(now, name, generation);
        }
        for (SessionStore.StoredReceipt receipt : commit.receipts()) {
            add(name, generation, receipt);
        }
        for (SessionStore.StoredFacts each : commit.facts()) {
            facts.add(name, generation, each.revision(), each.stepIndex(), each.facts().value());
        }
        for (SessionStore.PinChange change : commit.pins()) {
            unpin.add(name, generation, change.cx(), change.cy(), change.cz());
            var kept = change.pin();
            if (kept != null) {
                pin.add(
                        name,
                        generation,
                        kept.cx(),
                        kept.cy(),
                        kept.cz(),
                        kept.revision(),
                        kept.checksum());
            }
        }
        SessionStore.StoredCheckpoint checkpoint = commit.checkpoint();
        if (checkpoint != null) {
            checkpoints.add(
                    name,
                    generation,
                    checkpoint.revision(),
                    checkpoint.stepIndex(),
                    checkpoint.number(),
                    checkpoint.state().value(),
                    now);
        }
    }

    private void add(String name, String generation, SessionStore.StoredReceipt stored)
            throws SQLException {
        Receipt receipt = stored.receipt();
        receipts.add(
                name,
                generation,
                receipt.commandId().text(),
                stored.fingerprint().toBytes(),
                receipt.kind().number(),
                receipt.error().number(),
                receipt.beforeRevision(),
                receipt.afterRevision(),
                receipt.stepIndex(),
                receipt.factCount(),
                now);
    }

    @Override
    public void close() throws SQLException {
        advance.close();
        for (Batch batch : others) {
            batch.close();
        }
    }

    /** One statement, prepared when it is first needed. */
    private final class Batch {
        private final String sql;
        private @Nullable PreparedStatement statement;

        Batch(String sql) {
            this.sql = sql;
        }

        void add(Object... values) throws SQLException {
            PreparedStatement prepared = statement;
            if (prepared == null) {
                prepared = connection.prepareStatement(sql);
                statement = prepared;
            }
            for (int i = 0; i < values.length; i++) {
                set(prepared, i + 1, values[i]);
            }
            prepared.addBatch();
        }

        private static void set(PreparedStatement prepared, int place, Object value)
                throws SQLException {
            switch (value) {
                case Long number -> prepared.setLong(place, number);
                case Integer number -> prepared.setInt(place, number);
                case String text -> prepared.setString(place, text);
                case byte[] bytes -> prepared.setBytes(place, bytes);
                default -> throw new IllegalArgumentException("no column holds " + value);
            }
        }

        int[] run() throws SQLException {
            PreparedStatement prepared = statement;
            return prepared == null ? new int[0] : prepared.executeBatch();
        }

        void close() throws SQLException {
            if (statement != null) {
                statement.close();
            }
        }
    }
}
