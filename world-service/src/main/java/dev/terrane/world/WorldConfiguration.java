package dev.terrane.world;

import dev.terrane.world.chunks.ChunkProperties;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the service's features share. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ChunkProperties.class)
class WorldConfiguration {

    @Bean
    @ConditionalOnMissingBean
    InstantSource clock() {
        return InstantSource.system();
    }
}
