package dev.terrane.schema.drafts;

import dev.terrane.schema.registry.DocumentCheck;
import dev.terrane.schema.registry.SchemaRegistry;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the drafts together. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DraftProperties.class)
class DraftConfiguration {
    @Bean
    Drafts drafts(
            DraftStore store,
            SchemaRegistry registry,
            DraftProperties properties,
            ObjectProvider<DocumentCheck> checks,
            ObjectProvider<DraftCheck> draftChecks,
            ObjectProvider<InstantSource> clock) {
        return new Drafts(
                store,
                registry,
                Stream.<DocumentCheck>concat(
                                checks.orderedStream(),
                                draftChecks.orderedStream().map(check -> check::check))
                        .toList(),
                properties.draftsMax(),
                clock.getIfUnique(InstantSource::system));
    }
}
