package dev.terrane.gateway.stages.store;

import dev.terrane.gateway.stages.StageStore;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.store.idempotency.SqlIdempotencyStore;
import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Puts the store of stages together. */
@Configuration(proxyBeanMethods = false)
class StageStoreConfiguration {
    @Bean
    StageStore stageStore(
            StoreThreads threads, JdbcClient jdbc, ObjectProvider<InstantSource> clock) {
        return new SqlStageStore(
                threads,
                jdbc,
                new SqlIdempotencyStore(jdbc, clock.getIfUnique(InstantSource::system)));
    }
}
