package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.support.web.BodyLimit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Documents may be longer than other bodies. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {
    @Bean
    BodyLimit schemaDocumentLimit(SchemaProperties properties) {
        return new BodyLimit(
                "/api/v1/schemas/{name}",
                SchemaProperties.DOCUMENT_LIMIT,
                properties.documentBytesMax());
    }

    @Bean
    BodyLimit draftDocumentLimit(SchemaProperties properties) {
        return new BodyLimit(
                "/api/v1/schemas/{name}/drafts/{draft}",
                SchemaProperties.DOCUMENT_LIMIT,
                properties.documentBytesMax());
    }
}
