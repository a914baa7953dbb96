package dev.terrane.support.store;

import java.time.InstantSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * A service's store without Spring: opened, locked, migrated and started as in production. For
 * store tests, for tools that work on a data folder while no service runs, and for a service's
 * further files. Owned and closed by whoever opened it.
 */
public final class StoreFixture implements AutoCloseable {
    private final StoreDataSource dataSource;
    private final StoreThreads threads;
    private final JdbcTemplate template;

    private StoreFixture(StoreDataSource dataSource, String service, StoreProperties properties) {
        SQLExceptionTranslator translator = StoreErrors.translator(dataSource.kind());
        this.dataSource = dataSource;
        this.template = template(dataSource);
        JdbcTransactionManager transactions = new JdbcTransactionManager(dataSource);
        transactions.setExceptionTranslator(translator);
        this.threads =
                new StoreThreads(
                        service,
                        properties,
                        dataSource,
                        transactions,
                        translator,
                        InstantSource.system());
    }

    private static JdbcTemplate template(StoreDataSource dataSource) {
        JdbcTemplate template = new JdbcTemplate(dataSource);
        template.setExceptionTranslator(StoreErrors.translator(dataSource.kind()));
        return template;
    }

    /** Opens and migrates a service's SQLite file with the default properties. */
    public static StoreFixture open(String service, String url) {
        return open(service, url, null, null);
    }

    /** Opens and migrates a service's database with the default properties. */
    public static StoreFixture open(
            String service, String url, @Nullable String user, @Nullable String password) {
        return open(service, StoreProperties.of(url, user, password));
    }

    /** Opens and migrates a service's database. */
    public static StoreFixture open(String service, StoreProperties properties) {
        return open(service, properties, StoreHistory.UNKNOWN);
    }

    /**
     * The same.
     *
     * @param upToDate what a database that is up to date has run; one that has is not migrated
     */
    public static StoreFixture open(
            String service, StoreProperties properties, StoreHistory upToDate) {
        StoreDataSource dataSource = StoreDataSource.open(service, properties);
        try {
            if (!upToDate.isOf(template(dataSource))) {
                StoreMigrations.migrate(
                        Flyway.configure()
                                .dataSource(dataSource)
                                .locations(StoreMigrations.location(service, dataSource.kind()))
                                .load(),
                        service,
                        dataSource.name());
            }
            return new StoreFixture(dataSource, service, properties);
        } catch (RuntimeException e) {
            dataSource.close();
            throw e;
        }
    }

    /** The store's threads. */
    public StoreThreads threads() {
        return threads;
    }

    /** For use inside work. */
    public JdbcClient client() {
        return JdbcClient.create(template);
    }

    /** For use inside work. */
    public JdbcTemplate template() {
        return template;
    }

    /** Which database it is. */
    public DatabaseKind kind() {
        return dataSource.kind();
    }

    /** Finishes queued work, closes the connections and releases the data folder. */
    @Override
    public void close() {
        threads.close();
        dataSource.close();
    }
}
