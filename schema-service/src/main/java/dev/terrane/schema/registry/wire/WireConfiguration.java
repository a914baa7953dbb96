package dev.terrane.schema.registry.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers the registry to other services. */
@Configuration(proxyBeanMethods = false)
class WireConfiguration {
    @Bean
    RpcService schemaRpc(SchemaRegistry registry, SchemaProperties properties) {
        return new SchemaRpc(registry, properties).toService();
    }
}
