package dev.terrane.schema.registry;

import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelStore;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.lifecycle.Lifecycle;
import dev.terrane.schema.registry.lifecycle.LifecycleStore;
import dev.terrane.schema.registry.plan.Publisher;
import dev.terrane.schema.registry.references.ReferenceStore;
import dev.terrane.schema.registry.references.References;
import java.time.InstantSource;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the registry together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SchemaProperties.class)
class RegistryConfiguration {
    private final InstantSource clock;

    RegistryConfiguration(ObjectProvider<InstantSource> clock) {
        this.clock = clock.getIfUnique(InstantSource::system);
    }

    /** Documents are mostly ASCII, which takes one byte a character in memory. */
    @Bean
    SchemaRegistry schemaRegistry(
            SchemaStore store, SchemaContents contents, SchemaProperties properties) {
        return new SchemaRegistry(
                store, contents, properties.toLimits(), properties.cacheBytesMax().toBytes());
    }

    @Bean
    Publisher publisher(
            SchemaStore store,
            SchemaRegistry registry,
            SchemaProperties properties,
            ObjectProvider<DocumentCheck> checks,
            ObjectProvider<PublicationListener> listeners) {
        return new Publisher(
                store,
                registry,
                checks.orderedStream().toList(),
                all(listeners),
                properties.documentBytesMax().toBytes(),
                clock);
    }

    @Bean
    Lifecycle lifecycle(
            LifecycleStore store,
            SchemaStore schemas,
            SchemaRegistry registry,
            ObjectProvider<PublicationListener> listeners) {
        return new Lifecycle(store, schemas, registry, all(listeners), clock);
    }

    @Bean
    References references(ReferenceStore store, SchemaProperties properties) {
        return new References(store, properties.referencesMax(), clock);
    }

    @Bean
    Channels channels(
            ChannelStore store,
            SchemaRegistry registry,
            SchemaProperties properties,
            ObjectProvider<PublicationListener> listeners) {
        return new Channels(
                store,
                registry,
                properties.channels().stream().map(ChannelName::new).toList(),
                all(listeners),
                clock);
    }

    private static List<PublicationListener> all(ObjectProvider<PublicationListener> listeners) {
        return listeners.orderedStream().toList();
    }
}
