package dev.terrane.session.hosting.store;

import dev.terrane.core.session.model.Receipt;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import java.time.InstantSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Writes one session's part of a commit. Runs in a write transaction. */
final class CommitWriter {
    private static final String ADVANCE =
            """
            UPDATE sessions
            SET revision = :revision, step_index = :step, body_count = :bodies, digest = :digest,
                state = CASE WHEN :disposed = 1 THEN 'disposed' ELSE state END, updated_at = :now
            WHERE name = :name AND generation = :generation AND revision = :expected
            """;
    private static final String INSERT_JOURNAL =
            """
            INSERT INTO journal (session_name, generation, number, first_index, command_count,
                step_index, chunk, committed_at)
            VALUES (:name, :generation, :number, :first, :count, :step, :chunk, :now)
            """;
    private static final String INSERT_RECEIPT =
            """
            INSERT INTO receipts (session_name, generation, command_id, fingerprint, kind, error,
                before_revision, after_revision, step_index, fact_count)
            VALUES (:name, :generation, :id, :fingerprint, :kind, :error, :before, :after, :step,
                :facts)
            """;
    private static final String INSERT_FACTS =
            """
            INSERT INTO facts (session_name, generation, revision, step_index, facts)
            VALUES (:name, :generation, :revision, :step, :facts)
            """;
    private static final String INSERT_CHECKPOINT =
            """
            INSERT INTO checkpoints (session_name, generation, revision, step_index, number, state,
                verified, created_at)
            VALUES (:name, :generation, :revision, :step, :number, :state, 0, :now)
            """;

    private final JdbcClient sql;
    private final InstantSource clock;

    CommitWriter(JdbcClient sql, InstantSource clock) {
        this.sql = sql;
        this.clock = clock;
    }

    /**
     * Moves the session on and appends its journal row with all that belongs to it.
     *
     * @throws DataIntegrityViolationException if the session does not stand where the commit begins
     */
    void write(SessionStore.Commit commit) {
        String name = commit.name().value();
        String generation = commit.generation().value();
        SessionRecord.Progress progress = commit.progress();
        long now = clock.millis();
        int advanced =
                sql.sql(ADVANCE)
                        .param("revision", progress.revision())
                        .param("step", progress.stepIndex())
                        .param("bodies", progress.bodyCount())
                        .param("digest", progress.digest().toBytes())
                        .param("disposed", commit.disposed() ? 1 : 0)
                        .param("now", now)
                        .param("name", name)
                        .param("generation", generation)
                        .param("expected", commit.expectedRevision())
                        .update();
        if (advanced != 1) {
            throw new DataIntegrityViolationException(
                    name + " does not stand at revision " + commit.expectedRevision());
        }
        sql.sql(INSERT_JOURNAL)
                .param("name", name)
                .param("generation", generation)
                .param("number", commit.number())
                .param("first", commit.expectedRevision())
                .param("count", commit.commandCount())
                .param("step", progress.stepIndex())
                .param("chunk", commit.chunk().value())
                .param("now", now)
                .update();
        commit.receipts().forEach(receipt -> write(name, generation, receipt));
        for (SessionStore.StoredFacts facts : commit.facts()) {
            sql.sql(INSERT_FACTS)
                    .param("name", name)
                    .param("generation", generation)
                    .param("revision", facts.revision())
                    .param("step", facts.stepIndex())
                    .param("facts", facts.facts().value())
                    .update();
        }
        SessionStore.StoredCheckpoint checkpoint = commit.checkpoint();
        if (checkpoint != null) {
            sql.sql(INSERT_CHECKPOINT)
                    .param("name", name)
                    .param("generation", generation)
                    .param("revision", checkpoint.revision())
                    .param("step", checkpoint.stepIndex())
                    .param("number", checkpoint.number())
                    .param("state", checkpoint.state().value())
                    .param("now", now)
                    .update();
        }
    }

    private void write(String name, String generation, SessionStore.StoredReceipt stored) {
        Receipt receipt = stored.receipt();
        sql.sql(INSERT_RECEIPT)
                .param("name", name)
                .param("generation", generation)
                .param("id", receipt.commandId().text())
                .param("fingerprint", stored.fingerprint().toBytes())
                .param("kind", receipt.kind().number())
                .param("error", receipt.error().number())
                .param("before", receipt.beforeRevision())
                .param("after", receipt.afterRevision())
                .param("step", receipt.stepIndex())
                .param("facts", receipt.factCount())
                .update();
    }
}
