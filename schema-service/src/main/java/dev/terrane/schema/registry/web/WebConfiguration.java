package dev.terrane.schema.registry.web;

import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.support.web.BodyLimit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** Documents may be longer than other bodies. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {
    @Bean
    BodyLimit schemaDocumentLimit(SchemaProperties properties) {
        return limit("/api/v1/schemas/{name}", properties);
    }

    @Bean
    BodyLimit planDocumentLimit(SchemaProperties properties) {
        return limit("/api/v1/schemas/{name}:plan", properties);
    }

    @Bean
    BodyLimit draftDocumentLimit(SchemaProperties properties) {
        return limit("/api/v1/schemas/{name}/drafts/{draft}", properties);
    }

    /** Texts in JSON: room for the escapes of the longest document. */
    @Bean
    BodyLimit directoryLimit(SchemaProperties properties) {
        return new BodyLimit(
                "/api/v1/schemas:publish",
                SchemaProperties.DOCUMENT_LIMIT,
                DataSize.ofBytes(properties.documentBytesMax().toBytes() * 2));
    }

    private static BodyLimit limit(String pattern, SchemaProperties properties) {
        return new BodyLimit(
                pattern, SchemaProperties.DOCUMENT_LIMIT, properties.documentBytesMax());
    }
}
