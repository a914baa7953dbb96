package dev.terrane.support.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Opens connections for a pool, as one user, and waits as long as it sees fit itself. */
abstract class OwnDataSource extends AbstractDataSource {
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    /** Seconds; also how long the pool waits at its end for a connection being opened. */
    @Override
    public int getLoginTimeout() {
        return 5;
    }

    /** Does nothing: the pool would give each attempt as long as it waits in one go. */
    @Override
    public void setLoginTimeout(int seconds) {}
}
