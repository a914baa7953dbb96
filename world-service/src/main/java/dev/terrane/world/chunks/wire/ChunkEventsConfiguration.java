package dev.terrane.world.chunks.wire;

import dev.terrane.rpc.events.EventStreams;
import dev.terrane.world.ServiceWide;
import java.security.SecureRandom;
import java.util.Map;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers changes of chunks, whichever database they are in, as one stream. */
@ServiceWide
@EnableConfigurationProperties(ChunkEventsProperties.class)
@Configuration(proxyBeanMethods = false)
class ChunkEventsConfiguration {
    @Bean(destroyMethod = "close")
    ChunkEvents chunkEvents(ChunkEventsProperties properties) {
        return new ChunkEvents(new SecureRandom(), properties.limits());
    }

    @Bean
    EventStreams eventStreams(ChunkEvents events) {
        return new EventStreams(Map.of(ChunkEvents.CONTRACT, events.source()));
    }
}
