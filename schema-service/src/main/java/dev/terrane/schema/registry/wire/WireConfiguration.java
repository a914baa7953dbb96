package dev.terrane.schema.registry.wire;

import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.rpc.events.EventStreams;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaRegistry;
import java.security.SecureRandom;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers the registry to other services. */
@Configuration(proxyBeanMethods = false)
class WireConfiguration {
    @Bean
    RpcService schemaRpc(SchemaRegistry registry, SchemaProperties properties) {
        return new SchemaRpc(registry, properties).toService();
    }

    @Bean(destroyMethod = "close")
    SchemaEvents schemaEvents() {
        return new SchemaEvents(new SecureRandom(), EventLogLimits.defaults());
    }

    @Bean
    EventStreams eventStreams(SchemaEvents events) {
        return new EventStreams(Map.of(SchemaEvents.CONTRACT, events.source()));
    }
}
