package dev.terrane.schema.registry.store;

import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaSnapshot;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The row every change of a schema goes through: two changes of one name are in a row, whichever
 * tables they write, and a decision made at an old revision is noticed. Called inside a write.
 */
@Component
final class SqlNames {
    private static final String ADVANCE =
            """
            INSERT INTO schema_name (name, compatibility, revision) VALUES (:name, :mode, 1)
            ON CONFLICT (name) DO UPDATE SET revision = schema_name.revision + 1
            """;
    private static final String ADVANCE_FROM =
            """
            UPDATE schema_name SET revision = revision + 1
            WHERE name = :name AND revision = :revision
            """;
    private static final String BEGIN =
            """
            INSERT INTO schema_name (name, compatibility, revision) VALUES (:name, :mode, 1)
            ON CONFLICT (name) DO NOTHING
            """;
    private static final String AUDIT =
            """
            INSERT INTO schema_audit (name, action, target, reason, at_millis, subject)
            VALUES (:name, :action, :target, :reason, :at, :subject)
            """;

    private final JdbcClient sql;

    SqlNames(JdbcClient sql) {
        this.sql = sql;
    }

    /** Moves the revision on and keeps others from the name until the transaction ends. */
    void advance(SchemaName name) {
        sql.sql(ADVANCE)
                .param("name", name.value())
                .param("mode", SchemaSnapshot.MODE_DEFAULT.name())
                .update();
    }

    /** As {@link #advance}, if the revision is still this; 0 for a name nobody has heard of. */
    boolean advance(SchemaName name, long revision) {
        if (revision == 0) {
            return sql.sql(BEGIN)
                            .param("name", name.value())
                            .param("mode", SchemaSnapshot.MODE_DEFAULT.name())
                            .update()
                    == 1;
        }
        return sql.sql(ADVANCE_FROM)
                        .param("name", name.value())
                        .param("revision", revision)
                        .update()
                == 1;
    }

    /** Keeps what was done; the entry's position is given by the database. */
    void audit(AuditEntry entry) {
        sql.sql(AUDIT)
                .param("name", entry.schema().value())
                .param("action", entry.action().text())
                .param("target", entry.target())
                .param("reason", entry.reason())
                .param("at", entry.at().toEpochMilli())
                .param("subject", entry.subject())
                .update();
    }
}
