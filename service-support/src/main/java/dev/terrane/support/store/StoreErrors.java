package dev.terrane.support.store;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import java.sql.SQLException;
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
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

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
     * The refusal a failure of the database is answered with; empty when it is none. Names what an
     * operator has to look at; the database's own words, which may hold data, are only logged.
     */
    public static Optional<TerraneException> refusal(RuntimeException failure) {
        Optional<UnfitStoreException> unfit =
                failure instanceof UnfitStoreException known
                        ? Optional.of(known)
                        : FileSight.findDenied(failure);
        if (unfit.isPresent()) {
            LOG.warn("a file of the store is not as it has to be", failure);
            return Optional.of(refusal(unfit.get(), failure));
        }
        if (!isEnvironment(failure)) {
            return Optional.empty();
        }
        if (isOld(failure)) {
            LOG.debug("the database cannot be reached yet", failure);
        } else {
            LOG.warn("the database could not do its work", failure);
        }
        String text =
                failure instanceof CannotAcquireLockException
                        ? "the database is locked"
                        : "the database cannot be used now" + cause(failure);
        return Optional.of(TerraneException.of(code(failure), text).cause(failure).toException());
    }

    /** For callers who need not know where the files are. */
    private static TerraneException refusal(UnfitStoreException unfit, Throwable cause) {
        return TerraneException.of(unfit.code(), unfit.name() + " " + unfit.why())
                .cause(cause)
                .toException();
    }

    /**
     * STORE_UNFIT for a file that is damaged, where to try again is of no use; UNAVAILABLE else.
     */
    public static ErrorCode code(Throwable failure) {
        return SqliteCheck.isDamage(failure) || isUnreadable(failure)
                ? CommonError.STORE_UNFIT
                : CommonError.UNAVAILABLE;
    }

    /** True when this failure tells of nothing that was not told within the last second. */
    public static boolean isOld(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof PostgresDataSource.UnreachableException) {
                return true;
            }
        }
        return false;
    }

    /** What an operator has to look at, begun with a colon; empty when that is not known. */
    public static String cause(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof SQLiteException sqlite) {
                return sqlite(sqlite.getResultCode());
            }
            if (t instanceof SQLException sql && sql.getSQLState() != null) {
                return postgres(sql.getSQLState());
            }
        }
        return isUnreadable(failure) ? ": its file is damaged" : "";
    }

    /** What is stored is not what was written. */
    private static boolean isUnreadable(Throwable failure) {
        return failure instanceof NonTransientDataAccessResourceException
                && !(failure instanceof DataAccessResourceFailureException);
    }

    /** By primary code, sqlite.org/rescode.html. */
    private static String sqlite(SQLiteErrorCode code) {
        return switch (code.code & 0xff) {
            case 13 -> ": the disk is full";
            case 10 -> ": the disk does not do its work (" + code + ")";
            case 8 -> ": its file cannot be written";
            case 14 -> ": its file cannot be opened";
            case 11, 26 -> ": its file is damaged";
            case 7 -> ": memory ran out";
            default -> "";
        };
    }

    /** By SQLSTATE, appendix A of PostgreSQL's manual. */
    private static String postgres(String state) {
        return switch (state) {
            case "53100" -> ": its disk is full";
            case "53200" -> ": its memory ran out";
            case "53300" -> ": it has too many connections";
            case "25006" -> ": it can only be read";
            default ->
                    state.startsWith("08") || state.startsWith("57P")
                            ? ": the connection to it is lost"
                            : "";
        };
    }

    static SQLExceptionTranslator translator(DatabaseKind kind) {
        return switch (kind) {
            case SQLITE -> new SqliteExceptionTranslator();
            case POSTGRESQL -> new SQLErrorCodeSQLExceptionTranslator("PostgreSQL");
        };
    }
}
