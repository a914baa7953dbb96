package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.testing.Databases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.domain.Limit;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;
import org.springframework.data.relational.core.mapping.Table;
import org.springframework.data.repository.ListCrudRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What a service gets by depending on the module: Boot's own configuration on our threads. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
class StoreContextStoreTest {
    @Parameter Databases.Engine engine;
    @TempDir Path folder;

    /** A small aggregate. */
    @Table("probe")
    record Probe(@Id Long id, String name, @Version long version) {}

    interface Probes extends ListCrudRepository<Probe, Long> {
        List<Probe> findByNameStartingWithOrderById(String prefix, Limit limit);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJdbcRepositories(considerNestedRepositories = true)
    static class Service {}

    private ApplicationContextRunner context() {
        Databases.Database database = engine.open(folder);
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(
                                StoreAutoConfiguration.class,
                                DataSourceAutoConfiguration.class,
                                DataSourceTransactionManagerAutoConfiguration.class,
                                TransactionAutoConfiguration.class,
                                JdbcTemplateAutoConfiguration.class,
                                JdbcClientAutoConfiguration.class,
                                FlywayAutoConfiguration.class,
                                DataJdbcRepositoriesAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues(
                        "terrane.service=probe",
                        "terrane.probe.store.url=" + database.url(),
                        "terrane.probe.store.user=" + database.user(),
                        "terrane.probe.store.password=" + database.password());
    }

    @Test
    void repositoriesJoinTheTransactionOfTheWork() {
        context()
                .run(
                        context -> {
                            StoreThreads store = context.getBean(StoreThreads.class);
                            Probes probes = context.getBean(Probes.class);
                            assertThatThrownBy(
                                            () ->
                                                    store.run(
                                                            () -> {
                                                                probes.save(new Probe(1L, "a", 0));
                                                                throw new IllegalStateException(
                                                                        "no");
                                                            }))
                                    .hasMessage("no");
                            assertThat(store.read(probes::count)).isZero();
                            for (long id = 1; id <= 3; id++) {
                                Probe probe = new Probe(id, "n" + id, 0);
                                store.run(() -> probes.save(probe));
                            }
                            assertThat(
                                            store.read(
                                                    () ->
                                                            probes.findByNameStartingWithOrderById(
                                                                    "n", Limit.of(2))))
                                    .extracting(Probe::id)
                                    .containsExactly(1L, 2L);
                        });
    }

    @Test
    void staleVersionIsRefused() {
        context()
                .run(
                        context -> {
                            StoreThreads store = context.getBean(StoreThreads.class);
                            Probes probes = context.getBean(Probes.class);
                            Probe first = store.write(() -> probes.save(new Probe(1L, "a", 0)));
                            store.run(() -> probes.save(new Probe(1L, "b", first.version())));
                            assertThatThrownBy(
                                            () ->
                                                    store.run(
                                                            () ->
                                                                    probes.save(
                                                                            new Probe(
                                                                                    1L,
                                                                                    "c",
                                                                                    first
                                                                                            .version()))))
                                    .isInstanceOf(OptimisticLockingFailureException.class);
                        });
    }

    /** Reproduced: Flyway takes a newer database for its own and says so in a warning. */
    @Test
    void aDatabaseOfANewerVersionIsRefusedByNameAndLeftAlone() {
        ApplicationContextRunner service = context();
        service.run(
                context ->
                        context.getBean(StoreThreads.class)
                                .run(
                                        () ->
                                                context.getBean(JdbcTemplate.class)
                                                        .update(
                                                                """
                                                                INSERT INTO flyway_schema_history
                                                                SELECT installed_rank + 100, '99',
                                                                  'later', type, 'V99__later.sql',
                                                                  checksum, installed_by,
                                                                  installed_on, execution_time,
                                                                  success
                                                                FROM flyway_schema_history
                                                                WHERE version = '1'
                                                                """)));
        for (int start = 0; start < 2; start++) {
            service.run(
                    context ->
                            assertThat(context)
                                    .getFailure()
                                    .rootCause()
                                    .isInstanceOf(UnfitStoreException.class)
                                    .hasMessageContainingAll(
                                            "is left alone: migration 99, 'later', of it is newer",
                                            "start the version that made it"));
        }
    }

    @Test
    void repositoriesAndClientsOutsideTheThreadsAreRefused() {
        context()
                .run(
                        context -> {
                            assertThat(context).hasNotFailed();
                            assertThatThrownBy(() -> context.getBean(Probes.class).count())
                                    .hasStackTraceContaining("outside StoreThreads");
                            JdbcClient client = context.getBean(JdbcClient.class);
                            assertThatThrownBy(() -> client.sql("SELECT 1").query().singleValue())
                                    .hasStackTraceContaining("outside StoreThreads");
                            assertThat(context.getBean(DatabaseKind.class).name())
                                    .isEqualTo(engine.name());
                        });
    }

    @Test
    void contextThatNamesNoServiceHasNoStore() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(StoreAutoConfiguration.class))
                .run(context -> assertThat(context).doesNotHaveBean(StoreThreads.class));
    }

    @Test
    void badDatabaseStopsTheStartNamingThePlace() {
        context()
                .withPropertyValues("terrane.probe.store.readers=0")
                .run(
                        context ->
                                assertThat(context)
                                        .getFailure()
                                        .hasStackTraceContaining("terrane.probe.store")
                                        .hasStackTraceContaining("readers must be from 1 to 64"));
    }
}
