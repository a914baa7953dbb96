package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
    private static final Logger LOG = LoggerFactory.getLogger(StoreErrors.class);

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

    /**
     * The refusal a failure of the database is answered with; empty when it is none. Logs the
     * cause, which the refusal does not name.
     */
    public static Optional<TerraneException> refusal(RuntimeException failure) {
        if (!isEnvironment(failure)) {
            return Optional.empty();
        }
        LOG.warn("the database could not do its work", failure);
        String text =
                failure instanceof CannotAcquireLockException
                        ? "the database is locked"
                        : "the database cannot be used now";
        return Optional.of(
                TerraneException.of(CommonError.UNAVAILABLE, text).cause(failure).toException());
    }

    static SQLExceptionTranslator translator(DatabaseKind kind) {
        return switch (kind) {
            case SQLITE -> new SqliteExceptionTranslator();
            case POSTGRESQL -> new SQLErrorCodeSQLExceptionTranslator("PostgreSQL");
        };
    }
}
