package dev.terrane.session.hosting.store;

import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.SessionStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Statements about checkpoints and the journal between them. Runs in store transactions. */
final class SqlBases {
    private static final String OF_GENERATION =
            "WHERE session_name = :name AND generation = :generation ";
    private static final String BASE =
            Rows.CHECKPOINT_COLUMNS
                    + OF_GENERATION
                    + "AND verified = 1 ORDER BY revision DESC LIMIT 1";
    private static final String CANDIDATE =
            Rows.CHECKPOINT_COLUMNS
                    + OF_GENERATION
                    + "AND verified = 0 AND defect IS NULL ORDER BY revision LIMIT 1";
    private static final String ROWS_BETWEEN =
            Rows.JOURNAL_COLUMNS
                    + OF_GENERATION
                    + "AND number > :after AND number <= :upTo ORDER BY number";
    private static final String INSERT_ARCHIVED =
            """
            INSERT INTO journal (session_name, generation, number, first_index, command_count,
                step_index, chunk, committed_at, archived)
            VALUES (:name, :generation, :number, :first, :count, :step, :chunk, :now, 1)
            """;

    private final JdbcClient sql;
    private final InstantSource clock;

    SqlBases(JdbcClient sql, InstantSource clock) {
        this.sql = sql;
        this.clock = clock;
    }

    private JdbcClient.StatementSpec statement(String text, SessionId name, Generation generation) {
        return sql.sql(text).param("name", name.value()).param("generation", generation.value());
    }

    Optional<SessionStore.StoredCheckpoint> base(SessionId name, Generation generation) {
        return statement(BASE, name, generation)
                .query((row, number) -> Rows.checkpoint(row))
                .optional();
    }

    Optional<Bytes> definition(SessionId name, Generation generation) {
        return statement("SELECT definition FROM generations " + OF_GENERATION, name, generation)
                .query((row, number) -> new Bytes(row.getBytes(1)))
                .optional();
    }

    List<SessionStore.JournalRow> rowsAfter(
            SessionId name, Generation generation, long after, int limit) {
        String text =
                Rows.JOURNAL_COLUMNS
                        + OF_GENERATION
                        + "AND number > :after ORDER BY number LIMIT :limit";
        return statement(text, name, generation)
                .param("after", after)
                .param("limit", limit)
                .query((row, number) -> Rows.journal(row))
                .list();
    }

    Optional<SessionStore.Candidate> findCandidate(SessionId name, Generation generation) {
        return statement(CANDIDATE, name, generation)
                .query((row, number) -> Rows.checkpoint(row))
                .optional()
                .map(checkpoint -> candidate(name, generation, checkpoint));
    }

    private SessionStore.Candidate candidate(
            SessionId name, Generation generation, SessionStore.StoredCheckpoint checkpoint) {
        SessionStore.StoredCheckpoint base = base(name, generation).orElse(null);
        List<SessionStore.JournalRow> rows =
                statement(ROWS_BETWEEN, name, generation)
                        .param("after", base == null ? 0 : base.number())
                        .param("upTo", checkpoint.number())
                        .query((row, number) -> Rows.journal(row))
                        .list();
        return new SessionStore.Candidate(
                checkpoint, definition(name, generation).orElseThrow(), base, rows);
    }

    boolean accept(
            SessionId name,
            Generation generation,
            SessionStore.Candidate candidate,
            List<SessionStore.JournalRow> archived) {
        SessionStore.StoredCheckpoint base = candidate.base();
        int made =
                statement(
                                "UPDATE checkpoints SET verified = 1 "
                                        + OF_GENERATION
                                        + "AND revision = :revision AND verified = 0"
                                        + " AND defect IS NULL",
                                name,
                                generation)
                        .param("revision", candidate.checkpoint().revision())
                        .update();
        if (made == 0) {
            return false;
        }
        statement(
                        "DELETE FROM journal "
                                + OF_GENERATION
                                + "AND number > :after AND number <= :upTo",
                        name,
                        generation)
                .param("after", base == null ? 0 : base.number())
                .param("upTo", candidate.checkpoint().number())
                .update();
        for (SessionStore.JournalRow row : archived) {
            statement(INSERT_ARCHIVED, name, generation)
                    .param("number", row.number())
                    .param("first", row.firstIndex())
                    .param("count", row.commandCount())
                    .param("step", row.stepIndex())
                    .param("chunk", row.chunk().value())
                    .param("now", clock.millis())
                    .update();
        }
        // The base before this one stays, should this one's bytes be lost; older ones go.
        statement(
                        "DELETE FROM checkpoints "
                                + OF_GENERATION
                                + "AND verified = 1 AND revision < :before",
                        name,
                        generation)
                .param("before", base == null ? 0 : base.revision())
                .update();
        return true;
    }

    void refuse(
            SessionId name,
            Generation generation,
            SessionStore.Candidate candidate,
            String defect) {
        statement(
                        "UPDATE checkpoints SET defect = :defect "
                                + OF_GENERATION
                                + "AND revision = :revision AND verified = 0",
                        name,
                        generation)
                .param("defect", defect)
                .param("revision", candidate.checkpoint().revision())
                .update();
    }
}
