package dev.terrane.session.hosting.store;

import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.SessionStore;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Statements about receipts and facts. Runs in store transactions. */
final class SqlAnswers {
    private static final String FACTS_AFTER =
            """
            SELECT revision, step_index, facts FROM facts
            WHERE session_name = :name AND generation = :generation AND step_index > :step
            ORDER BY step_index, revision LIMIT :limit
            """;
    private static final String FACTS_OF =
            """
            SELECT facts FROM facts
            WHERE session_name = :name AND generation = :generation AND revision = :revision
            """;
    private static final String PRUNE_FACTS =
            """
            DELETE FROM facts
            WHERE session_name = :name AND generation = :generation AND step_index < :before
            """;
    private static final String RECEIPT =
            """
            SELECT fingerprint, kind, error, before_revision, after_revision, step_index, fact_count
            FROM receipts
            WHERE session_name = :name AND generation = :generation AND command_id = :id
            """;

    private final JdbcClient sql;

    SqlAnswers(JdbcClient sql) {
        this.sql = sql;
    }

    private JdbcClient.StatementSpec statement(String text, SessionId name, Generation generation) {
        return sql.sql(text).param("name", name.value()).param("generation", generation.value());
    }

    List<SessionStore.StoredFacts> factsAfter(
            SessionId name, Generation generation, long step, int limit) {
        return statement(FACTS_AFTER, name, generation)
                .param("step", step)
                .param("limit", limit)
                .query(
                        (row, number) ->
                                new SessionStore.StoredFacts(
                                        row.getLong("revision"),
                                        row.getLong("step_index"),
                                        new Bytes(row.getBytes("facts"))))
                .list();
    }

    List<ContactFact> facts(SessionId name, Generation generation, long revision) {
        return statement(FACTS_OF, name, generation)
                .param("revision", revision)
                .query((row, number) -> Rows.facts(revision, row.getBytes(1)))
                .optional()
                .orElse(List.of());
    }

    int pruneFacts(SessionId name, Generation generation, long beforeStep) {
        return statement(PRUNE_FACTS, name, generation).param("before", beforeStep).update();
    }

    Optional<SessionStore.StoredReceipt> findReceipt(
            SessionId name, Generation generation, CommandId id) {
        return statement(RECEIPT, name, generation)
                .param("id", id.text())
                .query((row, number) -> Rows.receipt(id, row))
                .optional();
    }
}
