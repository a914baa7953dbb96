package dev.terrane.support.store;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.support.SQLErrorCodeSQLExceptionTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.TransactionException;

/** Which failures are the database's and which the work's. */
public final class StoreErrors {
    private StoreErrors() {}

    /**
     * True when the database could not do what was asked (locked, full, gone, damaged), false when
     * it answered, if only by refusing a constraint.
     */
    public static boolean isEnvironment(Throwable t) {
        return t instanceof CannotAcquireLockException
                || t instanceof DataAccessResourceFailureException
                || t instanceof TransientDataAccessResourceException
                || t instanceof NonTransientDataAccessResourceException
                || t instanceof UncategorizedSQLException
                || t instanceof TransactionException;
    }

    static SQLExceptionTranslator translator(DatabaseKind kind) {
        return switch (kind) {
            case SQLITE -> new SqliteExceptionTranslator();
            case POSTGRESQL -> new SQLErrorCodeSQLExceptionTranslator("PostgreSQL");
        };
    }
}
