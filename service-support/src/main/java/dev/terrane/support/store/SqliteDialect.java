package dev.terrane.support.store;

import org.springframework.data.jdbc.core.dialect.JdbcArrayColumns;
import org.springframework.data.jdbc.core.dialect.JdbcDialect;
import org.springframework.data.relational.core.dialect.AnsiDialect;
import org.springframework.data.relational.core.dialect.LimitClause;
import org.springframework.data.relational.core.dialect.LockClause;
import org.springframework.data.relational.core.sql.LockOptions;
import org.springframework.data.relational.core.sql.render.UpsertRenderContext;

/**
 * What Spring Data JDBC must know to write SQL for SQLite. No arrays, no row locks (one writer owns
 * the file), and no {@code upsert}: it would render MERGE, which SQLite has not; write ON CONFLICT
 * with a JdbcClient instead.
 */
final class SqliteDialect extends AnsiDialect implements JdbcDialect {
    static final SqliteDialect INSTANCE = new SqliteDialect();

    @Override
    public String getName() {
        return "SQLite";
    }

    @Override
    public JdbcArrayColumns getArraySupport() {
        return JdbcArrayColumns.Unsupported.INSTANCE;
    }

    @Override
    public LimitClause limit() {
        return Limit.INSTANCE;
    }

    @Override
    public LockClause lock() {
        return NoLock.INSTANCE;
    }

    @Override
    public UpsertRenderContext getUpsertRenderContext() {
        return () -> false;
    }

    private enum Limit implements LimitClause {
        INSTANCE;

        @Override
        public String getLimit(long limit) {
            return "LIMIT " + limit;
        }

        @Override
        public String getOffset(long offset) {
            // SQLite has no OFFSET without LIMIT; a negative limit means none.
            return "LIMIT -1 OFFSET " + offset;
        }

        @Override
        public String getLimitOffset(long limit, long offset) {
            return "LIMIT " + limit + " OFFSET " + offset;
        }

        @Override
        public LimitClause.Position getClausePosition() {
            return LimitClause.Position.AFTER_ORDER_BY;
        }
    }

    private enum NoLock implements LockClause {
        INSTANCE;

        @Override
        public String getLock(LockOptions lockOptions) {
            return "";
        }

        @Override
        public LockClause.Position getClausePosition() {
            return LockClause.Position.AFTER_ORDER_BY;
        }
    }
}
