package dev.terrane.world.chunks.wire;

import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.rpc.events.EventStreams;
import dev.terrane.world.ServiceWide;
import java.security.SecureRandom;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers changes of chunks, whichever database they are in, as one stream. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
class ChunkEventsConfiguration {
    @Bean(destroyMethod = "close")
    ChunkEvents chunkEvents() {
        return new ChunkEvents(new SecureRandom(), EventLogLimits.defaults());
    }

    @Bean
    EventStreams eventStreams(ChunkEvents events) {
        return new EventStreams(Map.of(ChunkEvents.CONTRACT, events.source()));
    }
}
