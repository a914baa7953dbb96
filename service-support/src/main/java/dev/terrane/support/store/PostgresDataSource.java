package dev.terrane.support.store;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections to one PostgreSQL, and remembers why the last attempt failed until one
 * succeeds. The pool itself says only that there was no connection in time, however soon the server
 * refused one. Safe for all threads.
 */
final class PostgresDataSource extends OwnDataSource {
    private final String url;
    private final Properties properties = new Properties();
    private volatile @Nullable Failure failure;

    private record Failure(SQLException cause, long nanos) {}

    /** The server refused somebody just now, so nobody asks it: there is nothing new to tell of. */
    static final class UnreachableException extends SQLTransientConnectionException {
        private static final long serialVersionUID = 1;

        UnreachableException(SQLException refused) {
            super("PostgreSQL cannot be reached", refused.getSQLState(), refused);
        }
    }

    PostgresDataSource(String url, @Nullable String user, @Nullable String password, String name) {
        this.url = url;
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        properties.setProperty("ApplicationName", name);
        properties.setProperty(
                "loginTimeout",
                Long.toString(
                        TimeUnit.MILLISECONDS.toSeconds(
                                StoreDataSource.CONNECTION_TIMEOUT_MILLIS)));
    }

    /** Whether the last attempt failed. */
    boolean isFailing() {
        return failure != null;
    }

    /** Why the last attempt failed, if that was within this time. */
    @Nullable SQLException failureWithin(Duration age) {
        Failure last = failure;
        return last != null && System.nanoTime() - last.nanos() < age.toNanos()
                ? last.cause()
                : null;
    }

    @Override
    public Connection getConnection() throws SQLException {
        try {
            Connection connection = DriverManager.getConnection(url, properties);
            failure = null;
            return connection;
        } catch (SQLException e) {
            failure = new Failure(e, System.nanoTime());
            throw e;
        }
    }
}
