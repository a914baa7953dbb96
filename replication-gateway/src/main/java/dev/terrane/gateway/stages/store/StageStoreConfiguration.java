package dev.terrane.gateway.stages.store;

import dev.terrane.gateway.stages.StageStore;
import dev.terrane.support.store.StoreThreads;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Puts the store of stages together. */
@Configuration(proxyBeanMethods = false)
class StageStoreConfiguration {
    @Bean
    StageStore stageStore(StoreThreads threads, JdbcClient jdbc) {
        return new SqlStageStore(threads, jdbc);
    }
}
