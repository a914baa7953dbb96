package dev.terrane.support.store;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.jdbc4.JDBC4Connection;
import org.sqlite.jdbc4.JDBC4PreparedStatement;

/**
 * An SQLite connection whose transactions end when they end. The driver's own {@code commit} and
 * {@code rollback} begin the next transaction at once; with IMMEDIATE that takes the write lock
 * again, and if another process got it first, a commit that succeeded would be reported as failed.
 *
 * <p>After {@code commit} or {@code rollback} the connection is in auto-commit mode until the next
 * {@code setAutoCommit(false)}; every user of a store goes through a transaction manager, which
 * calls that first.
 *
 * <p>{@code rollback} is quiet when SQLite has already rolled back by itself, as it does after
 * SQLITE_FULL and SQLITE_IOERR. When it really fails, the connection is closed and the exception
 * has an SQL state of class 08, at which the pool forgets the connection.
 */
final class SqliteConnection extends JDBC4Connection {
    private static final String CONNECTION_FAILURE = "08006";
    private static final int STATEMENTS_MAX = 128;
    private final String begin;
    private final Map<String, Kept> statements = new StatementCache();

    SqliteConnection(String url, String file, Properties pragmas, StoreRole role)
            throws SQLException {
        super(url, file, pragmas);
        this.begin = role == StoreRole.WRITE ? "begin immediate;" : "begin deferred;";
    }

    /**
     * A statement prepared before, if nobody uses it now: preparing costs more than running most of
     * what a store runs. One thread uses a connection at a time.
     */
    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        Kept kept = statements.get(sql);
        if (kept == null) {
            kept = new Kept(sql);
            statements.put(sql, kept);
        } else if (kept.used) {
            return super.prepareStatement(sql);
        }
        kept.used = true;
        return kept;
    }

    /** A prepared statement that is kept when it is closed. */
    private final class Kept extends JDBC4PreparedStatement {
        private boolean used;

        private Kept(String sql) throws SQLException {
            super(SqliteConnection.this, sql);
        }

        @Override
        public void close() throws SQLException {
            if (!used) {
                return;
            }
            used = false;
            if (pointer.isClosed()) {
                return; // The connection went first.
            }
            // Ends what was running, so that a kept statement holds no lock and no old values.
            rs.close();
            clearParameters();
            clearBatch();
        }

        private void discard() throws SQLException {
            super.close();
        }
    }

    /** The statements used last. */
    private static final class StatementCache extends LinkedHashMap<String, Kept> {
        private static final long serialVersionUID = 1;

        private StatementCache() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            if (size() <= STATEMENTS_MAX || eldest.getValue().used) {
                return false;
            }
            try {
                eldest.getValue().discard();
            } catch (SQLException e) {
                throw new IllegalStateException("a statement cannot be closed", e);
            }
            return true;
        }
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        checkOpen();
        if (getConnectionConfig().isAutoCommit() == autoCommit) {
            return;
        }
        if (autoCommit) {
            // Reached only with a transaction left open, for example after a failed commit.
            rollback();
        } else {
            getDatabase().exec(begin, false);
            getConnectionConfig().setAutoCommit(false);
        }
    }

    @Override
    public void commit() throws SQLException {
        requireTransaction();
        getDatabase().exec("commit;", false);
        getConnectionConfig().setAutoCommit(true);
    }

    @Override
    public void rollback() throws SQLException {
        try {
            requireTransaction();
            getDatabase().exec("rollback;", false);
        } catch (SQLException e) {
            if (!isAlreadyRolledBack(e)) {
                close();
                throw new SQLException(
                        "rollback failed, connection closed: " + e.getMessage(),
                        CONNECTION_FAILURE,
                        e.getErrorCode(),
                        e);
            }
        }
        getConnectionConfig().setAutoCommit(true);
    }

    /** Readers are held to reading by {@code query_only}; the driver refuses to change the flag. */
    @Override
    public void setReadOnly(boolean readOnly) {
        // Nothing to do: see above.
    }

    private void requireTransaction() throws SQLException {
        checkOpen();
        if (getConnectionConfig().isAutoCommit()) {
            throw new SQLException("no transaction is active");
        }
    }

    private static boolean isAlreadyRolledBack(SQLException e) {
        return e instanceof SQLiteException sqlite
                && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_ERROR
                && String.valueOf(e.getMessage()).contains("no transaction is active");
    }
}
