package dev.terrane.support.store;

import dev.terrane.rpc.server.FailureTranslator;
import java.time.InstantSource;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.data.jdbc.core.dialect.JdbcDialect;
import org.springframework.data.jdbc.core.dialect.JdbcPostgresDialect;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/**
 * Gives a service its store: data source, migrations, transactions, dialect and {@link
 * StoreThreads}. Active in every context whose shipped defaults name the service with {@code
 * terrane.service}.
 */
@AutoConfiguration(
        before = {
            DataSourceAutoConfiguration.class,
            DataSourceTransactionManagerAutoConfiguration.class,
            JdbcTemplateAutoConfiguration.class,
            FlywayAutoConfiguration.class,
            DataJdbcRepositoriesAutoConfiguration.class
        })
@ConditionalOnProperty("terrane.service")
class StoreAutoConfiguration {
    private final String service;

    StoreAutoConfiguration(Environment environment) {
        this.service = environment.getRequiredProperty("terrane.service");
    }

    @Bean
    StoreDataSource dataSource(Environment environment) {
        String folder = environment.getProperty("terrane.common.data-dir", "./data");
        StoreProperties properties =
                Binder.get(environment)
                        .bindOrCreate("terrane." + service + ".store", StoreProperties.class)
                        .withDefaultUrl(
                                "jdbc:sqlite:" + folder + "/" + service + "/" + service + ".db");
        return StoreDataSource.open(service, properties);
    }

    @Bean
    DatabaseKind databaseKind(StoreDataSource dataSource) {
        return dataSource.kind();
    }

    @Bean
    SQLExceptionTranslator sqlExceptionTranslator(DatabaseKind kind) {
        return StoreErrors.translator(kind);
    }

    @Bean
    JdbcDialect jdbcDialect(DatabaseKind kind) {
        return switch (kind) {
            case SQLITE -> SqliteDialect.INSTANCE;
            case POSTGRESQL -> JdbcPostgresDialect.INSTANCE;
        };
    }

    @Bean
    JdbcTransactionManager transactionManager(
            StoreDataSource dataSource, SQLExceptionTranslator translator) {
        JdbcTransactionManager transactions = new JdbcTransactionManager(dataSource);
        transactions.setExceptionTranslator(translator);
        return transactions;
    }

    @Bean
    FlywayConfigurationCustomizer storeMigrations(DatabaseKind kind) {
        return flyway -> flyway.locations(StoreMigrations.location(service, kind));
    }

    @Bean
    FlywayMigrationStrategy storeMigration(StoreDataSource dataSource) {
        return flyway -> StoreMigrations.migrate(flyway, service, dataSource.name());
    }

    @Bean
    @DependsOnDatabaseInitialization
    StoreThreads storeThreads(
            StoreDataSource dataSource,
            JdbcTransactionManager transactions,
            SQLExceptionTranslator translator,
            ObjectProvider<InstantSource> clock) {
        return new StoreThreads(
                service,
                dataSource.properties(),
                dataSource,
                transactions,
                translator,
                Objects.requireNonNull(clock.getIfUnique(InstantSource::system)));
    }

    /** On RPC a failing database is UNAVAILABLE; REST asks {@link StoreErrors} itself. */
    @Bean
    FailureTranslator storeFailures() {
        return StoreErrors::refusal;
    }

    @Bean
    StoreHealthIndicator storeHealthIndicator(StoreThreads threads, JdbcTemplate template) {
        return new StoreHealthIndicator(threads, template);
    }
}
