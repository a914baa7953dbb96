package dev.terrane.support.store;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;
import org.sqlite.SQLiteException;

/**
 * SQLite result codes (sqlite.org/rescode.html) to Spring's exceptions. The driver sends no SQL
 * states, so without it every refusal of a constraint would be "uncategorised".
 *
 * <table>
 * <caption>Mapping; extended codes of the same primary code follow it unless listed</caption>
 * <tr><td>CONSTRAINT_UNIQUE, _PRIMARYKEY, _ROWID</td><td>DuplicateKeyException</td></tr>
 * <tr><td>CONSTRAINT (others), MISMATCH, TOOBIG</td><td>DataIntegrityViolationException</td></tr>
 * <tr><td>BUSY, LOCKED</td><td>CannotAcquireLockException</td></tr>
 * <tr><td>FULL, IOERR, CANTOPEN, READONLY, NOMEM, PROTOCOL</td><td>DataAccessResourceFailureException</td></tr>
 * <tr><td>CORRUPT, NOTADB</td><td>NonTransientDataAccessResourceException (fatal)</td></tr>
 * </table>
 */
public final class SqliteExceptionTranslator implements SQLExceptionTranslator {
    private final SQLExceptionTranslator fallback = new SQLStateSQLExceptionTranslator();

    @Override
    public @Nullable DataAccessException translate(
            String task, @Nullable String sql, SQLException e) {
        SQLiteException sqlite = findSqlite(e);
        if (sqlite == null) {
            return fallback.translate(task, sql, e);
        }
        String text = task + (sql == null ? "" : "; SQL [" + sql + "]") + "; " + e.getMessage();
        return switch (sqlite.getResultCode()) {
            case SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_ROWID ->
                    new DuplicateKeyException(text, e);
            default -> byPrimaryCode(sqlite.getResultCode().code & 0xff, text, e);
        };
    }

    private @Nullable DataAccessException byPrimaryCode(int code, String text, SQLException e) {
        return switch (code) {
            case 19, 20, 18 -> new DataIntegrityViolationException(text, e);
            case 5, 6 -> new CannotAcquireLockException(text, e);
            case 13, 10, 14, 8, 7, 15 -> new DataAccessResourceFailureException(text, e);
            case 11, 26 ->
                    new NonTransientDataAccessResourceException(
                            "the database file is damaged or not a database: " + text, e);
            default -> fallback.translate(text, null, e);
        };
    }

    private static @Nullable SQLiteException findSqlite(SQLException e) {
        for (Throwable t = e; t != null; t = t.getCause()) {
            if (t instanceof SQLiteException sqlite) {
                return sqlite;
            }
        }
        return null;
    }
}
