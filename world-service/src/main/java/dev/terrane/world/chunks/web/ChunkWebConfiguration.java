package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.support.web.BodyLimit;
import dev.terrane.world.ServiceWide;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** A chunk's JSON may be longer than other bodies. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
class ChunkWebConfiguration {
    @Bean
    BodyLimit chunkLimit() {
        return new BodyLimit(
                "/api/v1/worlds/{world}/rooms/{room}/chunks/{coord}",
                "jsonBytesMax",
                DataSize.ofBytes(ChunkLimits.DEFAULT.jsonBytesMax()));
    }
}
