package dev.terrane.schema.registry.wire;

import dev.terrane.rpc.events.EventLogLimits;
import dev.terrane.rpc.events.EventStreams;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.plan.Publisher;
import dev.terrane.schema.registry.references.References;
import java.security.SecureRandom;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers the registry to other services. */
@Configuration(proxyBeanMethods = false)
class WireConfiguration {
    @Bean
    RpcService schemaRpc(
            SchemaRegistry registry, Publisher publisher, SchemaProperties properties) {
        return new SchemaRpc(registry, publisher, properties).toService();
    }

    @Bean
    RpcService publicationRpc(
            Publisher publisher,
            SchemaRegistry registry,
            Channels channels,
            References references,
            SchemaProperties properties) {
        return new PublicationRpc(publisher, registry, channels, references, properties)
                .toService();
    }

    @Bean
    RpcService referenceRpc(References references, SchemaRegistry registry) {
        return new ReferenceRpc(references, registry).toService();
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
