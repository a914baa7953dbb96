package dev.terrane.schema.registry;

import java.time.InstantSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the registry together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SchemaProperties.class)
class RegistryConfiguration {
    /** Documents are mostly ASCII, which takes one byte a character in memory. */
    @Bean
    SchemaRegistry schemaRegistry(
            SchemaStore store,
            SchemaContents contents,
            SchemaProperties properties,
            ObjectProvider<InstantSource> clock,
            ObjectProvider<PublicationListener> listeners) {
        return new SchemaRegistry(
                store,
                contents,
                properties.toLimits(),
                properties.cacheBytesMax().toBytes(),
                clock.getIfUnique(InstantSource::system),
                listeners.orderedStream().toList());
    }
}
