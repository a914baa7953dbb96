package dev.terrane.schema.registry.store;

import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Retired members. Called inside reads and writes. */
@Component
final class SqlRetiredMembers {
    private static final String COLUMNS =
            """
            SELECT name, class_name, member_index, member_name, since_version, retired_at_millis,
                   retired_by, removed_in_version
            FROM schema_retired_member
            """;
    private static final String LIST =
            COLUMNS + " WHERE name = :name ORDER BY class_name, member_index";
    private static final String FIND =
            COLUMNS + " WHERE name = :name AND class_name = :className AND member_index = :index";
    private static final String INSERT =
            """
            INSERT INTO schema_retired_member
                (name, class_name, member_index, member_name, since_version, retired_at_millis,
                 retired_by)
            VALUES (:name, :className, :index, :memberName, :since, :at, :by)
            """;
    private static final String DELETE =
            """
            DELETE FROM schema_retired_member
            WHERE name = :name AND class_name = :className AND member_index = :index
            """;

    private final JdbcClient sql;

    SqlRetiredMembers(JdbcClient sql) {
        this.sql = sql;
    }

    List<RetiredMember> list(SchemaName schema) {
        return sql.sql(LIST)
                .param("name", schema.value())
                .query((row, _) -> Rows.member(row))
                .list();
    }

    Optional<RetiredMember> find(SchemaName schema, MemberKey key) {
        return key(sql.sql(FIND), schema, key).query((row, _) -> Rows.member(row)).optional();
    }

    void insert(SchemaName schema, RetiredMember member) {
        key(sql.sql(INSERT), schema, member.key())
                .param("memberName", member.name())
                .param("since", member.sinceVersion())
                .param("at", member.retiredAt().toEpochMilli())
                .param("by", member.retiredBy())
                .update();
    }

    void delete(SchemaName schema, MemberKey key) {
        key(sql.sql(DELETE), schema, key).update();
    }

    private static JdbcClient.StatementSpec key(
            JdbcClient.StatementSpec statement, SchemaName schema, MemberKey key) {
        return statement
                .param("name", schema.value())
                .param("className", key.className())
                .param("index", key.index());
    }
}
